import type { Engine } from '#engine/engine.ts';
import { lessonPurpose } from './lessons/booking/confirm-paid.ts';
import type { PaymentProvider } from './payments/payment-provider.ts';
import type { Till } from './payments/till.ts';

/** Joins the provider with what is sold: the one place where payments meet lessons. */
export function openTill(engine: Engine, provider: PaymentProvider): Till {
  return { engine, provider, purposes: [lessonPurpose] };
}
