import { useQuery } from '@tanstack/react-query';
import type { BalanceAnswer, CreditAnswer } from '#wire/credit.ts';
import { readMarketplace } from '../../../platform/session/backend.ts';
import { useSession } from '../../../platform/session/use-session.ts';

/** What the signed-in learner has to spend. */
export function useBalance() {
  const user = useSession();
  return useQuery({
    queryKey: ['balance', user?.id],
    queryFn: ({ signal }) => readMarketplace<BalanceAnswer>('balance', {}, signal),
    enabled: user !== null,
    staleTime: 0,
  });
}

/** A page of what changed it, newest first. */
export function useCreditEntries(page: number) {
  const user = useSession();
  return useQuery({
    queryKey: ['balance', user?.id, 'entries', page],
    queryFn: ({ signal }) => readMarketplace<CreditAnswer>('credit', { page: String(page) }, signal),
  });
}
