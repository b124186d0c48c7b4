import type { Engine } from '#engine/engine.ts';
import { ApiError, notFound, unauthorized } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import type { CardFormAnswer } from '#wire/payments.ts';
import { endCardCustomers, findCardCustomer, insertCardCustomer } from './card-customers.store.ts';
import type { SavedCards } from './payment-provider.ts';
import { findPayment } from './payments.store.ts';
import type { Till } from './till.ts';

// All accounts together have so many calls at the provider.
const openings = { max: 60, seconds: 3600, message: 'You opened this form many times just now. Try again in an hour.' };

/**
 * `POST /api/marketplace/payments/{id}/card-form`: lets the provider's form offer the saved cards of the payment's learner, and to save one:
 * `{customerSession}`, good for half an hour. 404 where the payment is not the caller's, somebody acts as its learner, or it waits for no card, and with a provider that saves none.
 * 503 `provider_unreachable` when it gives no answer: the form works without. 429 after sixty in an hour.
 */
export function cardFormRoute({ engine, provider }: Till): Route<CardFormAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/payments/:id/card-form',
    async handle({ auth, params }) {
      if (!auth) throw unauthorized();
      const { cards } = provider;
      const payment = await findPayment(engine.db, params.id ?? '');
      // Somebody who acts as the learner pays with none of their cards.
      const isOwner = payment?.learner === auth.id && auth.actor === '' && auth.impersonator === '';
      const isOpen = payment?.status === 'requires_action' && payment.method === 'card';
      if (!cards || !isOpen || !isOwner || payment.provider !== provider.name) throw notFound();
      await refuseTooManyAttempts(engine, { key: `card-form:${auth.id}`, ...openings });
      const of = { user: auth.id, payment: String(payment.id), reference: String(payment.providerReference) };
      return { status: 200, body: { customerSession: await openForm(engine, { cards, provider: provider.name, of }) } };
    },
  };
}

type Opening = { cards: SavedCards; provider: string; of: { user: string; payment: string; reference: string } };

async function openForm(engine: Engine, { cards, provider, of }: Opening): Promise<string> {
  const { user, payment, reference } = of;
  try {
    const known = await findCardCustomer(engine.db, user, provider);
    const session = known && (await cards.open({ customer: known, paymentReference: reference }));
    if (session) return session;
    // As after a restore: what was forgotten at the provider since the backup is not known there.
    if (known) await endCardCustomers(engine.db, { user, nowMs: engine.clock.nowMs() });
    const made = await cards.create({ user, key: known ? `${payment}:${known}` : payment });
    const customer = await insertCardCustomer(engine.db, {
      customer: made,
      provider,
      user,
      nowMs: engine.clock.nowMs(),
    });
    const opened = customer && (await cards.open({ customer, paymentReference: reference }));
    if (opened) return opened;
    throw new Error('The provider does not know whom it just made.');
  } catch (error) {
    engine.log.error({ err: error, payment }, 'The payment provider gave no answer about saved cards.');
    const message = 'The payment provider gives no answer. Try again in a moment.';
    throw new ApiError(503, message, { provider: { code: 'provider_unreachable', message } }, { retryAfterMs: 30_000 });
  }
}
