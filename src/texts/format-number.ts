import { locale } from './locale.ts';

/** A number as the page's locale writes it: `1,204`; with `digits` always so many after the point: `4.0`. */
export function formatNumber(value: number, digits?: number): string {
  const options = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(locale(), options).format(value);
}
