import { wireDate } from '../wire-date.ts';

const day = String.raw`(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})`;
const time = String.raw`(?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)`;
const seconds = String.raw`(?<time>\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)`;
const zone = String.raw`(?<zone>Z|[+-]\d{2}:?\d{2})`;
const numeric = String.raw`(?<zone>[+-]\d{4})`;
// A name of a zone says nothing: Go knows the offset of none but its own, and takes the time for UTC.
const named = '[A-Z]{3,4}';
const shortMonth = '(?<name>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const weekday = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';

/** The layouts in which the reference takes a date; those of a time without a day are no dates here. */
const layouts = [
  new RegExp(`^${day}$`),
  new RegExp(`^${day}T${seconds}${zone}?$`, 'i'),
  new RegExp(`^${day} ${seconds}(?:${zone})?$`, 'i'),
  new RegExp(`^${day} ${seconds} (?<zone>[+-]\\d{2}:?\\d{2})(?: ${named})?$`),
  new RegExp(`^${weekday}, (?<day>\\d{1,2}) ${shortMonth} (?<year>\\d{4}) ${seconds} (?:${numeric}|${named})$`),
  new RegExp(`^(?<day>\\d{2}) ${shortMonth} (?<year>\\d{2}) ${time} (?:${numeric}|${named})$`),
  new RegExp(`^[A-Z][a-z]{2,5}day, (?<day>\\d{2})-${shortMonth}-(?<year>\\d{2}) ${seconds} ${named}$`),
  new RegExp(`^${weekday} ${shortMonth} [ ]?(?<day>\\d{1,2}) ${seconds}(?: (?:${numeric}|${named}))? (?<year>\\d{4})$`),
  new RegExp(`^(?<day>\\d{2}) ${shortMonth} (?<year>\\d{4})$`),
];
const months = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** A date text of any accepted layout as wire text, else `''`. A text without a zone is UTC. */
export function castDate(input: unknown): string {
  if (input instanceof Date) return wireDate(input);
  if (typeof input !== 'string') return '';
  for (const layout of layouts) {
    const groups = layout.exec(input)?.groups;
    if (groups) return dateOf(groups);
  }
  return '';
}

function dateOf(groups: Record<string, string | undefined>): string {
  const { year = '', name, zone: offset = 'Z', time: clock = '00:00:00' } = groups;
  const month = groups.month ?? String(months.indexOf(name ?? '') / 3 + 1).padStart(2, '0');
  const dayOfMonth = (groups.day ?? '').padStart(2, '0');
  const [hour, minute, rest = '00'] = clock.split(':');
  const [second = '00', fraction = '0'] = rest.split('.');
  const local = `${wholeYear(year)}-${month}-${dayOfMonth}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}`;
  const instantMs = Date.parse(`${local}Z`);
  // A day that the month does not have would roll over into the next.
  if (Number.isNaN(instantMs) || new Date(instantMs).getUTCDate() !== Number(dayOfMonth)) return '';
  return instantText(Date.parse(local + (/^z$/i.test(offset) ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`)));
}

// As Go reads two digits.
function wholeYear(year: string): string {
  if (year.length === 4) return year;
  return `${Number(year) >= 69 ? '19' : '20'}${year}`;
}

function instantText(instantMs: number): string {
  if (Number.isNaN(instantMs)) return '';
  const text = wireDate(instantMs);
  const isZero = text === '0001-01-01 00:00:00.000Z';
  return /^\d{4}-/.test(text) && !text.startsWith('0000') && !isZero ? text : '';
}
