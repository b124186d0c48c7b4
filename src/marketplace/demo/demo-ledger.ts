import { type FeeHistory, platformFee } from '#rules/fees/platform-fee.ts';
import { nextPayoutDay, payoutCents } from '#rules/payouts/next-payout.ts';
import { firstPolicyValues as policy } from '#rules/policies/policy-values.ts';
import { dateText, localDayOf } from '#rules/time/local-time.ts';
import { addDays, demoZone, instantMsOn, isoOf } from './demo-dates.ts';
import type { DemoLesson } from './demo-lessons.ts';
import { instructorId } from './demo-people.ts';

/** A ledger transaction to post: what caused it, when, and amounts by account that sum to zero. */
export type LedgerMove = {
  cause: string;
  kind: string;
  lesson: string | null;
  payment: string | null;
  at: string;
  entries: Array<{ account: string; cents: number }>;
};

type TimedMove = LedgerMove & { atMs: number };

const hourMs = 3_600_000;

/**
 * The money of the demo's lessons in order of time: each price is held from its payment on, and 72 hours after the lesson's end it
 * becomes payable to the instructor less the platform's fee (domain rules 20 and 21, by version 1 of the policies). On Wednesdays at noon what is payable is paid out.
 */
export function ledgerMoves(lessons: readonly DemoLesson[], nowMs: number): LedgerMove[] {
  const moves: TimedMove[] = [];
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
    const payableMs = lesson.endMs + policy.payoutAfterHours * hourMs;
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
  moves.push(...payoutMoves(moves, nowMs));
  return moves.sort((one, other) => one.atMs - other.atMs).map(({ atMs: _, ...move }) => move);
}

/** The weekly payouts: of each instructor all that was settled since the last one, from the smallest sum on that is paid. */
function payoutMoves(moves: readonly TimedMove[], nowMs: number): TimedMove[] {
  const settled = moves.flatMap(({ atMs, entries }) =>
    entries.flatMap(({ account, cents }) =>
      account.startsWith('instructor_payable:') ? [{ account, cents: -cents, atMs }] : [],
    ),
  );
  const byAccount = Map.groupBy(settled, ({ account }) => account);
  return [...byAccount].flatMap(([account, earned]) =>
    weeklyPayouts(earned, nowMs).map(({ cents, atMs }) => payoutMove(account, cents, atMs)),
  );
}

type Sum = { cents: number; atMs: number };

function weeklyPayouts(earned: readonly Sum[], nowMs: number): Sum[] {
  const payouts: Sum[] = [];
  let paid = 0;
  let date = dateText(nextPayoutDay(localDayOf(demoZone, Math.min(...earned.map(({ atMs }) => atMs))), policy));
  for (let atMs = noonOf(date); atMs <= nowMs; date = addDays(date, 7), atMs = noonOf(date)) {
    const due = earned.reduce((sum, one) => (one.atMs <= atMs ? sum + one.cents : sum), -paid);
    const cents = payoutCents(due, policy);
    if (cents === 0) continue;
    payouts.push({ cents, atMs });
    paid += cents;
  }
  return payouts;
}

function noonOf(date: string): number {
  return instantMsOn(date, 12 * 60);
}

function payoutMove(account: string, cents: number, atMs: number): TimedMove {
  return {
    cause: `payout:${account}:${isoOf(atMs).slice(0, 10)}`,
    kind: 'payout',
    lesson: null,
    payment: null,
    atMs,
    at: isoOf(atMs),
    entries: [
      { account, cents },
      { account: 'provider_clearing', cents: -cents },
    ],
  };
}

function feeOf({ plan, priceCents }: DemoLesson, taught: Map<string, FeeHistory>): number {
  const key = `${plan.learner.key} ${plan.instructor.key}`;
  const before = taught.get(key) ?? { paidMinutes: 0, feeCents: 0 };
  const feeCents = platformFee({ keptCents: priceCents, durationMinutes: plan.durationMinutes }, before, policy);
  taught.set(key, { paidMinutes: before.paidMinutes + plan.durationMinutes, feeCents: before.feeCents + feeCents });
  return feeCents;
}
