export type PaymentStatus =
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'failed'
  | 'expired'
  | 'refunded'
  | 'part_refunded';

/** What is paid for: a lesson that is held, or a package whose price is kept. */
export type PayOrder = { field: 'lesson' | 'packagePurchase'; id: string; priceCents: number };

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
