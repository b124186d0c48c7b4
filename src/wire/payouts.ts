/** What `GET /api/marketplace/payouts/failed` answers: payouts that failed and whose money did not come back, the oldest first, 200 at most. */
export type FailedPayoutsAnswer = { items: FailedPayoutCase[] };

/** A failed payout with whom it goes to, and what was done about it. */
export type FailedPayoutCase = {
  id: string;
  instructor: string;
  name: string;
  phone: string;
  amountCents: number;
  date: string;
  provider: string;
  failureCode: string;
  attempts: number;
  failedAt: string;
  /** The instructor was asked since it failed the last time. */
  isAsked: boolean;
  /** The newest first. */
  decisions: PayoutDecision[];
};

/** What somebody of the staff did about a failed payout. */
export type PayoutDecision = { action: string; by: string; at: string; field: string; reference: string };
