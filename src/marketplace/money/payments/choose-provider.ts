import type { Random } from '#engine/random.ts';
import { createManualProvider, type ManualPayNow } from './manual/create-manual-provider.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { createSandboxProvider } from './sandbox-provider.ts';
import type { StripeOptions } from './stripe/create-stripe-provider.ts';

/**
 * Who takes the money. The sandbox confirms lessons without any, so a real marketplace that set up no provider takes no payments unless
 * its operator asks for the sandbox.
 */
export async function chooseProvider({
  stripe,
  payNow,
  takesSandboxPayments,
  random,
}: {
  stripe?: StripeOptions | undefined;
  payNow?: ManualPayNow | undefined;
  takesSandboxPayments: boolean;
  random: Random;
}): Promise<PaymentProvider> {
  if (stripe) {
    // A large library, loaded where it is needed only.
    const { createStripeProvider } = await import('./stripe/create-stripe-provider.ts');
    return createStripeProvider(stripe);
  }
  if (payNow) return createManualProvider(payNow, random);
  return takesSandboxPayments ? createSandboxProvider() : closedProvider;
}

const noProvider = { status: 'failed', failureCode: 'no_provider' } as const;

const closedProvider: PaymentProvider = {
  name: 'none',
  methods: [],
  checkCard: () => undefined,
  charge: async () => noProvider,
  refund: async () => noProvider,
  transfer: async () => noProvider,
  lookUp: async () => undefined,
};
