import { locale } from './locale.ts';

/** A number as the page's locale writes it: `1,204`; with `digits` always so many after the point: `4.0`. */
export function formatNumber(value: number, digits?: number): string {
  const options = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(locale(), options).format(value);
}

/** How long something takes, as the page's locale or the given one says it: `1 hour`, `30 minutes`. */
export function formatUnit(
  value: number,
  unit: 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year',
  written = locale(),
): string {
  return new Intl.NumberFormat(written, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
