import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FailedPayoutsAnswer } from '#wire/payouts.ts';
import { loadBackend, readMarketplace } from '../../session/backend.ts';
import type { PayoutStatus } from './use-money.ts';

const key = ['admin', 'payouts', 'failed'] as const;

/** The queue, the oldest first. */
export function useFailedPayouts() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      readMarketplace<FailedPayoutsAnswer>('payouts/failed', {}, signal).then(({ items }) => items),
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
