import { keepFormatter } from './keep-formatter.ts';
import { locale } from './locale.ts';

/** A number as the page's locale writes it: `1,204`; with `digits` always so many after the point: `4.0`. */
export function formatNumber(value: number, digits?: number): string {
  const options = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return numberFormatter(locale(), options).format(value);
}

function numberFormatter(written: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return keepFormatter(`number ${written} ${Object.values(options)}`, () => new Intl.NumberFormat(written, options));
}

type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

/** How long something takes, as the page's locale or the given one says it: `1 hour`, `30 minutes`. */
export function formatUnit(value: number, unit: Unit, written = locale()): string {
  return numberFormatter(written, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}

/** Minutes in the largest unit of which they are a whole number: `12 hours`, `45 minutes`. */
export function formatWholeHours(minutes: number): string {
  return minutes > 0 && minutes % 60 === 0 ? formatUnit(minutes / 60, 'hour') : formatUnit(minutes, 'minute');
}

/** Days as weeks where they are whole weeks: `8 weeks`, `10 days`. */
export function formatWholeWeeks(days: number): string {
  return days > 0 && days % 7 === 0 ? formatUnit(days / 7, 'week') : formatUnit(days, 'day');
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The name of a weekday, counted from Sunday, 0. */
export function formatWeekday(weekday: number): string {
  // 4 January 1970 was a Sunday.
  return utcFormatter(locale(), { weekday: 'long' }).format((3 + weekday) * dayMs);
}

/** A full hour of the day: `9 AM`; other languages as their locale says. */
export function formatHour(hour: number): string {
  const written = locale().startsWith('en') ? 'en-US' : locale();
  const text = utcFormatter(written, { hour: 'numeric' }).format(hour * hourMs);
  return text.replaceAll('\u202F', ' ');
}

function utcFormatter(written: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const make = () => new Intl.DateTimeFormat(written, { ...options, timeZone: 'UTC' });
  return keepFormatter(`UTC ${written} ${Object.keys(options)}`, make);
}
