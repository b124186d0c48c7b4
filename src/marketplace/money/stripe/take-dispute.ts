import type Stripe from 'stripe';
import { callOffBought } from '../chargebacks/call-off-bought.ts';
import { changeChargebackFee, closeChargeback, openChargeback } from '../chargebacks/take-chargeback.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { settleUnheard } from '../payments/settle-unheard.ts';
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
  const moved = movedOf(dispute);
  const amountCents = moved.takenCents ?? namedCents(dispute);
  const ask = asking(till, dispute);
  if (amountCents === undefined) return ask('other_currency');
  const paymentReference = await paymentOf(events, dispute);
  await settleUnheard(till, paymentReference);
  const open = { id: dispute.id, paymentReference, amountCents, feeCents: moved.feeCents };
  const booked = await openChargeback(till, open);
  if (!booked) return ask('unknown', { amountCents, currency: 'sgd' });
  if (moved.feeCents !== undefined) await changeChargebackFee(till, dispute.id, moved.feeCents);
  if (dispute.status !== 'won') await callOffBought(till, dispute.id);
  for (const otherCents of othersOf(dispute, moved, booked.bookedCents)) {
    await ask('other_sum', { amountCents: otherCents, currency: 'sgd', payment: booked.payment });
  }
  if (dispute.status !== 'won' && dispute.status !== 'lost') return;
  const isWonBefore = await closeChargeback(till, open, dispute.status === 'won');
  // What is told late says nothing.
  if (now && dispute.status === 'lost' && isWonBefore) await ask('lost_again', { payment: booked.payment });
}

/** Has finance look at a dispute, by the date until which Stripe takes an answer. */
function asking({ engine }: Till, { id, amount, currency, evidence_details: evidence }: Stripe.Dispute) {
  const dueMs = evidence?.due_by ? evidence.due_by * 1000 : undefined;
  const about = { kind: 'dispute' as const, reference: id, amountCents: amount ?? 0, currency: currency ?? '', dueMs };
  return (reason: 'unknown' | 'other_currency' | 'other_sum' | 'lost_again', more = {}) =>
    engine.db.transaction((tx) => openCase(engine, tx, { ...about, reason, ...more }));
}

// Stripe may name the charge alone.
async function paymentOf(events: Events, { payment_intent: intent, charge }: Stripe.Dispute): Promise<string> {
  const named = idOf(intent);
  return named === '' && idOf(charge) !== '' ? events.paymentOf(idOf(charge)) : named;
}

/** The sums that Stripe took, or gave back in the end, and that are other than what is booked. */
function othersOf({ status }: Stripe.Dispute, { takenCents, backCents }: Moved, bookedCents: number): number[] {
  const moved = [takenCents ?? bookedCents, ...(status === 'won' && backCents > 0 ? [backCents] : [])];
  return moved.filter((cents) => cents !== bookedCents);
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
  const told = all.filter(({ amount }) => typeof amount === 'number');
  const sum = (sign: 1 | -1) => told.reduce((cents, { amount }) => cents + Math.max(0, sign * amount), 0);
  const isOurs = told.every(({ currency }) => (currency ?? 'sgd') === 'sgd');
  const takenCents = sum(-1);
  return {
    takenCents: isOurs && takenCents > 0 ? takenCents : undefined,
    backCents: isOurs ? sum(1) : 0,
    feeCents: all.length > 0 ? Math.max(0, fees) : undefined,
  };
}

/** What the bank names, where it is in S$: as much is taken off our balance. */
function namedCents({ amount, currency }: Stripe.Dispute): number | undefined {
  return amount > 0 && (currency ?? 'sgd') === 'sgd' ? amount : undefined;
}
