import { portionOf } from '#rules/money/divide-cents.ts';

type HourlyPrices = { hourlyCents: number; eveningSurchargePercent: number; weekendSurchargePercent: number };

/** The lowest and the highest price of an hour in cents: evenings and weekends may cost more. */
export function hourlyRange(prices: HourlyPrices): { fromCents: number; toCents: number } {
  const { hourlyCents, eveningSurchargePercent, weekendSurchargePercent } = prices;
  const most = Math.max(0, eveningSurchargePercent, weekendSurchargePercent);
  return { fromCents: hourlyCents, toCents: priceOf(hourlyCents, 60, most) };
}

/** Cents for a length at an hourly price with a surcharge in percent; each part rounds as in the quote. */
export function priceOf(hourlyCents: number, minutes: number, surchargePercent: number): number {
  const base = portionOf(hourlyCents, minutes, 60);
  return base + portionOf(base, surchargePercent, 100);
}
