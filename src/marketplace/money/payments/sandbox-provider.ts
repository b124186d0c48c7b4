import type { ChargeOutcome, PaymentProvider } from './payment-provider.ts';
import { paynowExpiry, paynowPayload } from './paynow-payload.ts';

const outcomes = new Map<string, (payment: string) => ChargeOutcome>([
  ['4242424242424242', (payment) => ({ status: 'succeeded', reference: `sandbox_${payment}` })],
  ['4000000000000002', () => ({ status: 'failed', failureCode: 'card_declined' })],
  ['4000000000003220', (payment) => ({ status: 'requires_action', reference: `sandbox_${payment}`, qrPayload: '' })],
]);

/** A payment provider without money, for trying things out: cards by number, PayNow until the simulated bank answers (api.md). */
export function createSandboxProvider(): PaymentProvider {
  return {
    name: 'sandbox',
    methods: ['card', 'paynow'],
    checkCard(cardNumber) {
      if (cardNumber === '') return { code: 'validation_required', message: 'Cannot be blank.' };
      if (outcomes.has(cardNumber)) return undefined;
      return { code: 'invalid_card', message: 'Use one of the test cards; real cards are not taken here.' };
    },
    async charge({ payment, method, amountCents, cardNumber, expiresAtMs }) {
      if (method === 'card')
        return outcomes.get(cardNumber)?.(payment) ?? { status: 'failed', failureCode: 'card_declined' };
      const qrPayload = paynowPayload({
        uen: '202612345K',
        merchantName: 'KERBSIDE SANDBOX',
        amountCents,
        reference: payment.toUpperCase(),
        expiry: paynowExpiry(expiresAtMs),
      });
      return { status: 'requires_action', reference: `sandbox_${payment}`, qrPayload };
    },
    refund: async ({ refund }) => ({ status: 'paid', reference: `sandbox_${refund}` }),
    transfer: async ({ transfer }) => ({ status: 'paid', reference: `sandbox_${transfer}` }),
    // Nothing is kept here: a card payment that was cut off in the middle was never charged.
    lookUp: async () => undefined,
  };
}
