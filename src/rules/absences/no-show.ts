import { type GoodwillFacts, type GoodwillPolicy, goodwillOf } from '../cancellation/goodwill.ts';
import type { PolicyValues } from '../policies/policy-values.ts';
import type { Give } from '../settlement/settlement-of.ts';
import { hourMs, minuteMs } from '../time/durations.ts';

/** A lesson's times in epoch milliseconds and what was paid for it through the platform. */
export type MissedLesson = { startMs: number; endMs: number; priceCents: number };

/** Whether it may be said that the other side is missing: from start + `noShowAfterMinutes` on, until the lesson would close by itself (rules 10 and 21). */
export function mayReportNoShow(
  { startMs, endMs }: MissedLesson,
  nowMs: number,
  policy: Pick<PolicyValues, 'noShowAfterMinutes' | 'autoCloseHours'>,
): { ok: true } | { ok: false; reason: 'too_early' | 'too_late' } {
  if (nowMs < startMs + policy.noShowAfterMinutes * minuteMs) return { ok: false, reason: 'too_early' };
  if (nowMs > endMs + policy.autoCloseHours * hourMs) return { ok: false, reason: 'too_late' };
  return { ok: true };
}

/** Until when the side said to be missing may contest it (domain rule 10); that instant itself is in time. The money is held until then. */
export function contestUntil(noShowMs: number, policy: Pick<PolicyValues, 'contestHours'>): number {
  return noShowMs + policy.contestHours * hourMs;
}

export type AbsenceOutcome = { refundCents: number; feeCents: number; creditCents: number; gives: Give[] };

/** A learner who is missing, or has no provisional licence (rule 29), pays the whole lesson (domain rule 10). */
export function learnerMissing({ priceCents }: MissedLesson): AbsenceOutcome {
  return { refundCents: 0, feeCents: priceCents, creditCents: 0, gives: [] };
}

/**
 * An instructor who is missing, or more than `noShowAfterMinutes` late so that the learner cancels free: everything back, and the credit of a
 * late cancellation besides (rules 10 and 11), since staying away must not cost less than cancelling; see `goodwillOf`. `byPlatformCents`: what the
 * platform gave the learner in the instructor's place by the first-lesson guarantee (rule 14); it has that back.
 */
export function instructorMissing(
  { priceCents, byPlatformCents = 0 }: MissedLesson & { byPlatformCents?: number },
  goodwill: GoodwillFacts,
  policy: GoodwillPolicy,
): AbsenceOutcome {
  const { cents: creditCents, gives } = goodwillOf(goodwill, policy);
  return {
    refundCents: priceCents,
    feeCents: 0,
    creditCents,
    gives: [
      { to: 'refund', from: 'held', cents: priceCents },
      ...(byPlatformCents > 0 ? [{ to: 'platform', from: 'held', cents: byPlatformCents } as const] : []),
      ...gives,
    ],
  };
}
