import type { Queryable, Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { newId, type Random } from '#engine/random.ts';
import { lastPayoutDay } from '#rules/payouts/next-payout.ts';
import { isReady, type PayoutPlan, planPayout } from '#rules/payouts/plan-payout.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import { dateText, instantOf, localDayOf } from '#rules/time/local-time.ts';
import { findPolicyAt } from '../../platform/policies/find-policy.ts';
import { findPayableInstructors, insertPayouts, listOpenPayables, lockPayables } from './payouts.store.ts';

export const payoutZone = 'Asia/Singapore';

/**
 * Plans the payouts of the latest payout day (domain rule 21), some instructors a transaction, and answers their ids. On the day itself it takes
 * what is payable now, so that what becomes payable later on that day is not a week late; after a day that was missed, what was payable
 * by its end. Each instructor has one payout a day, however often this runs.
 */
export async function planPayouts(engine: Engine, nowMs: number): Promise<string[]> {
  const { values: policy } = await findPolicyAt(engine.db, nowMs);
  return planDay(engine.db, (work) => engine.db.transaction(work), { policy, nowMs, random: engine.random });
}

type Day = { policy: PolicyValues; nowMs: number; random: Random };

/** How many instructors are planned in one transaction: few calls of the database each, and nobody who posts to them waits for long. */
const together = 50;

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
    for (let first = 0; first < instructors.length; first += together) {
      const wanted = instructors
        .slice(first, first + together)
        .map((instructor) => ({ id: newId(random), instructor }));
      const results = await transact((tx) => planTogether(tx, wanted, { date, payableMs, nowMs }, policy));
      for (const { payout } of results) if (payout) planned.push(String(payout.id));
    }
    const last = instructors.at(-1);
    if (last === undefined) return planned;
    after = last;
  }
}

type PlannedDay = {
  date: string;
  payableMs: number;
  nowMs: number;
};

export type WantedPayout = {
  id: string;
  instructor: string;
  /** Of a payout that somebody asked for. */
  author?: string;
  requestHash?: string;
};

/** What was planned for an instructor; without a row when nothing is paid, or there is a payout of that day. */
export type PlannedPayout = { plan: PayoutPlan; payout: Row | undefined };

/** Plans payouts under their instructors' locks, by what the rule says, in the order they were asked for. */
export async function planTogether(
  tx: Queryable,
  wanted: readonly WantedPayout[],
  { date, payableMs, nowMs }: PlannedDay,
  policy: PolicyValues,
): Promise<PlannedPayout[]> {
  const instructors = wanted.map(({ instructor }) => instructor);
  await lockPayables(tx, instructors);
  const open = Map.groupBy(await listOpenPayables(tx, instructors), ({ instructor }) => instructor);
  const plans = wanted.map((one) => {
    const items = open.get(one.instructor) ?? [];
    const ready = items.filter((item) => isReady(item, payableMs)).map(({ entry }) => entry);
    return { ...one, plan: planPayout(items, payableMs, policy), entries: ready };
  });
  const paid = plans.filter(({ plan }) => plan.payCents > 0);
  const rows = paid.map(({ id, instructor, plan, entries, author = '', requestHash = '' }) => ({
    ...{ id, instructor, amountCents: plan.payCents, author, requestHash, entries },
  }));
  const written = rows.length === 0 ? [] : await insertPayouts(tx, rows, { date, nowMs });
  const payoutOf = new Map(written.map((payout) => [payout.id, payout]));
  return plans.map(({ id, plan }) => ({ plan, payout: payoutOf.get(id) }));
}
