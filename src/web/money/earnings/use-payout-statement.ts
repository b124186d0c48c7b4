import { useQuery } from '@tanstack/react-query';
import type { PayoutStatementAnswer } from '#wire/statements.ts';
import { readMarketplace } from '../../platform/session/backend.ts';
import { useSession } from '../../platform/session/use-session.ts';

/** A payout, line by line. */
export function usePayoutStatement(payout: string) {
  const user = useSession();
  return useQuery({
    queryKey: ['payout-statement', user?.id, payout],
    queryFn: ({ signal }) => readMarketplace<PayoutStatementAnswer>(`payouts/${payout}/statement`, {}, signal),
  });
}
