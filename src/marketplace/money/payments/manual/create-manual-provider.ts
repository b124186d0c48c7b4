import type { Random } from '#engine/random.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { paynowExpiry, paynowPayload } from '../paynow-payload.ts';
import { newBillReference } from './bill-reference.ts';

/** Whose account the money comes to, and how long a time waits for the bank's statement once its learner says to have paid. */
export type ManualPayNow = { uen: string; name: string; holdHours: number };

/**
 * The operator takes the money by PayNow to their own account, without a payment provider: nobody tells us that it came, the bank's statement does
 * (src/marketplace/money/bank). What goes out is sent by people, who say so with the bank's reference; until then it stays `sent`.
 */
export function createManualProvider({ uen, name, holdHours }: ManualPayNow, random: Random): PaymentProvider {
  return {
    name: 'manual',
    methods: ['paynow'],
    waitsForBankHours: holdHours,
    checkCard: () => undefined,
    async charge({ amountCents, expiresAtMs }) {
      const billReference = newBillReference(random);
      const qrPayload = paynowPayload({
        uen,
        merchantName: name,
        amountCents,
        reference: billReference,
        expiry: paynowExpiry(expiresAtMs),
      });
      return { status: 'requires_action', reference: '', billReference, qrPayload };
    },
    refund: async () => ({ status: 'sent', reference: '' }),
    transfer: async () => ({ status: 'sent', reference: '' }),
    // What became of a payment stands in the bank's statement only.
    lookUp: async () => undefined,
  };
}
