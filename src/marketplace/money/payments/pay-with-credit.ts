import type { Row, Transaction } from '#engine/database/database.ts';
import { ApiError, refuseCreate } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { findFirstCreate } from '#engine/records/repeat-create.ts';
import { creditToSpend } from '#rules/money/credit-to-spend.ts';
import { findPayment, insertPayment, lockCredit } from './payments.store.ts';
import { partOf } from './split-payment.ts';
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
    throw refuseCreate('lesson', 'validation_required', 'Cannot be blank.');
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
    const payment = await spendAll(till, tx, { purpose, id, payable, row, nowMs });
    if (!payment)
      throw refuse(purpose, 409, { code: 'already_paid', message: 'Your credit was used for this already.' });
    await purpose.settle(engine, tx, { payment, reference: '', nowMs });
    return (await findPayment(tx, record.id)) ?? payment;
  });
}

type Spending = { purpose: PaymentPurpose; id: string; payable: Payable; row: Row; nowMs: number };

/** The payment by credit, minutes of a package before money; of what is paid in parts that of the first, with which the others go. */
async function spendAll(till: Till, tx: Transaction, spending: Spending): Promise<Row | undefined> {
  const { purpose, id, payable, row, nowMs } = spending;
  const parts = await purpose.parts?.(tx, id, nowMs);
  const options = { isPaidWhole: purpose.isPaidWhole === true, leastChargeCents: till.provider.leastChargeCents ?? 0 };
  const wanted = parts ?? [{ lesson: id, dueCents: payable.priceCents - payable.paidCents }];
  let first: Row | undefined;
  let creditCents: number | undefined;
  for (const { lesson, dueCents } of wanted) {
    const draft = parts ? partOf(row, lesson, first) : row;
    const order = { of: lesson, learner: payable.learner, nowMs, row: draft };
    // Packages are locked before credit, so none is drawn from once money is spent.
    let paid = creditCents === undefined ? await purpose.draw?.(tx, order) : undefined;
    if (!paid) {
      creditCents ??= await lockCredit(tx, payable.learner);
      paid = await spendCredit(tx, draft, { ...options, dueCents, creditCents });
      creditCents -= Number(paid?.amountCents ?? 0);
    }
    if (!paid) return undefined;
    first ??= paid;
  }
  return first;
}

type Spend = { dueCents: number; creditCents: number; isPaidWhole: boolean; leastChargeCents: number };

/** As much of the learner's credit in money as is still to be paid. */
async function spendCredit(
  tx: Transaction,
  row: Row,
  { dueCents, creditCents, isPaidWhole, leastChargeCents }: Spend,
): Promise<Row | undefined> {
  const amountCents = creditToSpend(creditCents, dueCents, leastChargeCents);
  if (isPaidWhole && amountCents < dueCents) {
    const message = 'You have not enough credit to pay all of this.';
    throw refuseCreate('method', 'no_credit', message);
  }
  if (amountCents <= 0) {
    const message = creditCents > 0 ? 'You have not enough credit to pay all of this.' : 'You have no credit.';
    throw refuseCreate('method', 'no_credit', message);
  }
  return insertPayment(tx, { ...row, amountCents });
}

function refuse({ field }: PaymentPurpose, status: number, error: { code: string; message: string }): ApiError {
  return new ApiError(status, error.message, { [field]: error });
}
