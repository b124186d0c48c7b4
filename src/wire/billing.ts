import type { PageOf } from './page-of.ts';

/** What `GET /api/marketplace/billing` answers. */
export type BillingAnswer = {
  /** The fee policy in a sentence. */
  feeText: string;
  /** Calls of this month as far as the log reaches back, and stored bytes. */
  usage: { calls: number; callsSince: string; databaseBytes: number; reportBytes: number };
  /** The demonstration's plan, for its own admin alone. */
  sample: {
    plan: { name: string; price: string; period: string };
    usage: {
      calls: { used: number; limit: number };
      storage: { usedBytes: number; limitBytes: number };
    };
  } | null;
};

/** What `GET /api/marketplace/invoices` answers; `totalCents` is the sum of all that were found. */
export type InvoicesAnswer = PageOf<Invoice> & { totalCents: number };

/** The platform's fees of an instructor and a month of Singapore (`YYYY-MM`). */
export type Invoice = {
  id: string;
  month: string;
  lessons: number;
  amountCents: number;
  status: 'paid' | 'pending' | 'overdue';
  instructor: { id: string; name: string };
};
