import type { FeeRule } from '#rules/fees/fee-rule.ts';
import type { PriceLine } from '#rules/lessons/quote-lesson.ts';

/** What `GET /api/marketplace/payouts/{id}/statement` answers; its lines sum to the payout. Instants are ISO text in UTC. */
export type PayoutStatementAnswer = {
  payout: {
    id: string;
    date: string;
    status: string;
    amountCents: number;
    timezone: string;
    instructor: { id: string; name: string };
    paidAt: string | null;
    returnedAt: string | null;
  };
  lines: StatementLine[];
  /** What own learners paid to the instructor themselves since the payout before; none of it is in the payout. */
  direct: { from: string; to: string; totalCents: number; items: DirectPayment[] };
};

/** One entry that a payout took along. */
export type StatementLine = {
  transaction: string;
  kind: string;
  created: string;
  lesson: string;
  start: string | null;
  learnerName: string;
  /** What the line is of before the fee: `amountCents` and `feeCents` together. */
  grossCents: number;
  feeCents: number;
  amountCents: number;
  /** The price of the lesson; null without one. */
  priceCents: number | null;
  /** What the price had on top for the evening or the weekend; of what is taken back, nothing. */
  surcharges: PriceLine[];
  feeRule: FeeRule | null;
};

/** What an own learner paid to the instructor themselves, as they wrote it down. */
export type DirectPayment = {
  id: string;
  paidOn: string;
  ownLearner: string;
  name: string;
  method: 'cash' | 'paynow';
  amountCents: number;
};

/** What `GET /api/marketplace/statements/{year}` answers: what a learner paid in a year of Singapore. Sums count money alone. */
export type YearlyStatementAnswer = {
  year: number;
  lines: PaidLine[];
  totals: { paidCents: number; refundedCents: number; takenBackCents: number; spentCents: number };
};

/** What was paid once, with what came back of it since. */
export type PaidLine = {
  /** The number of the receipt; empty where no money came with the payment. */
  receipt: string;
  payment: string;
  paid: string;
  lesson: string;
  packagePurchase: string;
  start: string | null;
  instructorName: string;
  /** `package` for hours of one. */
  method: string;
  amountCents: number;
  refundedCents: number;
  /** What the learner's bank took back, and did not give back again. */
  takenBackCents: number;
  /** What is left of the learner's own money: nothing of credit and package hours, which were paid for before or given. */
  spentCents: number;
};
