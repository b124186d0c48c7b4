import Stripe from 'stripe';
import { smallestChargeCents } from '#rules/money/credit-to-spend.ts';
import type { ChargeOutcome, KnownCharge, PayingOut, PaymentProvider, TransferOutcome } from '../payment-provider.ts';
import { createStripeCards } from './create-stripe-cards.ts';
import { createStripePayees } from './create-stripe-payees.ts';
import { listStripeCharges } from './list-stripe-charges.ts';
import { listStripeMoves } from './list-stripe-moves.ts';
import { readStripeFee } from './read-stripe-fee.ts';
import { isWhole } from './received-of.ts';
import { idOf, knownId, refundedOf, toldRefundOf } from './refunded-of.ts';

export type StripeOptions = {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  apiBase: string;
  /** How long an answer is waited for: 20 seconds unless told. */
  patienceMs?: number;
};

/**
 * Stripe takes the money: the browser pays a PaymentIntent in Stripe's own fields, so no card number comes here. Money is charged when a lesson is
 * booked, kept on the platform's account, and transferred after the lesson (separate charges and transfers). Each request has our row's id as its
 * idempotency key, the same on every try.
 */
export function createStripeProvider(options: StripeOptions): PaymentProvider {
  const stripe = openStripe(options);
  return {
    name: 'stripe',
    methods: ['card', 'paynow'],
    leastChargeCents: smallestChargeCents,
    charge: (charge) => createIntent(stripe, charge),
    async lookUp(known) {
      // Cut off before the answer: the same request with the same key makes no second intent.
      if (known.reference === '') return createIntent(stripe, known);
      return outcomeOf(await stripe.paymentIntents.retrieve(known.reference));
    },
    async cancel(known) {
      const before = known.reference === '' ? await createIntent(stripe, known) : undefined;
      if (before?.status === 'failed') return before;
      const intent = await stripe.paymentIntents.retrieve(known.reference || (before?.reference ?? ''));
      if (intent.status === 'succeeded' || intent.status === 'canceled') return outcomeOf(intent);
      return outcomeOf(await stripe.paymentIntents.cancel(intent.id));
    },
    async refund({ refund, reference, paymentReference, amountCents, isRepeat }) {
      if (reference !== '') return refundedOf(await stripe.refunds.retrieve(reference));
      return refuseOr(async () => {
        const made = isRepeat ? await findRefund(stripe, paymentReference, refund) : undefined;
        if (made) return refundedOf(made);
        const order = { payment_intent: paymentReference, amount: amountCents, metadata: { refund } };
        return refundedOf(await stripe.refunds.create(order, { idempotencyKey: `refund:${refund}` }));
      });
    },
    async transfer({ transfer, account, amountCents, round, isRepeat }) {
      if (account === '') return { status: 'failed', failureCode: 'no_payout_account' };
      return refuseOr(async () => {
        const before = isRepeat ? await findTransfer(stripe, transfer) : undefined;
        if (before) return transferredOf(before);
        const order = {
          amount: amountCents,
          currency: 'sgd',
          destination: account,
          transfer_group: transfer,
          metadata: { payout: transfer },
        };
        const key = round === 0 ? `payout:${transfer}` : `payout:${transfer}:${round}`;
        return transferredOf(await stripe.transfers.create(order, { idempotencyKey: key }));
      });
    },
    checkCard: (cardNumber) =>
      cardNumber === ''
        ? undefined
        : { code: 'not_taken', message: 'Card numbers are typed in at Stripe, never here.' },
    payees: createStripePayees(stripe),
    cards: createStripeCards(stripe),
    feeOf: (of) => readStripeFee(stripe, of),
    chargesSince: (sinceMs) => listStripeCharges(stripe, sinceMs),
    movesBetween: (fromMs, untilMs) => listStripeMoves(stripe, fromMs, untilMs),
    events: {
      read: (body, signature, nowMs) =>
        stripe.webhooks.constructEvent(body, signature, options.webhookSecret, 300, undefined, nowMs),
      async since(sinceMs) {
        const asked = { created: { gte: Math.floor(sinceMs / 1000) }, types: [...eventTypes], limit: 100 };
        return stripe.events.list(asked).autoPagingToArray({ limit: 10_000 });
      },
      async refundsOf(of) {
        const asked = 'charge' in of ? { charge: of.charge } : { payment_intent: of.paymentReference };
        const { data } = await stripe.refunds.list({ ...asked, limit: 100 });
        return listOf(data).map(toldRefundOf);
      },
      async paymentOf(charge) {
        return idOf((await unlessMissing(() => stripe.charges.retrieve(charge)))?.payment_intent);
      },
      dispute: (id) => unlessMissing(() => stripe.disputes.retrieve(id)),
    },
  };
}

