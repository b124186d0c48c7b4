import { useQuery } from '@tanstack/react-query';
import type { FeeRule } from '#rules/fees/fee-rule.ts';
import type { PriceLine } from '../lessons/lesson-record.ts';
import { readMarketplace } from '../session/backend.ts';
import { useSession } from '../session/use-session.ts';

/** One entry that a payout took along. */
export type StatementLine = {
  transaction: string;
  kind: string;
  lesson: string;
  learnerName: string;
  created: string;
  start: string | null;
  grossCents: number;
  feeCents: number;
  amountCents: number;
  surcharges: PriceLine[];
  feeRule: FeeRule | null;
};

export type DirectPayment = {
  id: string;
  paidOn: string;
  ownLearner: string;
  name: string;
  method: 'cash' | 'paynow';
  amountCents: number;
};

/** What `/api/marketplace/payouts/{id}/statement` answers. */
export type PayoutStatement = {
  payout: {
    id: string;
    date: string;
    status: string;
    amountCents: number;
    timezone: string;
    instructor: { id: string; name: string };
    returnedAt: string | null;
  };
  lines: StatementLine[];
  direct: { from: string; to: string; totalCents: number; items: DirectPayment[] };
};

/** A payout, line by line. */
export function usePayoutStatement(payout: string) {
  const user = useSession();
  return useQuery({
    queryKey: ['payout-statement', user?.id, payout],
    queryFn: ({ signal }) => readMarketplace<PayoutStatement>(`payouts/${payout}/statement`, {}, signal),
  });
}
