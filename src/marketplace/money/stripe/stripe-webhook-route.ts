import { badRequest, notFound } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import type { Till } from '../payments/till.ts';
import { takeStripeEvent } from './take-stripe-event.ts';

const refusal = 'This is not signed by the payment provider, or too old.';

/**
 * POST /api/stripe/webhook: what Stripe tells by itself, signed. Answered with 200 once its effect is written down, so that Stripe comes again
 * otherwise; 400 `not_signed` for a wrong or old signature. There is no such call with any other provider.
 */
export function stripeWebhookRoute(till: Till): Route {
  const { engine, provider } = till;
  return {
    method: 'POST',
    path: '/api/stripe/webhook',
    async handle({ bytes, headers }) {
      if (!provider.events || !bytes) throw notFound();
      const nowMs = engine.clock.nowMs();
      const body = await bytes();
      let event: ReturnType<typeof provider.events.read>;
      try {
        event = provider.events.read(body, headers.stripe_signature ?? '', nowMs);
      } catch (error) {
        engine.log.warn({ err: error }, refusal);
        throw badRequest(refusal, { signature: { code: 'not_signed', message: refusal } });
      }
      await takeStripeEvent(till, event);
      return { status: 200, body: { received: true } };
    },
  };
}
