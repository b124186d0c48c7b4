import { locale } from './locale.ts';

/** A number as the page's locale writes it: `1,204`. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(locale()).format(value);
}
