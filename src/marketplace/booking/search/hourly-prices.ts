import { surchargeAt } from '#rules/lessons/quote-lesson.ts';
import { portionOf } from '#rules/money/divide-cents.ts';
import { type CanCome, type OfferedStarts, startsWithin, type WantedTime } from './offered-starts.ts';

const dayMinutes = 1440;

type Prices = { hourlyCents: number; eveningSurchargePercent: number; weekendSurchargePercent: number };

/** What an hour costs in cents at a minute of the local week from Sunday, its surcharge included. */
export function hourlyCentsAt(prices: Prices, weekMinute: number): number {
  const percent = surchargeAt(prices, Math.floor(weekMinute / dayMinutes), weekMinute % dayMinutes)?.percent ?? 0;
  return prices.hourlyCents + portionOf(prices.hourlyCents, percent, 100);
}

/** The prices of an hour that an instructor asks at some time of the week, the lowest first. */
export function hourlyPricesOf(prices: Prices): number[] {
  const { hourlyCents, eveningSurchargePercent, weekendSurchargePercent } = prices;
  const percents = [0, eveningSurchargePercent, weekendSurchargePercent].map((percent) => Math.max(0, percent));
  return [...new Set(percents.map((percent) => hourlyCents + portionOf(hourlyCents, percent, 100)))].sort(
    (one, other) => one - other,
  );
}

type PricedStarts = {
  prices: Prices;
  starts: OfferedStarts;
  wanted: WantedTime;
  notBeforeMs: number;
  canCome?: CanCome;
};

/**
 * The lowest price of an hour at which an instructor is free in the wanted time; the plain price when there is no such time. Who works at
 * weekends only is found by the weekend's price.
 */
export function lowestHourlyCents({ prices, ...asked }: PricedStarts): number {
  const all = hourlyPricesOf(prices);
  if (all.length === 1) return prices.hourlyCents;
  return all.find((cents) => hasStartAt(cents, { prices, ...asked })) ?? prices.hourlyCents;
}

/** The highest price of an hour among the free times in the wanted time. */
export function highestHourlyCents({ prices, ...asked }: PricedStarts): number {
  const all = hourlyPricesOf(prices);
  if (all.length === 1) return prices.hourlyCents;
  return all.findLast((cents) => hasStartAt(cents, { prices, ...asked })) ?? prices.hourlyCents;
}

function hasStartAt(cents: number, { prices, starts, wanted, notBeforeMs, canCome }: PricedStarts): boolean {
  const fits = (weekMinute: number) => hourlyCentsAt(prices, weekMinute) === cents;
  return startsWithin(starts, wanted, { notBeforeMs, limit: 1, fits, canCome }).length > 0;
}
