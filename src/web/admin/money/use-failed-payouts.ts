import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { loadBackend, readMarketplace } from '../../session/backend.ts';
import type { PayoutStatus } from './use-money.ts';

/** A failed payout with whom it goes to, and what was done about it. */
export type FailedPayoutCase = {
  id: string;
  instructor: string;
  name: string;
  phone: string;
  amountCents: number;
  date: string;
  failureCode: string;
  attempts: number;
  failedAt: string;
  isAsked: boolean;
  decisions: { action: string; by: string; at: string; field: string; reference: string }[];
};

const key = ['admin', 'payouts', 'failed'] as const;

/** The queue, the oldest first. */
export function useFailedPayouts() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      readMarketplace<{ items: FailedPayoutCase[] }>('payouts/failed', {}, signal).then(({ items }) => items),
  });
}

export type PayoutDeed = { do: 'retry' | 'ask' } | { do: 'sent'; reference: string };

/** Does something about one of them; all payouts are read again. */
export function usePayoutDeed(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ do: what, ...body }: PayoutDeed) => {
      const path = `/api/marketplace/payouts/${id}/${what}`;
      return (await loadBackend()).send<{ status?: PayoutStatus } | undefined>(path, { method: 'POST', body });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin', 'payouts'] }),
  });
}