/** A client of Stripe, or of what plays its part at another address. It makes no tries of its own: ours are written down. */
export function openStripe({ secretKey, apiBase, patienceMs = 20_000 }: StripeOptions): Stripe {
  const { hostname, port, protocol } = new URL(apiBase);
  return new Stripe(secretKey, {
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    protocol: protocol === 'http:' ? 'http' : 'https',
    maxNetworkRetries: 0,
    timeout: patienceMs,
    telemetry: false,
  });
}

/** What take-stripe-event.ts acts on. */
const eventTypes = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refunded',
  'transfer.reversed',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
] as const;

type NewIntent = Pick<KnownCharge, 'payment' | 'method' | 'amountCents'>;

async function createIntent(stripe: Stripe, { payment, method, amountCents }: NewIntent): Promise<ChargeOutcome> {
  const order = {
    amount: amountCents,
    currency: 'sgd',
    payment_method_types: [method],
    transfer_group: payment,
    metadata: { payment },
  };
  try {
    return outcomeOf(await stripe.paymentIntents.create(order, { idempotencyKey: `payment:${payment}` }));
  } catch (error) {
    // What can't be asked for (less than Stripe takes) never will be: left open it would be asked for in each sweep.
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      return { status: 'failed', failureCode: error.code ?? 'refused' };
    throw error;
  }
}

function outcomeOf(intent: Stripe.PaymentIntent): ChargeOutcome {
  const reference = knownId(intent.id);
  // A part pays for nothing; finance is told by the event.
  if (!isWhole(intent)) return { status: 'failed', failureCode: 'other_sum' };
  if (intent.status === 'succeeded') return { status: 'succeeded', reference };
  if (intent.status === 'canceled') return { status: 'failed', failureCode: intent.cancellation_reason ?? 'canceled' };
  return { status: 'requires_action', reference, qrPayload: '', clientSecret: intent.client_secret ?? '' };
}

// Stripe forgets a key after a day, and a server may have been away for longer: what it did is found by what we wrote on it.
async function findRefund(stripe: Stripe, payment: string, refund: string): Promise<Stripe.Refund | undefined> {
  const of = await stripe.refunds.list({ payment_intent: payment, limit: 100 });
  return listOf(of.data).find(({ metadata }) => metadata?.refund === refund);
}

// Of several the one that stays: what was taken back is never sent again by its id.
async function findTransfer(stripe: Stripe, payout: string): Promise<Stripe.Transfer | undefined> {
  const { data } = await stripe.transfers.list({ transfer_group: payout, limit: 100 });
  const ours = listOf(data).filter(({ metadata }) => metadata.payout === payout);
  return ours.find(({ reversed }) => !reversed) ?? ours[0];
}

// The answer to a key that is repeated is as old as the first one: a transfer that was listed is as it is now.
function transferredOf({ id, amount, reversed, amount_reversed: back }: Stripe.Transfer): TransferOutcome {
  const cents = reversed ? amount : (back ?? 0);
  const reference = knownId(id);
  return cents > 0 ? { status: 'reversed', reference, cents } : { status: 'paid', reference };
}

// What is not Stripe may answer a list without one.
function listOf<Item>(data: Item[] | undefined): Item[] {
  return data ?? [];
}

async function unlessMissing<Thing extends { id: string }>(ask: () => Promise<Thing>): Promise<Thing | undefined> {
  try {
    const thing = await ask();
    return thing.id ? thing : undefined;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined;
    throw error;
  }
}

// What Stripe refuses for what was asked is refused for good; anything else (its network, its limits, its faults) nobody knows yet, and throws.
async function refuseOr<Outcome>(ask: () => Promise<Outcome>): Promise<Outcome | (PayingOut & { status: 'failed' })> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return { status: 'failed', failureCode: error.code ?? 'invalid_request' };
  }
}
