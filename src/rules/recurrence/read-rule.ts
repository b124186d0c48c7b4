/** How often a rule repeats, from the longest to the shortest. */
export const frequencies = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const;

export type Frequency = (typeof frequencies)[number];

/** A weekday (0 for Sunday), or the n-th of it in a month or year; `nth` 0 is every one. */
export type NamedWeekday = { nth: number; weekday: number };

/** The parts of a repetition rule (RFC 5545, 3.3.10); an empty list sets no bound. */
export type Rule = {
  frequency: Frequency;
  interval: number;
  /** How many repetitions there are at most. */
  count: number | undefined;
  /** The last moment, as it is written. */
  until: string | undefined;
  /** On which day weeks begin, 0 for Sunday. */
  weekStart: number;
  months: readonly number[];
  weekNumbers: readonly number[];
  yearDays: readonly number[];
  monthDays: readonly number[];
  weekdays: readonly NamedWeekday[];
  hours: readonly number[];
  minutes: readonly number[];
  seconds: readonly number[];
  positions: readonly number[];
};

const weekdayNames = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** The lists of whole numbers: their field, the least and the most, and whether they may count from the end. */
const lists: Record<string, { field: NumberList; from: number; to: number; isSigned: boolean }> = {
  BYMONTH: { field: 'months', from: 1, to: 12, isSigned: false },
  BYWEEKNO: { field: 'weekNumbers', from: 1, to: 53, isSigned: true },
  BYYEARDAY: { field: 'yearDays', from: 1, to: 366, isSigned: true },
  BYMONTHDAY: { field: 'monthDays', from: 1, to: 31, isSigned: true },
  BYHOUR: { field: 'hours', from: 0, to: 23, isSigned: false },
  BYMINUTE: { field: 'minutes', from: 0, to: 59, isSigned: false },
  BYSECOND: { field: 'seconds', from: 0, to: 59, isSigned: false },
  BYSETPOS: { field: 'positions', from: 1, to: 366, isSigned: true },
};
type NumberList = 'months' | 'weekNumbers' | 'yearDays' | 'monthDays' | 'hours' | 'minutes' | 'seconds' | 'positions';

/** Longer rules are made to be slow; one that names every day of a year is shorter. */
const longest = 2000;

/** The rule that a text says, in letters of either case; undefined for one that says nothing that can be followed, or a part that is not known here. */
export function readRule(text: string): Rule | undefined {
  if (text.length > longest) return undefined;
  const parts = new Map<string, string>();
  for (const part of text.trim().toUpperCase().split(';')) {
    if (part.trim() === '') continue;
    const [name = '', value, ...rest] = part.split('=').map((side) => side.trim());
    if (value === undefined || rest.length > 0 || parts.has(name)) return undefined;
    parts.set(name, value);
  }
  const frequency = frequencies.find((known) => known === parts.get('FREQ'));
  if (!frequency) return undefined;
  let rule = withoutBounds(frequency);
  for (const [name, value] of parts) {
    const part = partOf(name, value);
    if (!part) return undefined;
    rule = { ...rule, ...part };
  }
  return rule;
}

function withoutBounds(frequency: Frequency): Rule {
  return {
    ...{ frequency, interval: 1, count: undefined, until: undefined, weekStart: 1, months: [], weekNumbers: [] },
    ...{ yearDays: [], monthDays: [], weekdays: [], hours: [], minutes: [], seconds: [], positions: [] },
  };
}

/** What the parts say that are no list of numbers; undefined for what can't be followed. */
const single: Record<string, (value: string) => Partial<Rule> | undefined> = {
  FREQ: () => ({}),
  UNTIL: (value) => (value === '' ? undefined : { until: value }),
  COUNT(value) {
    const count = wholeNumber(value);
    return count === undefined ? undefined : { count };
  },
  INTERVAL(value) {
    const interval = wholeNumber(value) ?? 0;
    return interval > 0 ? { interval } : undefined;
  },
  WKST(value) {
    const weekStart = weekdayNames.indexOf(value);
    return weekStart < 0 ? undefined : { weekStart };
  },
  BYDAY(value) {
    const weekdays = weekdaysOf(value);
    return weekdays && { weekdays };
  },
  // Other calendars than the Gregorian are not computed here (RFC 7529).
  RSCALE: (value) => (value === 'GREGORIAN' ? {} : undefined),
  SKIP: (value) => (value === 'OMIT' ? {} : undefined),
};

function partOf(name: string, value: string): Partial<Rule> | undefined {
  const list = lists[name];
  const numbers = list && numbersOf(value, list);
  return list ? numbers && { [list.field]: numbers } : single[name]?.(value);
}

function wholeNumber(text: string): number | undefined {
  return /^\+?\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function numbersOf(
  text: string,
  { from, to, isSigned }: { from: number; to: number; isSigned: boolean },
): number[] | undefined {
  const numbers = text.split(',').map((part) => (/^[+-]?\d{1,3}$/.test(part.trim()) ? Number(part) : Number.NaN));
  const isSound = (value: number) => {
    const size = isSigned ? Math.abs(value) : value;
    return size >= from && size <= to;
  };
  return numbers.every(isSound) ? [...new Set(numbers)] : undefined;
}

function weekdaysOf(text: string): NamedWeekday[] | undefined {
  const days: NamedWeekday[] = [];
  for (const part of text.split(',')) {
    const [, nth = '', name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(part.trim()) ?? [];
    const weekday = weekdayNames.indexOf(name);
    if (weekday < 0 || (nth !== '' && (Number(nth) === 0 || Math.abs(Number(nth)) > 53))) return undefined;
    days.push({ nth: Number(nth), weekday });
  }
  return days;
}
