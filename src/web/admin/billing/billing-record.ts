import * as texts from '#texts/adminBilling.ts';
import type { BadgeTone } from '../../ui/Badge.tsx';
import type { SelectOption } from '../../ui/Select.tsx';

/** What `/api/marketplace/billing` answers; `sample` is there in the demonstration alone. */
export type BillingAnswer = {
  feeText: string;
  usage: { calls: number; callsSince: string; databaseBytes: number; reportBytes: number };
  sample: {
    plan: { name: string; price: string; period: string };
    usage: {
      calls: { used: number; limit: number };
      storage: { usedBytes: number; limitBytes: number };
    };
  } | null;
};

/** The platform's fees of an instructor and a month. */
export type Invoice = {
  id: string;
  month: string;
  lessons: number;
  amountCents: number;
  status: string;
  instructor: { id: string; name: string };
};

export type InvoicesAnswer = { items: Invoice[]; totalItems: number; totalPages: number; totalCents: number };

export const invoiceStatuses: ReadonlyArray<SelectOption & { tone: BadgeTone }> = [
  { value: 'paid', label: texts.paid, tone: 'green' },
  { value: 'pending', label: texts.pending, tone: 'amber' },
  { value: 'overdue', label: texts.overdue, tone: 'red' },
];
