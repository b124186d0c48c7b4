import type { FeeRule } from '#rules/fees/fee-rule.ts';
import type { PageOf } from './page-of.ts';

/** What `GET /api/marketplace/earnings` answers. Instants are ISO text in UTC, money is integer cents. */
export type EarningsAnswer = PageOf<EarnedLesson> & {
  generatedAt: string;
  from: string;
  to: string;
  /** Null: the signed-in person has no instructor profile. */
  instructor: { id: string; name: string; timezone: string } | null;
  totals: EarningsTotals;
  /** Sums over the lessons that were found, on all pages. */
  found: Pick<EarningsTotals, 'lessons' | 'grossCents' | 'feeCents' | 'netCents'>;
  /**
   * What is payable now (negative: owed back), what waits for its date or for a claim, and when and how much is paid out next by what is
   * known; null while that is below the minimum.
   */
  balance: {
    payableCents: number;
    waitingCents: number;
    minimumPayoutCents: number;
    nextPayout: { date: string; amountCents: number } | null;
  };
  /** What own learners paid to the instructor themselves in the span, as they wrote it down: no money of the books, in no other sum. */
  direct: { payments: number; cashCents: number; payNowCents: number; totalCents: number };
  /** The sums of the span by local day, or by month where it has more than 35 days; `date` is the first day of each. */
  overTime: { unit: 'day' | 'month'; parts: Array<{ date: string } & EarningsAnswer['found']> };
  /** Payouts of the span, latest first. */
  payouts: Array<{ id: string; date: string; created: string; amountCents: number }>;
};

/** Sums over all lessons of the span, whatever is searched for. */
export type EarningsTotals = {
  lessons: number;
  grossCents: number;
  feeCents: number;
  /** `grossCents` less `feeCents`; `pendingCents` of it is not the instructor's yet. */
  netCents: number;
  pendingCents: number;
  /** What the payouts of the span sum to. */
  paidOutCents: number;
};

/** A lesson of the span with its money. */
export type EarnedLesson = {
  lesson: string;
  start: string;
  end: string;
  durationMinutes: number;
  status: string;
  learner: { id: string; name: string };
  /**
   * `settled`: the money is the instructor's, and the fee is what was taken. `pending`: it is held for the lesson, and the fee is what the
   * rules say it will be.
   */
  state: 'settled' | 'pending';
  grossCents: number;
  feeCents: number;
  netCents: number;
  /** What the fee follows from; null for a lesson that was settled elsewhere. */
  feeRule: FeeRule | null;
  /** The entries of the ledger behind the figures; `account` without the id that follows a colon. */
  ledger: Array<{ created: string; kind: string; account: string; amountCents: number }>;
};
