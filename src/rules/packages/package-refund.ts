import { portionOf } from '../money/divide-cents.ts';
import type { PolicyValues } from '../policies/policy-values.ts';
import { dayMs } from '../time/durations.ts';
import type { PackageRest } from './draw-minutes.ts';

/**
 * Why the rest of a package is paid back: the learner asks (18), the instructor has no time, retires or is delisted (17), safety (16), or the
 * instructor hands the learner over (17).
 */
export type PackageRefundReason = 'asked' | 'no_slots' | 'instructor_ends' | 'safety' | 'handed_over';

/**
 * What comes back of a package, and what of the held rest the instructor keeps (domain rules 16 to 18). Asked for by the learner, or at its end:
 * what was paid less the used hours at the single price, never less than nothing; for any other reason all that is held. Nothing used gives
 * all of it back either way, however long ago it was bought.
 */
export function packageRefund(
  pack: PackageRest & { priceCents: number; minutes: number; singleHourlyCents: number },
  reason: PackageRefundReason,
): { refundCents: number; keptCents: number } {
  const usedAtSingle = portionOf(pack.singleHourlyCents, pack.minutes - pack.minutesLeft, 60);
  const left = reason === 'asked' ? Math.max(0, pack.priceCents - usedAtSingle) : pack.heldCents;
  const refundCents = Math.min(left, pack.heldCents);
  return { refundCents, keptCents: pack.heldCents - refundCents };
}

/** Whether a package's rest is due because its instructor shows no time (domain rule 17): none for `noSlotsDays` days. */
export function isWithoutSlots(
  lastSlotSeenMs: number,
  nowMs: number,
  policy: Pick<PolicyValues, 'noSlotsDays'>,
): boolean {
  return nowMs - lastSlotSeenMs >= policy.noSlotsDays * dayMs;
}
