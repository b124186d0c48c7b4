import type { Thing } from '../stripe-stand-in.ts';

/** What Stripe keeps, by its own names of the fields. */
export type Intent = Thing & { amount: number; status: string };
export type Refund = Thing & { amount: number; status: string; payment_intent: string };
export type Transfer = Thing & { amount: number; reversed: boolean; amount_reversed: number };
export type Dispute = Thing & { amount: number; status: string; payment_intent: string | null; charge: string };

/** The charge of an intent, as others name it. */
export function chargeOf(intent: string) {
  return { id: `ch_${intent}`, object: 'charge', payment_intent: intent };
}

/** What we wrote on a thing. */
export function metadataOf(thing: Thing | undefined): Record<string, string | undefined> {
  return (thing?.metadata ?? {}) as Record<string, string | undefined>;
}
