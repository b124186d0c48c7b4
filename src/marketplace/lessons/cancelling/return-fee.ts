import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { type Give, settlementOf } from '#rules/settlement/settlement-of.ts';
import { publishRow } from '../../payments/settle-payment.ts';
import { findPolicyOf } from '../../policies/find-policy.ts';
import { planOfSettlement, postMoneyPlan } from '../lesson-money.ts';
import { noteReturned, type SettledBy } from './cancelling.store.ts';
import { settledLessonOf } from './weigh-cancellation.ts';

type Return = {
  lesson: Row;
  /** With its private columns, locked. */
  cancellation: Row;
  cents: number;
  why: 'waiver' | 'refill';
};

/**
 * Gives part of a late cancellation's fee back, in the caller's transaction: the lesson is settled anew with a larger refund, by what it was
 * settled by, and the difference is posted. What the instructor and the platform had of it goes back with it.
 */
export async function returnFee(
  engine: Engine,
  tx: Transaction,
  { lesson, cancellation, cents, why }: Return,
): Promise<void> {
  const nowMs = engine.clock.nowMs();
  const { values: policy } = await findPolicyOf(tx, Number(lesson.policyVersion));
  const { paid, history } = cancellation._settled as SettledBy;
  const settledLesson = settledLessonOf(lesson, paid);
  const backCents = Number(cancellation.refundCents) + Number(cancellation.returnedCents);
  const settle = (refundCents: number) => {
    const gives: Give[] = [{ to: 'refund', from: 'held', cents: refundCents }];
    return settlementOf(settledLesson, gives, { history, policy });
  };
  const plan = planOfSettlement(settle(backCents + cents), settledLesson, settle(backCents));
  await postMoneyPlan(engine, tx, { lesson, plan, cause: `${why}:${String(lesson.id)}`, nowMs });
  const flags = { isWaived: why === 'waiver', isRefilled: why === 'refill' };
  const row = await noteReturned(tx, { id: String(cancellation.id), cents, ...flags }, nowMs);
  if (row) tx.afterCommit(() => publishRow(engine, 'cancellations', row));
}

/** What of a cancellation's fee is still charged: nothing where it was forgiven, or no money moved. */
export function chargedCents({ feeCents, returnedCents, usesMercyPass, _settled }: Row): number {
  const paid = (_settled as SettledBy | null)?.paid;
  if (usesMercyPass || !paid || paid.moneyCents + paid.creditCents === 0) return 0;
  return Number(feeCents) - Number(returnedCents);
}
