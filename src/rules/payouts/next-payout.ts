import { type LocalDay, weekdayOf } from '../time/local-time.ts';

/** Less than this waits for the next week (policy 21). */
export const payoutMinimumCents = 2000;

const wednesday = 3;

/** The day on which money that is payable now is paid out: the Wednesday on or after `today` (policy 21). */
export function nextPayoutDay(today: LocalDay): LocalDay {
  return today + ((wednesday - weekdayOf(today) + 7) % 7);
}

/** What a payout of a balance pays: all of it, or nothing below the minimum. */
export function payoutCents(payableCents: number): number {
  return payableCents >= payoutMinimumCents ? payableCents : 0;
}
