import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { ApiError, badRequest, type ErrorData } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { findFirstCreate, hashRequest } from '#engine/records/repeat-create.ts';
import type { Charge, ChargeOutcome, PaymentProvider } from './payment-provider.ts';
import { awaitAction, failPayment, findPayable, findPayment, insertPayment } from './payments.store.ts';
import { publishRow, settlePayment } from './settle-payment.ts';

const minuteMs = 60_000;
/** How long a PayNow code is good for; never longer than the time is held, so that money in time meets it (domain rule 1). */
const paynowMinutes = 14;

/**
 * Creates a payment: pays the whole price of a held lesson. The payment is written down first, then the provider is asked, then the
 * outcome is settled; no call leaves the house inside a transaction.
 */
export async function payLesson(engine: Engine, provider: PaymentProvider, event: RecordEvent): Promise<Row> {
  const { collection, record, authorId } = event;
  const cardNumber = cardNumberOf(event);
  event.requestHash = hashWithoutCard(event, cardNumber);
  const first = await findFirstCreate(engine.db, { ...event, collection, id: record.id });
  if (first) return first;
  checkForm(event, provider, cardNumber);
  const { amountCents, holdEndsMs } = await checkLesson(engine, event);
  const nowMs = engine.clock.nowMs();
  const expiresAtMs = Math.min(nowMs + paynowMinutes * minuteMs, holdEndsMs);
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
    _request_hash: event.requestHash,
  });
  if (!inserted) return lostRace(engine, event);
  const outcome = await charge(engine, provider, {
    payment: record.id,
    method,
    amountCents,
    cardNumber,
    nowMs,
    expiresAtMs,
  });
  if (outcome) await takeOutcome(engine, record.id, outcome);
  const row = await findPayment(engine.db, record.id);
  if (!row) throw new Error('A payment vanished while it was made.');
  return row;
}

// Of a card only its last four digits count for what makes two bodies the same: not even a hash of the whole number is stored.
function hashWithoutCard({ body, requestHash }: RecordEvent, cardNumber: string): string {
  if (cardNumber === '') return requestHash;
  return hashRequest({ ...body, fields: { ...body.fields, cardNumber: cardNumber.slice(-4) } });
}

// A lesson that costs nothing needs no provider. A provider that can't be reached may still have charged: the payment stays `processing`
// and the provider is asked what became of it (expirePayments).
async function charge(engine: Engine, provider: PaymentProvider, request: Charge): Promise<ChargeOutcome | undefined> {
  if (request.amountCents === 0) return { status: 'succeeded', reference: '' };
  try {
    return await provider.charge(request);
  } catch (error) {
    engine.log.error({ err: error, payment: request.payment }, 'The payment provider gave no answer.');
    return undefined;
  }
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
  if (!provider.methods.some((method) => method === record.method)) {
    const message = provider.methods.length > 0 ? 'Pay by card or PayNow.' : 'Payments are not set up here yet.';
    errors.method = { code: 'method_not_offered', message };
  }
  const cardError = record.method === 'card' ? provider.checkCard(cardNumber) : undefined;
  if (cardError) errors.cardNumber = cardError;
  if (Object.keys(errors).length > 0) throw badRequest('Failed to create record.', errors);
}

/** Refuses what can't be paid; answers the price in cents and until when the time is held. */
async function checkLesson(
  engine: Engine,
  { record, authorId }: RecordEvent,
): Promise<{ amountCents: number; holdEndsMs: number }> {
  const found = await findPayable(engine.db, String(record.lesson));
  if (!found || found.lesson.learner !== authorId) {
    throw refusePayment(400, 'validation_missing_rel_records', 'There is no such lesson of yours.');
  }
  if (found.payment) throw refuseSecond(found.payment, found.paymentStatus);
  const { status, holdExpiresAt, priceCents } = found.lesson;
  const holdEndsMs = holdExpiresAt?.getTime() ?? 0;
  if (status === 'held' && holdEndsMs > engine.clock.nowMs()) return { amountCents: priceCents, holdEndsMs };
  if (status === 'held' || status === 'expired') {
    throw refusePayment(400, 'hold_expired', 'The time is no longer held for you. Nothing was charged.');
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
