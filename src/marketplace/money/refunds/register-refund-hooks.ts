import type { Engine } from '#engine/engine.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { sendRefund } from './send-refund.ts';

/** A refund is sent as soon as what owes it is committed. */
export function registerRefundHooks(engine: Engine, provider: PaymentProvider): void {
  engine.hooks.on('refunds', { afterCreate: ({ record }) => sendRefund(engine, provider, record.id) });
}
