export type Charge = {
  /** Our payment's id; the provider must charge once for it, however often it is asked. */
  payment: string;
  method: 'card' | 'paynow';
  amountCents: number;
  /** Sandbox only; never stored, never logged. */
  cardNumber: string;
  nowMs: number;
  expiresAtMs: number;
};

export type ChargeOutcome =
  | { status: 'succeeded'; reference: string }
  | { status: 'failed'; failureCode: string }
  | { status: 'requires_action'; reference: string; qrPayload: string };

export type PaymentMethod = Charge['method'];

/** Money back to where a payment came from. */
export type RefundOrder = {
  /** Our refund's id: the key that is the same on every try. */
  refund: string;
  payment: string;
  /** What the provider called the payment. */
  paymentReference: string;
  method: string;
  amountCents: number;
  nowMs: number;
};

/** Money out to somebody's own account. */
export type TransferOrder = {
  /** Our payout's id: the key that is the same on every try. */
  transfer: string;
  /** Who gets it, as the provider knows them. */
  account: string;
  amountCents: number;
  nowMs: number;
};

/** `sent`: the provider has it and will say later how it ended. */
export type PayingOut =
  | { status: 'paid'; reference: string }
  | { status: 'sent'; reference: string }
  | { status: 'failed'; failureCode: string };

/**
 * Who takes the money and gives it back. Called outside any transaction; repeated calls for one payment, refund or transfer have one effect
 * and answer how it stands. A throw means that nobody knows: the same call is made again later.
 */
export type PaymentProvider = {
  name: 'sandbox' | 'stripe' | 'none';
  /** What can be paid with; none where no provider was set up. */
  methods: readonly PaymentMethod[];
  charge: (charge: Charge) => Promise<ChargeOutcome>;
  refund: (order: RefundOrder) => Promise<PayingOut>;
  transfer: (order: TransferOrder) => Promise<PayingOut>;
  /** What became of a payment whose answer was never written down; undefined when the provider does not know it. */
  lookUp: (payment: string) => Promise<ChargeOutcome | undefined>;
  /** What is wrong with the card details, by field, before anything is made. */
  checkCard: (cardNumber: string) => { code: string; message: string } | undefined;
};
