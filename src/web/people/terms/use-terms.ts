import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TermsAnswer } from '#wire/terms.ts';
import { callMarketplace, readMarketplace } from '../../platform/session/backend.ts';
import type { SessionUser } from '../../platform/session/session.ts';

type Acceptance = { version: number; how: 'asked' | 'booking' };

const keyOf = (user: SessionUser | null) => ['terms', user?.id ?? ''];

/** Whether the signed-in person has agreed to the terms in force. */
export function useTerms(user: SessionUser | null) {
  return useQuery({
    queryKey: keyOf(user),
    queryFn: ({ signal }) => readMarketplace<TermsAnswer>('terms', {}, signal),
    enabled: user !== null,
    staleTime: 3_600_000,
  });
}

function sendAcceptance(body: Acceptance): Promise<TermsAnswer> {
  return callMarketplace<TermsAnswer>('POST', 'terms', { body });
}

/** Agrees to a version. Sent twice it is one entry. */
export function useAccepting(user: SessionUser | null) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: sendAcceptance,
    onSuccess: (terms) => queries.setQueryData(keyOf(user), terms),
  });
}
