import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TermsAnswer } from '#wire/terms.ts';
import { callMarketplace, readMarketplace } from '../../platform/session/backend.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { forgetTick, hasTicked } from './remembered-tick.ts';

type Acceptance = { version: number; how: 'registration' | 'asked' | 'booking' };

const keyOf = (user: SessionUser | null) => ['terms', user?.id ?? ''];

/** Whether the signed-in person has agreed to the terms in force. The tick of a registration is written down with the first read after it. */
export function useTerms(user: SessionUser | null) {
  return useQuery({
    queryKey: keyOf(user),
    queryFn: ({ signal }) => readTerms(user?.email ?? '', signal),
    enabled: user !== null,
    staleTime: 3_600_000,
  });
}

async function readTerms(email: string, signal: AbortSignal): Promise<TermsAnswer> {
  const terms = await readMarketplace<TermsAnswer>('terms', {}, signal);
  const { version, isAccepted } = terms;
  // The page may have been left before the answer came that it is written down.
  if (isAccepted) forgetTick(localStorage);
  if (isAccepted || !hasTicked(localStorage, email, version)) return terms;
  const written = await sendAcceptance({ version, how: 'registration' });
  forgetTick(localStorage);
  return written;
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
