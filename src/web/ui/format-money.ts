import { formatCents } from '#rules/money/format-cents.ts';

/** Integer cents as people read them: 6500 is `S$65.00`, 120450 is `S$1,204.50`, -500 is `−S$5.00`. */
export function formatMoney(cents: number): string {
  return formatCents(cents);
}
