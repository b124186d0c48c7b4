import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { refundPercentAt } from '#rules/cancellation/cancellation-terms.ts';
import type { MoneyPlanName } from '#rules/lessons/lesson-life.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import { tellOfRefunds } from '../refunds/tell-of-refunds.ts';
import { findPaymentsOf, type LedgerEntry, postEntries, refundLesson } from './lesson-money.store.ts';

/**
 * What a move does to the money of a lesson. `entries` are posted first, as one transaction that sums to zero (a fee, credit out of
 * goodwill, what is taken back from a payable); then `refundCents` of `held:<lesson>` go back to where they were paid from. What is left
 * stays held until the lesson is settled.
 */
export type MoneyPlan = { refundCents: number | 'all'; kind?: string; entries?: readonly LedgerEntry[] };

/** What a plan is worked out from: the lesson before its move, and the figures of the version that it was booked under. */
export type MoneyFacts = { lesson: Row; policy: PolicyValues };

/** The plan by its name in the table of the life; where the terms decide, those that the lesson was booked under. */
export function planMoney(name: MoneyPlanName, facts: MoneyFacts, nowMs: number): MoneyPlan {
  if (name === 'all_back') return { refundCents: 'all' };
  return { refundCents: name === 'by_terms' ? backByTerms(facts, nowMs) : 0 };
}

/** Posts a plan; the move's own number makes it happen once. Answers the cents that go back to where they came from. */
export async function postMoneyPlan(
  engine: Engine,
  tx: Transaction,
  { lesson, plan, nowMs }: { lesson: Row; plan: MoneyPlan; nowMs: number },
): Promise<number> {
  const id = String(lesson.id);
  const cause = `${id}:${Number(lesson.sequence)}`;
  const { entries = [], kind = 'adjustment', refundCents } = plan;
  if (entries.length > 0) await postEntries(tx, { cause: `move:${cause}`, kind, lesson: id, entries, nowMs });
  if (refundCents === 0) return 0;
  const cents = await refundLesson(tx, { lesson: id, cause, cents: refundCents === 'all' ? null : refundCents, nowMs });
  if (cents > 0) await tellOfRefunds(engine, tx, await findPaymentsOf(tx, id));
  return cents;
}

// Half a cent is rounded in the learner's favour.
function backByTerms({ lesson, policy }: MoneyFacts, nowMs: number): number {
  const msOf = (value: unknown) => (value instanceof Date ? value.getTime() : nowMs);
  const percent = refundPercentAt(
    {
      startMs: msOf(lesson.start),
      cancellationHours: Number(lesson.cancellationHours),
      bookedMs: msOf(lesson.confirmedAt ?? lesson.created),
    },
    nowMs,
    policy,
  );
  return Math.floor((2 * Number(lesson.priceCents) * percent + 100) / 200);
}
