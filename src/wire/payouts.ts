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

/** How a payout stands. */
export type PayoutStatus = 'planned' | 'sent' | 'paid' | 'failed';

/** What `POST /api/marketplace/payouts/{id}/retry` answers: how the payout stands after it was sent again; empty when it is gone. */
export type PayoutRetryAnswer = { payout: string; status: PayoutStatus | '' };

/** What `POST /api/marketplace/payouts/{id}/sent` and `POST /api/marketplace/refunds/{id}/sent` answer: how it stands, now that a person sent it. */
export type SentByHandAnswer = { id: string; status: string };

/** What `GET /api/marketplace/payee` answers: whether the provider wants to know an instructor first, and whether it does. */
export type PayeeAnswer = { isNeeded: boolean; isReady: boolean };

/** What `POST /api/marketplace/payee/onboarding` answers: where the instructor tells the provider who they are; good for minutes. */
export type OnboardingAnswer = { url: string };
