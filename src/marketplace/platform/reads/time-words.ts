import { localeFor } from '#texts/locale-for.ts';

/** How a moment is written: in which zone, and in whose language. */
type Written = { timezone: string; language: string };

/** A local day and time: `Sat 5 Dec, 10:00`. */
export function timeText(ms: number, written: Written): string {
  return `${dayText(ms, written)}, ${clockText(ms, written)}`;
}

/** A local day and span: `Sat 5 Dec, 10:00–11:30`. */
export function spanText(startMs: number, endMs: number, written: Written): string {
  return `${timeText(startMs, written)}–${clockText(endMs, written)}`;
}

/** The zone as people say it: `SGT` for Singapore, else the zone's own short name on that day. */
export function zoneText(ms: number, written: Written): string {
  if (written.timezone === 'Asia/Singapore') return 'SGT';
  return partsOf(ms, written, { timeZoneName: 'short' }).timeZoneName ?? '';
}

function dayText(ms: number, written: Written): string {
  const {
    weekday = '',
    day = '',
    month = '',
  } = partsOf(ms, written, { weekday: 'short', day: 'numeric', month: 'short' });
  // In English without the comma, and September as short as the other months; other languages as they are written.
  if (isEnglish(written)) return `${weekday} ${day} ${month.slice(0, 3)}`;
  return format(written, { weekday: 'short', day: 'numeric', month: 'short' }).format(ms);
}

function clockText(ms: number, written: Written): string {
  return format(written, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(ms);
}

/** In whose order and words dates are written to who reads a language: of English ones in Singapore's, which are Britain's. */
export function dateLocaleFor(language: string): string {
  const locale = localeFor(language);
  return locale.startsWith('en') ? 'en-GB' : locale;
}

const isEnglish = ({ language }: Written) => localeFor(language).startsWith('en');

function format(written: Written, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(dateLocaleFor(written.language), { timeZone: written.timezone, ...options });
}

function partsOf(ms: number, written: Written, options: Intl.DateTimeFormatOptions) {
  const parts = format(written, options).formatToParts(ms);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}
