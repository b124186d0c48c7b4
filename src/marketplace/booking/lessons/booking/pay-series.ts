import type { Queryable, Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import type { IncomingMoney, Payable, PaymentPurpose } from '../../../money/payments/till.ts';
import { tellOfRefunds } from '../../../money/refunds/tell-of-refunds.ts';
import { giveBackRefilled } from '../cancelling/give-back-refilled.ts';
import { publishLesson } from '../tell-of-move.ts';
import { announceSeries, announceSeriesRefunded } from './announce-series.ts';
import { newStartCode } from './complete-state.ts';
import { lessonPurpose } from './confirm-paid.ts';
import { callPayLesson } from './paying.store.ts';
import { findSeriesLearner, listCharged, listHeldParts, lockSeries } from './series.store.ts';

/**
 * What payments ask and tell of lessons that are held together: all that are held still are paid at once, each with a payment of its own that is charged
 * with the first. What happens to one of them later is its own business.
 */
export const seriesPurpose: PaymentPurpose = {
  field: 'lessonSeries',
  find: findPayable,
  parts: listHeldParts,
  isPaidWhole: true,
  keep: keepAll,
  lock: lockSeries,
  settle: settleAll,
  words: {
    missing: 'There are no such lessons of yours.',
    paid: 'These lessons are paid.',
    underWay: 'A payment of these lessons is under way.',
  },
};

async function findPayable(db: Queryable, series: string, nowMs: number): Promise<Payable | undefined> {
  const learner = await findSeriesLearner(db, series);
  if (learner === undefined) return undefined;
  const parts = await listHeldParts(db, series, nowMs);
  const priceCents = parts.reduce((sum, { dueCents }) => sum + dueCents, 0);
  const untilMs = Math.min(...parts.map((part) => part.untilMs));
  if (parts.length > 0) return { learner, priceCents, paidCents: 0, untilMs };
  const message = 'These times are no longer held for you. Nothing was charged.';
  return { learner, priceCents: 0, paidCents: 0, untilMs: 0, refusal: { code: 'hold_expired', message } };
}

// All are kept until one instant: the soonest, kept as a lesson alone would be, says until when. Else later ones would be held when nobody waits for
// their money any more.
async function keepAll(
  engine: Engine,
  tx: Transaction,
  { id, untilMs, nowMs }: { id: string; untilMs: number; nowMs: number },
): Promise<number | undefined> {
  let allMs: number | undefined;
  for (const { lesson } of await listHeldParts(tx, id, nowMs)) {
    const keptMs = await lessonPurpose.keep?.(engine, tx, { id: lesson, untilMs: allMs ?? untilMs, nowMs });
    if (keptMs !== undefined) allMs = Math.min(keptMs, allMs ?? keptMs);
  }
  return allMs;
}

type Outcome = { payment: Row; lesson: Row; outcome: string };

// All locks come first, in their order; then each lesson is settled by its own payment. Times that are no longer held give their own share back.
async function settleAll(engine: Engine, tx: Transaction, { payment, ...money }: IncomingMoney): Promise<boolean> {
  await lockSeries(tx, String(payment.lessonSeries));
  const settled: Outcome[] = [];
  for (const part of await listCharged(tx, String(payment.chargedWith || payment.id))) {
    const startCode = newStartCode(engine.random);
    const { outcome, lesson } = await callPayLesson(tx, String(part.id), { ...money, startCode });
    if (outcome !== null) settled.push({ payment: part, lesson, outcome });
  }
  await tellOfRefunds(
    engine,
    tx,
    settled.map((one) => String(one.payment.id)),
  );
  const lessonsThat = (outcome: string) => settled.filter((one) => one.outcome === outcome).map(({ lesson }) => lesson);
  for (const lesson of lessonsThat('confirmed')) await giveBackRefilled(engine, tx, lesson);
  await announceSeries(engine, tx, lessonsThat('confirmed'), 'confirmed');
  await announceSeries(engine, tx, lessonsThat('requested'), 'requested');
  await announceSeriesRefunded(engine, tx, lessonsThat('refunded'), String(payment.id));
  tx.afterCommit(() => {
    for (const { lesson } of settled) publishLesson(engine, lesson);
  });
  return settled.length > 0;
}
