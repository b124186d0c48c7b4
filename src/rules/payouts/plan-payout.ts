import type { PolicyValues } from '../policies/policy-values.ts';
import { dayMs, hourMs } from '../time/durations.ts';
import { type LocalDay, localDayOf, weekdayOf } from '../time/local-time.ts';
import { payoutCents } from './next-payout.ts';

/** When a lesson closes by itself, and from when on its money is payable (domain rule 21): hours after its end. */
export function closesAt(endMs: number, policy: Pick<PolicyValues, 'autoCloseHours'>): number {
  return endMs + policy.autoCloseHours * hourMs;
}
export function payableFrom(endMs: number, policy: Pick<PolicyValues, 'payoutAfterHours'>): number {
  return endMs + policy.payoutAfterHours * hourMs;
}

/** Whether payouts are made on an instant's local day (domain rule 21). */
export function isPayoutDay(zone: string, nowMs: number, policy: Pick<PolicyValues, 'payoutWeekday'>): boolean {
  const day: LocalDay = localDayOf(zone, nowMs);
  return weekdayOf(day) === policy.payoutWeekday;
}

/**
 * An amount that a lesson or a correction brought: positive is the instructor's, negative is owed back. `isCovered`: what is owed back is no more than
 * what the same lesson brought and nobody has paid out yet.
 */
export type PayableItem = { cents: number; payableFromMs: number; isHeldBack: boolean; isCovered?: boolean };

export type PayoutPlan = {
  payCents: number;
  /** What stays on the account: below the minimum, or owed back and recovered from what comes next (negative). */
  carriedCents: number;
  /** Not payable yet, or held back by a claim. */
  waitingCents: number;
  reason: 'paid' | 'held_longest' | 'below_minimum' | 'nothing' | 'owed_back';
};

/**
 * What a payout pays (domain rule 21): all that is payable and not held back by a claim, less what is owed back, whenever it is owed; from the
 * minimum on. Less than that waits, but never longer than `payoutMaxHoldDays`. A negative sum is carried on and recovered, never paid.
 */
export function planPayout(
  items: readonly PayableItem[],
  nowMs: number,
  policy: Pick<PolicyValues, 'payoutMinimumCents' | 'payoutMaxHoldDays'>,
): PayoutPlan {
  const ready = items.filter((item) => isReady(item, nowMs));
  const balance = sum(ready);
  const waitingCents = sum(items) - balance;
  const oldestMs = Math.min(...ready.filter(({ cents }) => cents > 0).map(({ payableFromMs }) => payableFromMs));
  const isHeldLongest = balance > 0 && nowMs - oldestMs >= policy.payoutMaxHoldDays * dayMs;
  const payCents = isHeldLongest ? balance : payoutCents(balance, policy);
  const reason =
    payCents > 0
      ? isHeldLongest && payCents < policy.payoutMinimumCents
        ? 'held_longest'
        : 'paid'
      : whyNothing(balance);
  return { payCents, carriedCents: balance - payCents, waitingCents, reason };
}

/**
 * Whether a payout takes an amount along. What is owed back counts at once, since money must not leave while a debt waits for its date; but for what its
 * own lesson covers, which goes with that: else other lessons would pay in advance for one that was never paid out.
 */
export function isReady({ cents, payableFromMs, isHeldBack, isCovered = false }: PayableItem, nowMs: number): boolean {
  return (cents < 0 && !isCovered) || (payableFromMs <= nowMs && !isHeldBack);
}

function whyNothing(balance: number): 'owed_back' | 'nothing' | 'below_minimum' {
  if (balance < 0) return 'owed_back';
  return balance === 0 ? 'nothing' : 'below_minimum';
}

function sum(items: readonly PayableItem[]): number {
  return items.reduce((total, { cents }) => total + cents, 0);
}
