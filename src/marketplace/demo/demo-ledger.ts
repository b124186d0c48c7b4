import { type FeeHistory, platformFee } from '#rules/fees/platform-fee.ts';
import { isoOf } from './demo-dates.ts';
import type { DemoLesson } from './demo-lessons.ts';
import { instructorId } from './demo-people.ts';

/** A ledger transaction to post: what caused it, when, and amounts by account that sum to zero. */
export type LedgerMove = {
  cause: string;
  kind: string;
  lesson: string;
  payment: string;
  at: string;
  entries: Array<{ account: string; cents: number }>;
};

const hourMs = 3_600_000;

/**
 * The money of the demo's lessons in order of time: each price is held from its payment on, and 72 hours after the lesson's end it
 * becomes payable to the instructor less the platform's fee (domain rules 20 and 21: 10 % of a learner's first 10 hours, then 5 %,
 * at most S$120 a learner).
 */
export function ledgerMoves(lessons: readonly DemoLesson[], nowMs: number): LedgerMove[] {
  const moves: Array<LedgerMove & { atMs: number }> = [];
  const taught = new Map<string, FeeHistory>();
  for (const lesson of lessons) {
    const { id, priceCents, payment } = lesson;
    const paidMs = lesson.bookedMs + 2 * 60_000;
    const common = { lesson: id, payment };
    moves.push({
      ...common,
      cause: `payment:${payment}`,
      kind: 'payment',
      atMs: paidMs,
      at: isoOf(paidMs),
      entries: [
        { account: 'provider_clearing', cents: priceCents },
        { account: `held:${id}`, cents: -priceCents },
      ],
    });
    const payableMs = lesson.endMs + 72 * hourMs;
    if (payableMs > nowMs) continue;
    const feeCents = feeOf(lesson, taught);
    moves.push({
      ...common,
      cause: `settlement:${id}`,
      kind: 'settlement',
      atMs: payableMs,
      at: isoOf(payableMs),
      entries: [
        { account: `held:${id}`, cents: priceCents },
        { account: `instructor_payable:${instructorId(lesson.plan.instructor)}`, cents: feeCents - priceCents },
        { account: 'platform_fees', cents: -feeCents },
      ],
    });
  }
  return moves.sort((one, other) => one.atMs - other.atMs).map(({ atMs: _, ...move }) => move);
}

function feeOf({ plan, priceCents }: DemoLesson, taught: Map<string, FeeHistory>): number {
  const key = `${plan.learner.key} ${plan.instructor.key}`;
  const before = taught.get(key) ?? { paidMinutes: 0, feeCents: 0 };
  const feeCents = platformFee(priceCents, plan.durationMinutes, before);
  taught.set(key, { paidMinutes: before.paidMinutes + plan.durationMinutes, feeCents: before.feeCents + feeCents });
  return feeCents;
}
