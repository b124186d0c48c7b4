export type PaymentStatus =
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'failed'
  | 'expired'
  | 'refunded'
  | 'part_refunded';

/** What is paid for: a lesson that is held, several that are held together, or a package whose price is kept. */
export type PayOrder = { field: 'lesson' | 'packagePurchase' | 'lessonSeries'; id: string; priceCents: number };

/** A lesson as what is paid for. */
export const lessonOrder = ({ id, priceCents }: { id: string; priceCents: number }): PayOrder => ({
  field: 'lesson',
  id,
  priceCents,
});

/** A `payments` record as its learner sees it. */
export type Payment = {
  id: string;
  lesson: string;
  packagePurchase?: string;
  method: 'card' | 'paynow' | 'credit' | 'cash';
  status: PaymentStatus;
  amountCents: number;
  /** What its payer is asked for where it is charged for several lessons; else 0. */
  chargedCents?: number;
  qrPayload: string;
  /** By which Stripe's form pays it; '' with any other provider. */
  clientSecret: string;
  /** By what it is known on the operator's own account, and when its payer said to have paid; '' with any provider. */
  billReference?: string;
  declaredAt?: string;
  failureCode: string;
  expiresAt: string;
  created: string;
};

/** A payment with what its payer is asked for as its amount. */
export function asAsked(payment: Payment): Payment {
  return { ...payment, amountCents: payment.chargedCents || payment.amountCents };
}
