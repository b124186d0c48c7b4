/** What `GET /api/marketplace/provider-fees` answers: what was booked by month of Singapore, the latest first, and what was not. */
export type ProviderFeesAnswer = {
  months: Array<{ month: string; amountCents: number }>;
  /** Fees that the provider has not said yet. */
  awaited: number;
  /** The oldest first, 200 at most. */
  refused: RefusedFee[];
  /** How many were refused in all. */
  refusedCount: number;
  /** The latest 24. */
  charges: ProviderCharge[];
};

/** What the provider took for its services as a whole, by its own name and words; `transaction` is that of the ledger, empty for one of nothing. */
export type ProviderCharge = {
  id: string;
  description: string;
  /** Below zero where it gave some back. */
  amountCents: number;
  chargedAt: string;
  transaction: string;
};

/** A fee that the provider said and nobody booked; `said` is what it said. */
export type RefusedFee = {
  id: string;
  payment: string;
  /** The refund whose fee it is; empty for a payment's. */
  refund: string;
  reference: string;
  paidCents: number;
  refusalCode: string;
  said: string;
  refusedAt: string;
};
