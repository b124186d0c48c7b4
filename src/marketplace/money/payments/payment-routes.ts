import type { Route } from '#engine/http/route.ts';
import { cardFormRoute } from './card-form-route.ts';
import { closePaymentRoute } from './close-payment.ts';
import { declarePaymentRoute } from './declare-payment.ts';
import { simulateBankRoute } from './simulate-bank.ts';
import type { Till } from './till.ts';

/** What a payer does about a payment after making it, and the sandbox's bank. */
export function paymentRoutes(till: Till): Route[] {
  return [closePaymentRoute(till), declarePaymentRoute(till), cardFormRoute(till), simulateBankRoute(till)];
}
