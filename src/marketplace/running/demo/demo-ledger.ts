import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { lastPayoutDay } from '#rules/payouts/next-payout.ts';
import { closesAt } from '#rules/payouts/plan-payout.ts';
import { firstPolicyValues as policy } from '#rules/policies/policy-values.ts';
import { dateText, localDayOf } from '#rules/time/local-time.ts';
import { postMoneyPlan } from '../../booking/lessons/lesson-money.ts';
import { payOutPast } from '../../money/payouts/pay-out-past.ts';
import { addDays, demoZone, instantMsOn } from './demo-dates.ts';
import { findLessonRows, postPayments } from './demo-ledger.store.ts';
import type { DemoLesson } from './demo-lessons.ts';

type Step = { atMs: number; run: () => Promise<unknown> };

/**
 * The money of the demo's lessons, by what posts all money: each price is held from its payment on, each lesson that closed was settled when
 * it did, and on Wednesdays at noon what was payable was paid out (domain rules 20 and 21).
 */
export async function postDemoMoney(
  engine: Engine,
  tx: Transaction,
  { lessons, nowMs }: { lessons: readonly DemoLesson[]; nowMs: number },
): Promise<void> {
  await postPayments(tx);
  const rows = await findLessonRows(tx);
  const closed = lessons.filter(({ status }) => status === 'closed');
  const settlements = closed.map(({ id, endMs }): Step => {
    const atMs = closesAt(endMs, policy);
    const lesson = rows.get(id) ?? {};
    return { atMs, run: () => postMoneyPlan(engine, tx, { lesson, plan: { settle: [] }, policy, nowMs: atMs }) };
  });
  const steps = [...settlements, ...payoutSteps(engine, tx, { closed, nowMs })];
  for (const { run } of steps.sort((one, other) => one.atMs - other.atMs)) await run();
}

function payoutSteps(
  engine: Engine,
  tx: Transaction,
  { closed, nowMs }: { closed: readonly DemoLesson[]; nowMs: number },
): Step[] {
  const steps: Step[] = [];
  const firstMs = Math.min(nowMs, ...closed.map(({ endMs }) => endMs));
  let date = dateText(lastPayoutDay(localDayOf(demoZone, firstMs), policy));
  for (; noonOf(date) <= nowMs; date = addDays(date, 7)) {
    const atMs = noonOf(date);
    steps.push({ atMs, run: () => payOutPast(engine, tx, atMs) });
  }
  return steps;
}

function noonOf(date: string): number {
  return instantMsOn(date, 12 * 60);
}
