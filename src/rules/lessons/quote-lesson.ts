import { portionOf } from '../money/divide-cents.ts';
import { formatCents } from '../money/format-cents.ts';
import { localDayOf, localMinuteOf, weekdayOf } from '../time/local-time.ts';

export type PriceLine = { kind: 'lesson' | 'evening' | 'weekend' | 'platform_fee'; text: string; cents: number };

export type PriceList = {
  hourlyCents: number;
  eveningSurchargePercent: number;
  weekendSurchargePercent: number;
  timezone: string;
};

/** A weekday evening begins at 18:00 of the instructor's wall time (domain a5). */
const eveningMinute = 18 * 60;

/** The lines of a lesson's price; their sum is what is charged. Surcharges go by the start, in the instructor's zone. */
export function quoteLesson(prices: PriceList, startMs: number, durationMinutes: number): PriceLine[] {
  const base = portionOf(prices.hourlyCents, durationMinutes, 60);
  const lines: PriceLine[] = [
    { kind: 'lesson', text: `${durationMinutes} minutes at ${formatCents(prices.hourlyCents)}`, cents: base },
  ];
  const weekday = weekdayOf(localDayOf(prices.timezone, startMs));
  const isWeekend = weekday === 0 || weekday === 6;
  if (isWeekend && prices.weekendSurchargePercent > 0) {
    const cents = portionOf(base, prices.weekendSurchargePercent, 100);
    lines.push({ kind: 'weekend', text: `Weekend, ${prices.weekendSurchargePercent} %`, cents });
  }
  const isEvening = !isWeekend && localMinuteOf(prices.timezone, startMs) >= eveningMinute;
  if (isEvening && prices.eveningSurchargePercent > 0) {
    const cents = portionOf(base, prices.eveningSurchargePercent, 100);
    lines.push({ kind: 'evening', text: `Weekday evening, ${prices.eveningSurchargePercent} %`, cents });
  }
  lines.push({ kind: 'platform_fee', text: 'Platform fee', cents: 0 });
  return lines;
}

/** The sum of the lines. */
export function totalCents(lines: readonly PriceLine[]): number {
  return lines.reduce((sum, line) => sum + line.cents, 0);
}
