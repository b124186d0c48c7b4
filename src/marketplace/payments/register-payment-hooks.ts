import type { Engine } from '#engine/engine.ts';
import { payLesson } from './pay-lesson.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { recordGivenPayment } from './record-given-payment.ts';

/** Creating a payment pays. Superusers write payments down as facts, for imports and tests. */
export function registerPaymentHooks(engine: Engine, provider: PaymentProvider): void {
  engine.hooks.on('payments', {
    performCreate: (event) =>
      event.system || event.auth?.isSuperuser ? recordGivenPayment(engine, event) : payLesson(engine, provider, event),
  });
}
