import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { ApiError, badRequest, type ErrorData, type FieldError, refuseCreate } from '#engine/http/api-error.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { findFirstCreate, hashRequest } from '#engine/records/repeat-create.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { minuteMs } from '#rules/time/durations.ts';
import { payWithCredit } from './pay-with-credit.ts';
import type { Charge, ChargeOutcome, PaymentProvider } from './payment-provider.ts';
import { awaitAction, failPayment, findOpenPayment, findPayment, type OpenPayment } from './payments.store.ts';
import { settlePayment } from './settle-payment.ts';
import { insertTogether, splitPayment } from './split-payment.ts';
import { type PaymentPart, type PaymentPurpose, purposeOf, type Till } from './till.ts';

/** How long a PayNow code is good for; never longer than the time is held, so that money in time meets it (domain rule 1). */
const paynowMinutes = 14;

/**
 * Creates a payment: pays what is still to be paid of its purpose. The payment is written down first, then the provider is asked, then the
 * outcome is settled; no call leaves the house inside a transaction.
 */
export async function takePayment(till: Till, event: RecordEvent): Promise<Row> {
  const { engine, provider } = till;
  const { collection, record, authorId } = event;
  if (record.method === 'credit') return payWithCredit(till, event);
  const cardNumber = cardNumberOf(event);
  event.requestHash = hashWithoutCard(event, cardNumber);
  const first = await findFirstCreate(engine.db, { ...event, collection, id: record.id });
  if (first) return first;
  const wanted = checkForm(till, event, cardNumber);
  const { untilMs, parts, amountCents } = await checkPurpose(engine, event, wanted);
  checkAmount(provider, amountCents);
  const nowMs = engine.clock.nowMs();
  const expiresAtMs = Math.min(nowMs + paynowMinutes * minuteMs, untilMs);
  const method = record.method === 'paynow' ? 'paynow' : 'card';
  const now = new Date(nowMs).toISOString();
  const payment = {
    id: record.id,
    learner: authorId,
    [wanted.purpose.field]: wanted.id,
    method,
    status: 'processing',
    amountCents,
    provider: provider.name,
    cardLast4: method === 'card' ? cardNumber.slice(-4) : '',
    expiresAt: new Date(expiresAtMs).toISOString(),
    created: now,
    updated: now,
    _author: authorId,
    _request_hash: event.requestHash,
  };
  const made = await insertTogether(engine.db, splitPayment(payment, parts));
  if (!made) return lostRace(engine, event, wanted);
  const outcome = await charge(engine, provider, {
    payment: record.id,
    method,
    amountCents,
    cardNumber,
    nowMs,
    expiresAtMs,
  });
  if (outcome) await takeOutcome(till, record.id, outcome, made);
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

/** Writes down what the provider said, and tells subscribers unless the payment was just `made`: then its creation is what they hear. */
export async function takeOutcome(till: Till, payment: string, outcome: ChargeOutcome, made?: Row): Promise<void> {
  const { engine } = till;
  const nowMs = engine.clock.nowMs();
  if (outcome.status === 'succeeded') return settlePayment(till, payment, outcome.reference, made);
  if (outcome.status === 'failed') await failPayment(engine.db, payment, outcome.failureCode, nowMs);
  else await awaitAction(engine.db, payment, { ...outcome, nowMs });
  const row = made ? undefined : await findPayment(engine.db, payment);
  if (row) publishRow(engine, 'payments', row);
}

function cardNumberOf({ body }: RecordEvent): string {
  const { cardNumber } = body.fields;
  return typeof cardNumber === 'string' || typeof cardNumber === 'number'
    ? String(cardNumber).replace(/[\s-]/g, '')
    : '';
}

type Wanted = NonNullable<ReturnType<typeof purposeOf>>;

function checkForm(till: Till, { record }: RecordEvent, cardNumber: string): Wanted {
  const { provider } = till;
  const errors: ErrorData = {};
  const wanted = purposeOf(till, record);
  if (!wanted) errors.lesson = { code: 'validation_required', message: 'Cannot be blank.' };
  if (!provider.methods.some((method) => method === record.method)) {
    const message = provider.methods.length > 0 ? 'Pay by card or PayNow.' : 'Payments are not set up here yet.';
    errors.method = { code: 'method_not_offered', message };
  }
  const cardError = record.method === 'card' ? provider.checkCard(cardNumber) : undefined;
  if (cardError) errors.cardNumber = cardError;
  if (!wanted || Object.keys(errors).length > 0) throw badRequest('Failed to create record.', errors);
  return wanted;
}

/** Refuses what can't be paid; answers what is left to be paid in cents and until when that is in time. */
async function checkPurpose(
  engine: Engine,
  { authorId }: RecordEvent,
  { purpose, id }: Wanted,
): Promise<{ amountCents: number; untilMs: number; parts: PaymentPart[] | undefined }> {
  const nowMs = engine.clock.nowMs();
  const [payable, open] = await Promise.all([
    purpose.find(engine.db, id, nowMs),
    findOpenPayment(engine.db, purpose.field, id),
  ]);
  if (!payable || payable.learner !== authorId) {
    throw refusePayment(400, purpose, { code: 'validation_missing_rel_records', message: purpose.words.missing });
  }
  if (open) throw refuseSecond(purpose, open);
  if (payable.refusal) throw refusePayment(400, purpose, payable.refusal);
  const parts = await purpose.parts?.(engine.db, id, nowMs);
  const amountCents = parts
    ? parts.reduce((sum, { dueCents }) => sum + dueCents, 0)
    : payable.priceCents - payable.paidCents;
  return { amountCents, untilMs: payable.untilMs, parts };
}

// Asked for beforehand: refused there, the payment would be a failed one of the learner's.
function checkAmount({ leastChargeCents = 0 }: PaymentProvider, amountCents: number): void {
  if (amountCents === 0 || amountCents >= leastChargeCents) return;
  const message = `Less than ${formatCents(leastChargeCents)} can’t be paid by card or PayNow. Pay it with credit.`;
  throw refuseCreate('method', 'too_little_to_charge', message);
}

// Another payment of the same purpose, or another create of this id, came first.
async function lostRace(engine: Engine, event: RecordEvent, { purpose, id }: Wanted): Promise<Row> {
  const first = await findFirstCreate(engine.db, { ...event, id: event.record.id });
  if (first) return first;
  const open = await findOpenPayment(engine.db, purpose.field, id);
  throw open
    ? refuseSecond(purpose, open)
    : refusePayment(409, purpose, {
        code: 'payment_open',
        message: 'Another payment was just made. Try again.',
      });
}

function refuseSecond(purpose: PaymentPurpose, { id, status }: OpenPayment): ApiError {
  const params = { payment: id };
  return status === 'succeeded'
    ? refusePayment(409, purpose, { code: 'already_paid', message: purpose.words.paid, params })
    : refusePayment(409, purpose, { code: 'payment_open', message: purpose.words.underWay, params });
}

function refusePayment(status: number, { field }: PaymentPurpose, error: FieldError): ApiError {
  return new ApiError(status, error.message, { [field]: error });
}
