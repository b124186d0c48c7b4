import type { FeeRule } from '#rules/fees/fee-rule.ts';

/** One entry of the ledger behind a figure. */
export type LedgerLine = { created: string; kind: string; account: string; amountCents: number };

/** A lesson with its money; `pending` money is held, and its fee is what the rules will take. */
export type EarnedLesson = {
  lesson: string;
  start: string;
  end: string;
  durationMinutes: number;
  status: string;
  learner: { id: string; name: string };
  state: 'settled' | 'pending';
  grossCents: number;
  feeCents: number;
  netCents: number;
  feeRule: FeeRule | null;
  ledger: LedgerLine[];
};

/** What `/api/marketplace/earnings` answers. */
export type EarningsAnswer = {
  instructor: { id: string; name: string; timezone: string } | null;
  totals: {
    lessons: number;
    grossCents: number;
    feeCents: number;
    netCents: number;
    pendingCents: number;
    paidOutCents: number;
  };
  found: { lessons: number; grossCents: number; feeCents: number; netCents: number };
  balance: {
    payableCents: number;
    waitingCents: number;
    minimumPayoutCents: number;
    nextPayout: { date: string; amountCents: number } | null;
  };
  direct: { payments: number; totalCents: number };
  overTime: {
    unit: 'day' | 'month';
    parts: Array<{ date: string; lessons: number; grossCents: number; feeCents: number; netCents: number }>;
  };
  payouts: Array<{ id: string; date: string; created: string; amountCents: number }>;
  items: EarnedLesson[];
  page: number;
  totalItems: number;
  totalPages: number;
};
