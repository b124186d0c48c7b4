import Stripe from 'stripe';
import type { TestApp } from './start-app.ts';
import type { StripeStandIn } from './stripe-stand-in.ts';

let events = 0;

/** What happens at what plays Stripe's part without the product, and how the product hears of it. */
export function stripeNews(app: () => TestApp, stripe: () => StripeStandIn) {
  /** An event, signed as Stripe signs; answers the status. */
  async function tell(type: string, object: object, id = `evt_news_${++events}`): Promise<number> {
    const payload = JSON.stringify({ id, object: 'event', type, created: 1, data: { object } });
    const timestamp = Math.floor(app().clock.nowMs() / 1000);
    const { secretKey, webhookSecret: secret } = stripe().options;
    const header = new Stripe(secretKey).webhooks.generateTestHeaderString({ payload, secret, timestamp });
    const { status } = await fetch(`${app().url}/api/stripe/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': header },
      body: payload,
    });
    return status;
  }

  /** Somebody refunds a payment in Stripe's own pages. */
  const refundThere = (intent: { id: string }, amount: number, more: object = {}) =>
    stripe().put('refunds', {
      object: 'refund',
      ...{ amount, payment_intent: intent.id, charge: `ch_${intent.id}`, status: 'succeeded', ...more },
    });

  /** What Stripe has of ours, in cents: what came in, less refunds that are paid, transfers and disputes, plus what of these came back. */
  function balance(): number {
    const made = (kind: string) => stripe().made(kind);
    const sum = (things: object[], cents: (thing: Record<string, unknown>) => unknown) =>
      things.reduce((total: number, thing) => total + Number(cents(thing as Record<string, unknown>) || 0), 0);
    const done = (kind: string) => made(kind).filter(({ status }) => status === 'succeeded');
    const moved = made('disputes').flatMap(({ balance_transactions: each }) => each as object[]);
    return (
      sum(done('payment_intents'), ({ amount, amount_received: received }) => received ?? amount) -
      sum(done('refunds'), ({ amount }) => amount) -
      sum(made('transfers'), ({ amount, amount_reversed: back }) => Number(amount) - Number(back ?? 0)) +
      sum(moved, ({ amount, fee }) => Number(amount) - Number(fee))
    );
  }

  /** What the books say that Stripe has of ours. */
  async function booked(): Promise<number> {
    const [row] = await app().db.query<{ cents: number }>(
      `select coalesce(sum(ledger_balance(a)), 0)::integer as cents from ledger_accounts a where id = 'provider_clearing'`,
    );
    return row?.cents ?? 0;
  }

  return { tell, refundThere, balance, booked };
}
