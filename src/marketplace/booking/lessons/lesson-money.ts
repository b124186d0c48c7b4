import type { Queryable, Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { refundPercentAt } from '#rules/cancellation/cancellation-terms.ts';
import type { GoodwillFacts } from '#rules/cancellation/goodwill.ts';
import { platformFee } from '#rules/fees/platform-fee.ts';
import type { LessonActor, MoneyPlanName } from '#rules/lessons/lesson-life.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import type { Give } from '#rules/settlement/settlement-of.ts';
import { tellOfRefunds } from '../../money/refunds/tell-of-refunds.ts';
import {
  coverFromCredit,
  findFeeHistory,
  findGiven,
  findGoodwills,
  giveLessonBack,
  type LedgerEntry,
  postEntries,
} from './lesson-money.store.ts';
import { settleLesson } from './settling/settle-lesson.ts';
import { findGiftCredit } from './settling/settling.store.ts';

/**
 * What a move does to the money of a lesson. `settle`, for every lesson that ends: what is given because of it, by the rules, besides what was
 * given before (`all`: everything back), and the rest is the instructor's less the fee. Otherwise `entries` are posted first, as one
 * transaction that sums to zero; then `refundCents` of `held:<lesson>` go back to where they were paid from, and what is left stays held.
 * `leastFeeCents`: what of the fee the platform does not give up.
 */
export type MoneyPlan =
  | { settle: readonly Give[] | 'all'; leastFeeCents?: number }
  | { refundCents: number; kind?: string; entries?: readonly LedgerEntry[] };

export { findFeeHistory, findGiftCredit };

/** What a plan is worked out from: the lesson before its move, the figures of the version that it was booked under, and who moves it. */
export type MoneyFacts = { lesson: Row; policy: PolicyValues; by: LessonActor };

/** The plan by its name in the table of the life; where the terms decide, those that the lesson was booked under. */
export function planMoney(name: MoneyPlanName, facts: MoneyFacts, nowMs: number): MoneyPlan {
  if (name === 'all_back') return { settle: 'all' };
  if (name === 'keep') return { settle: [] };
  if (name === 'by_terms') return { settle: [{ to: 'refund', from: 'held', cents: backByTerms(facts, nowMs) }] };
  return { refundCents: 0 };
}

type Posted = { lesson: Row; plan: MoneyPlan; policy: PolicyValues; nowMs: number };

/**
 * What of a plan's money goes back to where it came from, and what would but became credit, as no payment takes it back any more; less what of all the
 * credit given covers what the learner's bank took back, so that it may be negative.
 */
export type MoneyBack = { refundCents: number; creditedCents: number };

/** Posts a plan; the move's own number, or that of the settlement, makes it happen once. */
export async function postMoneyPlan(engine: Engine, tx: Transaction, posted: Posted): Promise<MoneyBack> {
  const { lesson: row, plan, nowMs } = posted;
  const lesson = String(row.id);
  const { cause, kind, entries, backCents } = await stepsOf(tx, posted);
  if (entries.length > 0) await postEntries(tx, { cause: `move:${cause}`, kind, lesson, entries, nowMs });
  const back = backCents === 0 ? undefined : await giveLessonBack(tx, { lesson, cause, cents: backCents, nowMs });
  if (back && back.payments.length > 0) await tellOfRefunds(engine, tx, back.payments);
  const restCents = back?.creditedCents ?? 0;
  const coveredCents = await coverByCredit(tx, { lesson, plan, restCents, nowMs });
  return { refundCents: back?.refundedCents ?? 0, creditedCents: restCents - coveredCents };
}

/** What to post, and then the cents of what is held that go back, null for all. */
type Steps = { cause: string; kind: string; entries: readonly LedgerEntry[]; backCents: number | null };

async function stepsOf(tx: Transaction, { lesson, plan, policy, nowMs }: Posted): Promise<Steps> {
  if (!('settle' in plan)) {
    const { entries = [], kind = 'adjustment', refundCents } = plan;
    return { cause: `${String(lesson.id)}:${Number(lesson.sequence)}`, kind, entries, backCents: refundCents };
  }
  const { settle: gives, leastFeeCents } = plan;
  const { cause, entries, refundCents } = await settleLesson(tx, { lesson, gives, leastFeeCents, policy, nowMs });
  return { cause, kind: 'settlement', entries, backCents: plan.settle === 'all' ? null : refundCents };
}

// Nobody has from the bank what is credit, too. Credit of before was there to cover it already.
async function coverByCredit(
  tx: Transaction,
  { lesson, plan, restCents, nowMs }: { lesson: string; plan: MoneyPlan; restCents: number; nowMs: number },
): Promise<number> {
  const gives = 'settle' in plan && plan.settle !== 'all' ? plan.settle : [];
  const givenCents = gives.reduce((sum, { to, cents }) => (to === 'credit' ? sum + cents : sum), restCents);
  return givenCents > 0 ? Math.min(givenCents, await coverFromCredit(tx, lesson, nowMs)) : 0;
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

/**
 * What was paid for a lesson and its learner was not given back yet, as money or credit, and what of the rest the platform gave in the instructor's place:
 * for whoever decides about its money once more.
 */
export async function weighGiven(
  db: Queryable,
  lesson: string,
): Promise<{ leftCents: number; byPlatformCents: number }> {
  const { paidCents, gives } = await findGiven(db, lesson);
  const toLearner = gives.filter(({ to }) => to === 'refund' || to === 'credit');
  const sumOf = (some: readonly Give[]) => some.reduce((sum, { cents }) => sum + cents, 0);
  return {
    leftCents: Math.max(0, paidCents - sumOf(toLearner)),
    byPlatformCents: Math.min(paidCents, sumOf(toLearner.filter(({ from }) => from === 'platform'))),
  };
}

/** What decides about the credit of a lesson that its instructor called off late or missed: the two count together (domain rule 11). */
export async function weighGoodwill(
  db: Queryable,
  { lesson, isPaid, policy }: { lesson: Row; isPaid: boolean; policy: PolicyValues },
): Promise<GoodwillFacts> {
  const goodwills = await findGoodwills(db, lesson);
  return { isPaid, ...goodwills, platformFeeCents: await weighFee(db, { lesson, policy }) };
}

/** The platform's fee of a lesson if all of its price is kept. */
export async function weighFee(
  db: Queryable,
  { lesson, policy }: { lesson: Row; policy: PolicyValues },
): Promise<number> {
  const [keptCents, durationMinutes] = [Number(lesson.priceCents), Number(lesson.durationMinutes)];
  const kept = { keptCents, durationMinutes, isOwnLearner: Boolean(lesson.ownLearner) };
  return platformFee(kept, await findFeeHistory(db, lesson), policy);
}
