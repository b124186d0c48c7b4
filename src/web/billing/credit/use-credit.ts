import { useQuery } from '@tanstack/react-query';
import type { OwnPackage } from '../../packages/package-record.ts';
import { readMarketplace } from '../../session/backend.ts';
import { useSession } from '../../session/use-session.ts';

/** One change of the credit; what was added is positive. */
export type CreditEntry = {
  id: string;
  created: string;
  kind: string;
  amountCents: number;
  balanceCents: number;
  lesson: string;
  lessonStart: string | null;
  instructorName: string;
  timezone: string;
};

/** What the signed-in learner has to spend. */
export function useBalance() {
  const user = useSession();
  return useQuery({
    queryKey: ['balance', user?.id],
    queryFn: ({ signal }) => readMarketplace<{ creditCents: number; packages: OwnPackage[] }>('balance', {}, signal),
    enabled: user !== null,
    staleTime: 0,
  });
}

/** A page of what changed it, newest first. */
export function useCreditEntries(page: number) {
  const user = useSession();
  return useQuery({
    queryKey: ['balance', user?.id, 'entries', page],
    queryFn: ({ signal }) =>
      readMarketplace<{ items: CreditEntry[]; totalPages: number }>('credit', { page: String(page) }, signal),
  });
}
