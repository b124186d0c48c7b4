import type { Give } from '../settlement/settlement-of.ts';
import type { ClaimKind } from './open-claim.ts';

/** Outcomes of api.md. */
export type ClaimOutcome = 'none' | 'part' | 'full' | 'credit' | 'replacement';

export type DecidedClaim = {
  kind: ClaimKind;
  outcome: ClaimOutcome;
  /** What was paid for the lesson through the platform. */
  priceCents: number;
  /** For `part`, and for a `credit` of a part: how much. */
  partCents?: number;
  /** Staff found the instructor at fault. */
  isInstructorAtFault: boolean;
};

export type ClaimDecision =
  | { ok: true; refundCents: number; creditCents: number; gives: Give[] }
  | { ok: false; reason: 'part_missing' | 'more_than_paid' };

/**
 * What a decided claim moves (domain rules 14 to 16), as gives for `settlementOf`. A refund goes back the way it was paid; `credit` and
 * `replacement` are the learner's credit (a replacement lesson of the same length, up to the price paid, is booked with it). It comes from what
 * the lesson brought. Only the first-lesson guarantee is the platform's to pay, unless the instructor is at fault: then the instructor keeps
 * the lesson's money. Never more than was paid.
 */
export function decideClaim(claim: DecidedClaim): ClaimDecision {
  const { kind, outcome, priceCents, partCents, isInstructorAtFault } = claim;
  if (outcome === 'none') return { ok: true, refundCents: 0, creditCents: 0, gives: [] };
  if (outcome === 'part' && partCents === undefined) return { ok: false, reason: 'part_missing' };
  const takesPart = outcome === 'part' || outcome === 'credit';
  const cents = takesPart ? (partCents ?? priceCents) : priceCents;
  if (cents < 0 || cents > priceCents) return { ok: false, reason: 'more_than_paid' };
  const from = kind === 'first_lesson' && !isInstructorAtFault ? 'platform' : 'held';
  const to = outcome === 'part' || outcome === 'full' ? 'refund' : 'credit';
  return {
    ok: true,
    refundCents: to === 'refund' ? cents : 0,
    creditCents: to === 'credit' ? cents : 0,
    gives: [{ to, from, cents }],
  };
}
