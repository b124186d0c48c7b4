import { recordGivenPayment } from './record-given-payment.ts';
import { takePayment } from './take-payment.ts';
import type { Till } from './till.ts';

/** Creating a payment pays. Superusers write payments down as facts, for imports and tests. */
export function registerPaymentHooks(till: Till): void {
  till.engine.hooks.on('payments', {
    performCreate: (event) =>
      event.system || event.auth?.isSuperuser ? recordGivenPayment(till, event) : takePayment(till, event),
  });
}
