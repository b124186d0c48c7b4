import type { Queryable, Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { newId, type Random } from '#engine/random.ts';
import { lastPayoutDay } from '#rules/payouts/next-payout.ts';
import { isReady, type PayoutPlan, planPayout } from '#rules/payouts/plan-payout.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import { dateText, instantOf, localDayOf } from '#rules/time/local-time.ts';
import { findPolicyAt } from '../policies/find-policy.ts';
import { findPayableInstructors, insertPayout, listOpenPayables, lockPayables } from './payouts.store.ts';

export const payoutZone = 'Asia/Singapore';

/**
 * Plans the payouts of the latest payout day (domain rule 21), an instructor a transaction, and answers their ids. On the day itself it takes
 * what is payable now, so that what becomes payable later on that day is not a week late; after a day that was missed, what was payable
 * by its end. Each instructor has one payout a day, however often this runs.
 */
export async function planPayouts(engine: Engine, nowMs: number): Promise<string[]> {
  const { values: policy } = await findPolicyAt(engine.db, nowMs);
  return planDay(engine.db, (work) => engine.db.transaction(work), { policy, nowMs, random: engine.random });
}

type Day = { policy: PolicyValues; nowMs: number; random: Random };

/** The same where the caller says what a transaction is. */
export async function planDay(
  db: Queryable,
  transact: <Result>(work: (tx: Queryable) => Promise<Result>) => Promise<Result>,
  { policy, nowMs, random }: Day,
): Promise<string[]> {
  const day = lastPayoutDay(localDayOf(payoutZone, nowMs), policy);
  const payableMs = Math.min(nowMs, instantOf(payoutZone, day + 1, 0) - 1);
  const date = dateText(day);
  const planned: string[] = [];
  for (let after = ''; ; ) {
    const instructors = await findPayableInstructors(db, { date, payableMs, after, policy });
    for (const instructor of instructors) {
      const wanted = { id: newId(random), instructor, date, payableMs, nowMs };
      const { payout } = await transact((tx) => planOne(tx, wanted, policy));
      if (payout) planned.push(String(payout.id));
    }
    const last = instructors.at(-1);
    if (last === undefined) return planned;
    after = last;
  }
}

export type WantedPayout = {
  id: string;
  instructor: string;
  date: string;
  payableMs: number;
  nowMs: number;
  /** Of a payout that somebody asked for. */
  author?: string;
  requestHash?: string;
};

/** Plans one payout under the instructor's lock, by what the rule says; without a row when nothing is paid. */
export async function planOne(
  tx: Queryable,
  { id, instructor, date, payableMs, nowMs, author = '', requestHash = '' }: WantedPayout,
  policy: PolicyValues,
): Promise<{ plan: PayoutPlan; payout: Row | undefined }> {
  await lockPayables(tx, instructor);
  const items = await listOpenPayables(tx, instructor);
  const plan = planPayout(items, payableMs, policy);
  if (plan.payCents === 0) return { plan, payout: undefined };
  const now = new Date(nowMs).toISOString();
  const row = {
    id,
    instructor,
    amountCents: plan.payCents,
    status: 'planned',
    date,
    dueAt: now,
    created: now,
    updated: now,
    _author: author,
    _request_hash: requestHash,
  };
  const entries = items.filter((item) => isReady(item, payableMs)).map(({ entry }) => entry);
  return { plan, payout: await insertPayout(tx, row, entries) };
}
