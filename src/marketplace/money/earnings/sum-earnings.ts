import type { EarningsTotals } from '#wire/earnings.ts';
import type { Earning } from './earned-lessons.ts';

/** Sums over earnings; of a month they are what the dashboard shows, too. */
export function sumEarnings(earnings: readonly Earning[]): Omit<EarningsTotals, 'paidOutCents'> {
  const sum = (pick: (earning: Earning) => number) => earnings.reduce((total, earning) => total + pick(earning), 0);
  return {
    lessons: earnings.length,
    grossCents: sum(({ grossCents }) => grossCents),
    feeCents: sum(({ feeCents }) => feeCents),
    netCents: sum(({ netCents }) => netCents),
    pendingCents: sum(({ state, netCents }) => (state === 'pending' ? netCents : 0)),
  };
}
