import type { Queryable, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { refuseUpdate } from '#engine/http/api-error.ts';
import type { IncomingMoney, Payable, PaymentPurpose } from '../../../money/payments/till.ts';
import { tellOfRefunds } from '../../../money/refunds/tell-of-refunds.ts';
import { announcePaymentRefunded } from '../announcing/announce-payment-refunded.ts';
import { announceTakenBack } from '../announcing/announce-taken-back.ts';
import { giveBackRefilled } from '../cancelling/give-back-refilled.ts';
import { settleGivenMoney } from '../settle-given-money.ts';
import { publishLesson, tellOfMove } from '../tell-of-move.ts';
import { newStartCode } from './complete-state.ts';
import { freezeLesson, thawLesson } from './freeze-lesson.ts';
import { callPayLesson, findPayableLesson, isKeptTooOften, lockPayable, prolongHold } from './paying.store.ts';

/** What payments ask and tell of lessons. A lesson's hold is confirmed by its whole price. */
export const lessonPurpose: PaymentPurpose = {
  field: 'lesson',
  find: findPayable,
  keep: keepHold,
  lock: lockPayable,
  settle: confirmPaid,
  record: settleGivenMoney,
  freeze: freezeLesson,
  thaw: thawLesson,
  tellOfBank: (engine, tx, { id, takenBack }) => announceTakenBack(engine, tx, id, takenBack),
  words: {
    missing: 'There is no such lesson of yours.',
    paid: 'This lesson is paid.',
    underWay: 'A payment of this lesson is under way.',
  },
};

async function findPayable(db: Queryable, id: string, nowMs: number): Promise<Payable | undefined> {
  const lesson = await findPayableLesson(db, id);
  if (!lesson) return undefined;
  const { learner, priceCents, paidCents, status, holdExpiresAt } = lesson;
  const untilMs = holdExpiresAt?.getTime() ?? 0;
  const payable = { learner, priceCents, paidCents, untilMs };
  if (status === 'held' && untilMs > nowMs) return payable;
  if (status === 'held' || status === 'expired') {
    const message = 'The time is no longer held for you. Nothing was charged.';
    return { ...payable, refusal: { code: 'hold_expired', message } };
  }
  return { ...payable, refusal: { code: 'not_payable', message: 'This lesson does not wait for a payment.' } };
}

// Others need an hour to take a time that was not paid in the end.
const freeBeforeMs = 3_600_000;

async function keepHold(
  engine: Engine,
  tx: Transaction,
  { id, untilMs, nowMs }: { id: string; untilMs: number; nowMs: number },
): Promise<number | undefined> {
  if (await isKeptTooOften(tx, id, nowMs)) {
    const message =
      'We wait for as many first payments of that week as we may. If you paid, the money goes back to you.';
    throw refuseUpdate('payment', 'too_many_unpaid', message);
  }
  const lesson = await prolongHold(tx, id, { untilMs, freeBeforeMs, nowMs });
  if (!lesson) return undefined;
  tx.afterCommit(() => publishLesson(engine, lesson));
  return lesson.holdExpiresAt instanceof Date ? lesson.holdExpiresAt.getTime() : undefined;
}

async function confirmPaid(engine: Engine, tx: Transaction, { payment, ...money }: IncomingMoney): Promise<boolean> {
  const id = String(payment.id);
  const startCode = newStartCode(engine.random);
  const { outcome, isRefundDue, lesson } = await callPayLesson(tx, id, { ...money, startCode });
  if (outcome === null) return false;
  if (outcome === 'refunded') {
    await announcePaymentRefunded(engine, tx, { payment: id, lesson: String(lesson.id) });
  }
  // Also of a lesson that is confirmed: of what was paid twice the rest goes back.
  if (isRefundDue) await tellOfRefunds(engine, tx, [id]);
  if (outcome === 'confirmed') await giveBackRefilled(engine, tx, lesson);
  const news = outcome === 'confirmed' || outcome === 'requested' ? outcome : undefined;
  await tellOfMove(engine, tx, { lesson, news });
  return true;
}
