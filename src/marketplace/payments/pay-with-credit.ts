import type { Row, Transaction } from '#engine/database/database.ts';
import { ApiError, badRequest } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { findFirstCreate } from '#engine/records/repeat-create.ts';
import { creditToSpend } from '#rules/money/credit-to-spend.ts';
import { findPayment, insertPayment, lockCredit } from './payments.store.ts';
import { publishRow } from './settle-payment.ts';
import { type Payable, type PaymentPurpose, purposeOf, type Till } from './till.ts';

/**
 * Pays with what the learner has here: minutes of a package where they are enough for all of it, else the learner's credit, as much of what is still to be paid as there is credit, in one transaction. What it is for is locked first,
 * then the credit, so that it is never spent twice. The rest, if any, is paid in another way while the time is held.
 */
export async function payWithCredit(till: Till, event: RecordEvent): Promise<Row> {
  const { engine } = till;
  const { record, authorId, requestHash } = event;
  const first = await findFirstCreate(engine.db, { ...event, id: record.id });
  if (first) return first;
  const wanted = purposeOf(till, record);
  if (!wanted) {
    throw badRequest('Failed to create record.', {
      lesson: { code: 'validation_required', message: 'Cannot be blank.' },
    });
  }
  const { purpose, id } = wanted;
  const nowMs = engine.clock.nowMs();
  const now = new Date(nowMs).toISOString();
  return engine.db.transaction(async (tx) => {
    await purpose.lock?.(tx, id);
    const repeated = await findFirstCreate(tx, { ...event, id: record.id });
    if (repeated) return repeated;
    const payable = await purpose.find(tx, id, nowMs);
    if (!payable || payable.learner !== authorId) {
      throw refuse(purpose, 400, { code: 'validation_missing_rel_records', message: purpose.words.missing });
    }
    if (payable.refusal) throw refuse(purpose, 400, payable.refusal);
    const row = {
      id: record.id,
      learner: authorId,
      [purpose.field]: id,
      method: 'credit',
      status: 'processing',
      provider: '',
      created: now,
      updated: now,
      _author: authorId,
      _request_hash: requestHash,
    };
    const drawn = await purpose.draw?.(tx, { of: id, learner: authorId, nowMs, row });
    const payment =
      drawn ??
      (await spendCredit(tx, row, {
        ...payable,
        isPaidWhole: purpose.isPaidWhole === true,
        leastChargeCents: till.provider.leastChargeCents ?? 0,
      }));
    if (!payment)
      throw refuse(purpose, 409, { code: 'already_paid', message: 'Your credit was used for this already.' });
    await purpose.settle(engine, tx, { payment, reference: '', nowMs });
    const settled = (await findPayment(tx, record.id)) ?? payment;
    tx.afterCommit(() => publishRow(engine, 'payments', settled));
    return settled;
  });
}

/** As much of the learner's credit in money as is still to be paid. */
async function spendCredit(
  tx: Transaction,
  row: Row,
  {
    learner,
    priceCents,
    paidCents,
    isPaidWhole,
    leastChargeCents,
  }: Payable & { isPaidWhole: boolean; leastChargeCents: number },
): Promise<Row | undefined> {
  const dueCents = priceCents - paidCents;
  const creditCents = await lockCredit(tx, learner);
  const amountCents = creditToSpend(creditCents, dueCents, leastChargeCents);
  if (isPaidWhole && amountCents < dueCents) {
    const message = 'You have not enough credit to pay all of this.';
    throw badRequest('Failed to create record.', { method: { code: 'no_credit', message } });
  }
  if (amountCents <= 0) {
    const message = creditCents > 0 ? 'You have not enough credit to pay all of this.' : 'You have no credit.';
    throw badRequest('Failed to create record.', { method: { code: 'no_credit', message } });
  }
  return insertPayment(tx, { ...row, amountCents });
}

function refuse({ field }: PaymentPurpose, status: number, error: { code: string; message: string }): ApiError {
  return new ApiError(status, error.message, { [field]: error });
}
