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

/** Who takes the money. Called outside any transaction; repeated calls for one payment have one effect. */
export type PaymentProvider = {
  name: 'sandbox' | 'stripe' | 'none';
  /** What can be paid with; none where no provider was set up. */
  methods: readonly PaymentMethod[];
  charge: (charge: Charge) => Promise<ChargeOutcome>;
  /** What became of a payment whose answer was never written down; undefined when the provider does not know it. */
  lookUp: (payment: string) => Promise<ChargeOutcome | undefined>;
  /** What is wrong with the card details, by field, before anything is made. */
  checkCard: (cardNumber: string) => { code: string; message: string } | undefined;
};
