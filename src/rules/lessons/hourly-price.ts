import { portionOf } from '../money/divide-cents.ts';

type HourlyPrices = { hourlyCents: number; eveningSurchargePercent: number; weekendSurchargePercent: number };

/** Cents for a length at an hourly price in cents with a surcharge in percent: the length rounds first, then the surcharge on it, as in a quote's lines. */
export function priceWithSurcharge(hourlyCents: number, minutes: number, surchargePercent: number): number {
  const base = portionOf(hourlyCents, minutes, 60);
  return base + portionOf(base, surchargePercent, 100);
}

/** The lowest and the highest price of an hour in cents: evenings and weekends may cost more. */
export function hourlyRange(prices: HourlyPrices): { fromCents: number; toCents: number } {
  const { hourlyCents, eveningSurchargePercent, weekendSurchargePercent } = prices;
  const most = Math.max(0, eveningSurchargePercent, weekendSurchargePercent);
  return { fromCents: hourlyCents, toCents: priceWithSurcharge(hourlyCents, 60, most) };
}
