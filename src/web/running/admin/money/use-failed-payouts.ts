import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FailedPayoutsAnswer, PayoutRetryAnswer, SentByHandAnswer } from '#wire/payouts.ts';
import { callMarketplace, readMarketplace } from '../../../platform/session/backend.ts';

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
      if (what === 'ask') return callMarketplace('POST', `payouts/${id}/ask`);
      if (what === 'retry') return callMarketplace<PayoutRetryAnswer>('POST', `payouts/${id}/retry`);
      return callMarketplace<SentByHandAnswer>('POST', `payouts/${id}/sent`, { body });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin', 'payouts'] }),
  });
}
