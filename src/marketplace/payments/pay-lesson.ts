import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { ApiError, badRequest, type ErrorData } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { findFirstCreate } from '#engine/records/repeat-create.ts';
import type { ChargeOutcome, PaymentProvider } from './payment-provider.ts';
import { awaitAction, failPayment, findPayable, findPayment, insertPayment } from './payments.store.ts';
import { publishRow, settlePayment } from './settle-payment.ts';

const minuteMs = 60_000;
/** A PayNow code runs out before the hold does, so that money in time meets a time still held (domain rule 1). */
const paynowMinutes = 14;

/**
 * Creates a payment: pays the whole price of a held lesson. The payment is written down first, then the provider is asked, then the
 * outcome is settled; no call leaves the house inside a transaction.
 */
export async function payLesson(engine: Engine, provider: PaymentProvider, event: RecordEvent): Promise<Row> {
  const { collection, record, authorId, requestHash } = event;
  const first = await findFirstCreate(engine.db, { collection, id: record.id, authorId, requestHash });
  if (first) return first;
  const cardNumber = cardNumberOf(event);
  checkForm(event, provider, cardNumber);
  const amountCents = await checkLesson(engine, event);
  const nowMs = engine.clock.nowMs();
  const expiresAtMs = nowMs + paynowMinutes * minuteMs;
  const method = record.method === 'paynow' ? 'paynow' : 'card';
  const now = new Date(nowMs).toISOString();
  const inserted = await insertPayment(engine.db, {
    id: record.id,
    learner: authorId,
    lesson: record.lesson,
    method,
    status: 'processing',
    amountCents,
    provider: provider.name,
    expiresAt: new Date(expiresAtMs).toISOString(),
    created: now,
    updated: now,
    _author: authorId,
    _request_hash: requestHash,
  });
  if (!inserted) return lostRace(engine, event);
  const outcome = await charge(provider, { payment: record.id, method, amountCents, cardNumber, nowMs, expiresAtMs });
  await takeOutcome(engine, record.id, outcome);
  const row = await findPayment(engine.db, record.id);
  if (!row) throw new Error('A payment vanished while it was made.');
  return row;
}

// A lesson that costs nothing needs no provider.
async function charge(
  provider: PaymentProvider,
  request: Parameters<PaymentProvider['charge']>[0],
): Promise<ChargeOutcome> {
  return request.amountCents === 0 ? { status: 'succeeded', reference: '' } : provider.charge(request);
}

/** Writes down what the provider said. */
export async function takeOutcome(engine: Engine, payment: string, outcome: ChargeOutcome): Promise<void> {
  const nowMs = engine.clock.nowMs();
  if (outcome.status === 'succeeded') return settlePayment(engine, payment, outcome.reference);
  if (outcome.status === 'failed') await failPayment(engine.db, payment, outcome.failureCode, nowMs);
  else await awaitAction(engine.db, payment, { ...outcome, nowMs });
  const row = await findPayment(engine.db, payment);
  if (row) publishRow(engine, 'payments', row);
}

function cardNumberOf({ body }: RecordEvent): string {
  const { cardNumber } = body.fields;
  return typeof cardNumber === 'string' || typeof cardNumber === 'number'
    ? String(cardNumber).replace(/[\s-]/g, '')
    : '';
}

function checkForm({ record }: RecordEvent, provider: PaymentProvider, cardNumber: string): void {
  const errors: ErrorData = {};
  if (record.lesson === '') errors.lesson = { code: 'validation_required', message: 'Cannot be blank.' };
  if (record.method !== 'card' && record.method !== 'paynow') {
    errors.method = { code: 'method_not_offered', message: 'Pay by card or PayNow.' };
  }
  const cardError = record.method === 'card' ? provider.checkCard(cardNumber) : undefined;
  if (cardError) errors.cardNumber = cardError;
  if (Object.keys(errors).length > 0) throw badRequest('Failed to create record.', errors);
}

/** Refuses what can't be paid and answers the price in cents. */
async function checkLesson(engine: Engine, { record, authorId }: RecordEvent): Promise<number> {
  const found = await findPayable(engine.db, String(record.lesson));
  if (!found || found.lesson.learner !== authorId) {
    throw refusePayment(400, 'validation_missing_rel_records', 'There is no such lesson of yours.');
  }
  if (found.payment) throw refuseSecond(found.payment, found.paymentStatus);
  const { status, holdExpiresAt, priceCents } = found.lesson;
  if (status === 'held' && holdExpiresAt && holdExpiresAt.getTime() > engine.clock.nowMs()) return priceCents;
  if (status === 'held' || status === 'expired') {
    throw refusePayment(
      400,
      'hold_expired',
      'The time was held for 15 minutes and is free again. Nothing was charged.',
    );
  }
  throw refusePayment(400, 'not_payable', 'This lesson does not wait for a payment.');
}

// Another payment of the lesson, or another create of this id, came first.
async function lostRace(engine: Engine, event: RecordEvent): Promise<Row> {
  const first = await findFirstCreate(engine.db, { ...event, id: event.record.id });
  if (first) return first;
  const found = await findPayable(engine.db, String(event.record.lesson));
  throw found?.payment
    ? refuseSecond(found.payment, found.paymentStatus)
    : refusePayment(409, 'payment_open', 'Another payment was just made. Try again.');
}

function refuseSecond(payment: string, status: string | null): ApiError {
  return status === 'succeeded'
    ? refusePayment(409, 'already_paid', 'This lesson is paid.', { payment })
    : refusePayment(409, 'payment_open', 'A payment of this lesson is under way.', { payment });
}

function refusePayment(status: number, code: string, message: string, params?: Record<string, unknown>): ApiError {
  return new ApiError(status, message, { lesson: { code, message, ...(params ? { params } : {}) } });
}
