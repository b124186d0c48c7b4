import { portionOf } from '../money/divide-cents.ts';

/** What came before with the same learner and instructor. */
export type FeeHistory = { paidMinutes: number; feeCents: number };

const fullRateMinutes = 600;
const capCents = 12_000;

/**
 * The platform's part of a marketplace lesson (domain rule 20): 10 % of the first ten paid hours with an instructor, then 5 %, at most
 * S$120 for one learner. A lesson across the tenth hour is split by its minutes.
 */
export function platformFee(priceCents: number, durationMinutes: number, history: FeeHistory): number {
  const atFullRate = Math.min(durationMinutes, Math.max(0, fullRateMinutes - history.paidMinutes));
  const full = portionOf(priceCents, atFullRate * 10, durationMinutes * 100);
  const reduced = portionOf(priceCents, (durationMinutes - atFullRate) * 5, durationMinutes * 100);
  return Math.max(0, Math.min(full + reduced, capCents - history.feeCents));
}
