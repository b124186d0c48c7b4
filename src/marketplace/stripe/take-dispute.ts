import type Stripe from 'stripe';
import { changeChargebackFee, closeChargeback, openChargeback } from '../chargebacks/take-chargeback.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { idOf } from '../payments/stripe/refunded-of.ts';
import type { Till } from '../payments/till.ts';
import { openCase } from '../provider-cases/open-case.ts';

type Events = NonNullable<PaymentProvider['events']>;

/**
 * Takes what Stripe tells of a dispute. What it moved of our balance counts, never the amount that the bank names, which may be in another currency. What
 * can't be booked is finance's to look at, by the date until which Stripe takes an answer.
 */
export async function takeDispute(till: Till, events: Events, told: Stripe.Dispute): Promise<void> {
  // What is told may be older than what was taken before: it is read as it is now.
  const now = await events.dispute(told.id);
  const dispute = { ...told, ...now };
  // An inquiry takes no money yet; when it does, the dispute is told of again.
  if (isInquiry(dispute)) return;
  const { takenCents, backCents, feeCents } = movedOf(dispute);
  const amountCents = takenCents ?? namedCents(dispute);
  const about = {
    kind: 'dispute' as const,
    reference: dispute.id,
    amountCents: dispute.amount ?? 0,
    currency: dispute.currency ?? '',
    dueMs: dispute.evidence_details?.due_by ? dispute.evidence_details.due_by * 1000 : undefined,
  };
  const ask = (reason: 'unknown' | 'other_currency' | 'other_sum' | 'lost_again', more = {}) =>
    till.engine.db.transaction((tx) => openCase(till.engine, tx, { ...about, reason, ...more }));
  if (amountCents === undefined) return ask('other_currency');
  const named = idOf(dispute.payment_intent);
  const charge = idOf(dispute.charge);
  const paymentReference = named === '' && charge !== '' ? await events.paymentOf(charge) : named;
  const open = { id: dispute.id, paymentReference, amountCents, feeCents };
  const booked = await openChargeback(till, open);
  if (!booked) return ask('unknown', { amountCents, currency: 'sgd' });
  const { payment, bookedCents } = booked;
  if (feeCents !== undefined) await changeChargebackFee(till, dispute.id, feeCents);
  // What came in another sum than was booked is for a person.
  if (takenCents !== undefined && bookedCents !== takenCents) {
    await ask('other_sum', { amountCents: takenCents, currency: 'sgd', payment });
  }
  if (dispute.status !== 'won' && dispute.status !== 'lost') return;
  const isWon = dispute.status === 'won';
  if (isWon && backCents > 0 && backCents !== bookedCents) {
    await ask('other_sum', { amountCents: backCents, currency: 'sgd', payment });
  }
  const isWonBefore = await closeChargeback(till, open, isWon);
  // What is told late says nothing.
  if (now && !isWon && isWonBefore) await ask('lost_again', { payment });
}

// A bank that only asks, or what was settled before anything was taken.
function isInquiry({ status }: Stripe.Dispute): boolean {
  return status.startsWith('warning_') || status === 'prevented';
}

type Moved = { takenCents: number | undefined; backCents: number; feeCents: number | undefined };

/** What Stripe took off our balance for a dispute and gave back, in S$, and its fee; undefined while it says nothing of that, or moved another currency. */
function movedOf({ balance_transactions: moved }: Stripe.Dispute): Moved {
  const all = ((moved as typeof moved | undefined) ?? []).filter((each) => typeof each === 'object');
  const fees = all.reduce((sum, { fee }) => sum + (fee ?? 0), 0);
  const feeCents = all.length > 0 ? Math.max(0, fees) : undefined;
  const told = all.filter(({ amount }) => typeof amount === 'number');
  const sum = (sign: 1 | -1) => told.reduce((cents, { amount }) => cents + Math.max(0, sign * amount), 0);
  const isOurs = told.every(({ currency }) => (currency ?? 'sgd') === 'sgd');
  const takenCents = sum(-1);
  return { takenCents: isOurs && takenCents > 0 ? takenCents : undefined, backCents: isOurs ? sum(1) : 0, feeCents };
}

/** What the bank names, where it is in S$: as much is taken off our balance. */
function namedCents({ amount, currency }: Stripe.Dispute): number | undefined {
  return amount > 0 && (currency ?? 'sgd') === 'sgd' ? amount : undefined;
}
