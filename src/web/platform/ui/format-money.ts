import { formatCents } from '#rules/money/format-cents.ts';
import { keepFormatter } from '#texts/keep-formatter.ts';
import { locale } from '#texts/locale.ts';

/**
 * Integer cents as people read them: 6500 is `S$65.00`, 120450 is `S$1,204.50`, -500 is `−S$5.00`. In another language by its locale,
 * always with `S$`, since a bare `$` may be another country's.
 */
export function formatMoney(cents: number): string {
  if (locale().startsWith('en')) return formatCents(cents);
  const options = { style: 'currency', currency: 'SGD' } as const;
  const formatter = keepFormatter(`money ${locale()}`, () => new Intl.NumberFormat(locale(), options));
  const parts = formatter.formatToParts(cents / 100);
  return parts.map(({ type, value }) => (type === 'currency' ? 'S$' : value)).join('');
}
