export type PaymentStatus =
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'failed'
  | 'expired'
  | 'refunded'
  | 'part_refunded';

/** A `payments` record as its learner sees it. */
export type Payment = {
  id: string;
  lesson: string;
  method: 'card' | 'paynow' | 'credit' | 'cash';
  status: PaymentStatus;
  amountCents: number;
  qrPayload: string;
  failureCode: string;
  expiresAt: string;
  created: string;
};
