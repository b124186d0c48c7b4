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
  entries: Array<{ account: string; amountCents: number }>;
};

const hourMs = 3_600_000;
const firstHoursMinutes = 600;
const feeCapCents = 12_000;

/**
 * The money of the demo's lessons in order of time: each price is held from its payment on, and 72 hours after the lesson's end it
 * becomes payable to the instructor less the platform's fee (domain rules 20 and 21: 10 % of a learner's first 10 hours, then 5 %,
 * at most S$120 a learner).
 */
export function ledgerMoves(lessons: readonly DemoLesson[], nowMs: number): LedgerMove[] {
  const moves: Array<LedgerMove & { atMs: number }> = [];
  const taught = new Map<string, { minutes: number; feeCents: number }>();
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
        { account: 'provider_clearing', amountCents: -priceCents },
        { account: `held:${id}`, amountCents: priceCents },
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
        { account: `held:${id}`, amountCents: -priceCents },
        { account: `instructor_payable:${instructorId(lesson.plan.instructor)}`, amountCents: priceCents - feeCents },
        { account: 'platform_fees', amountCents: feeCents },
      ].filter(({ amountCents }) => amountCents !== 0),
    });
  }
  return moves.sort((one, other) => one.atMs - other.atMs).map(({ atMs: _, ...move }) => move);
}

function feeOf({ plan, priceCents }: DemoLesson, taught: Map<string, { minutes: number; feeCents: number }>): number {
  const key = `${plan.learner.key} ${plan.instructor.key}`;
  const before = taught.get(key) ?? { minutes: 0, feeCents: 0 };
  const firstMinutes = Math.min(plan.durationMinutes, Math.max(0, firstHoursMinutes - before.minutes));
  const firstShare = firstMinutes / plan.durationMinutes;
  const fee = Math.round(priceCents * (firstShare * 0.1 + (1 - firstShare) * 0.05));
  const feeCents = Math.min(fee, feeCapCents - before.feeCents);
  taught.set(key, { minutes: before.minutes + plan.durationMinutes, feeCents: before.feeCents + feeCents });
  return feeCents;
}
