import { portionOf } from '../money/divide-cents.ts';
import { formatCents } from '../money/format-cents.ts';
import { localDayOf, localMinuteOf, weekdayOf } from '../time/local-time.ts';
import { priceWithSurcharge } from './hourly-price.ts';

export type PriceLine = {
  kind: 'lesson' | 'evening' | 'weekend' | 'package' | 'platform_fee';
  text: string;
  cents: number;
};

export type PriceList = {
  hourlyCents: number;
  eveningSurchargePercent: number;
  weekendSurchargePercent: number;
  timezone: string;
};

/** A weekday evening begins at 18:00 of the instructor's wall time (domain a5). */
const eveningMinute = 18 * 60;

/** What is added for when a lesson begins. */
export type Surcharge = { kind: 'evening' | 'weekend'; percent: number } | undefined;

/** The lines of a lesson's price; their sum is what is charged. Surcharges go by the start, in the instructor's zone. */
export function quoteLesson(prices: PriceList, startMs: number, durationMinutes: number): PriceLine[] {
  const base = portionOf(prices.hourlyCents, durationMinutes, 60);
  const lines: PriceLine[] = [
    { kind: 'lesson', text: `${durationMinutes} minutes at ${formatCents(prices.hourlyCents)}`, cents: base },
  ];
  const surcharge = surchargeOf(prices, startMs);
  if (surcharge) {
    const { kind, percent } = surcharge;
    const text = `${kind === 'weekend' ? 'Weekend' : 'Weekday evening'}, ${percent} %`;
    lines.push({ kind, text, cents: portionOf(base, percent, 100) });
  }
  lines.push({ kind: 'platform_fee', text: 'Platform fee', cents: 0 });
  return lines;
}

/** What a lesson costs in cents: the sum of its lines, without making them. */
export function lessonCents(prices: PriceList, startMs: number, durationMinutes: number): number {
  return priceWithSurcharge(prices.hourlyCents, durationMinutes, surchargeOf(prices, startMs)?.percent ?? 0);
}

function surchargeOf(prices: PriceList, startMs: number): Surcharge {
  const weekday = weekdayOf(localDayOf(prices.timezone, startMs));
  return surchargeAt(prices, weekday, localMinuteOf(prices.timezone, startMs));
}

/** The surcharge of a start at a minute of a local weekday (0 is Sunday), undefined when the price is the plain one. */
export function surchargeAt(
  prices: Pick<PriceList, 'eveningSurchargePercent' | 'weekendSurchargePercent'>,
  weekday: number,
  minute: number,
): Surcharge {
  if (weekday === 0 || weekday === 6) {
    const percent = prices.weekendSurchargePercent;
    return percent > 0 ? { kind: 'weekend', percent } : undefined;
  }
  const percent = prices.eveningSurchargePercent;
  return minute >= eveningMinute && percent > 0 ? { kind: 'evening', percent } : undefined;
}

/** The sum of the lines. */
export function totalCents(lines: readonly PriceLine[]): number {
  return lines.reduce((sum, line) => sum + line.cents, 0);
}
