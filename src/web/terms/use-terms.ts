import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { loadBackend, readMarketplace } from '../session/backend.ts';
import type { SessionUser } from '../session/session.ts';
import { forgetTick, hasTicked } from './remembered-tick.ts';

/** The terms in force, and what of them the account has agreed to, the newest first. */
export type Terms = {
  version: number;
  inForceFrom: string;
  isAccepted: boolean;
  changes: string[];
  acceptances: Array<{ version: number; accepted: string; how: string }>;
};

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

async function readTerms(email: string, signal: AbortSignal): Promise<Terms> {
  const terms = await readMarketplace<Terms>('terms', {}, signal);
  const { version, isAccepted } = terms;
  // The page may have been left before the answer came that it is written down.
  if (isAccepted) forgetTick(localStorage);
  if (isAccepted || !hasTicked(localStorage, email, version)) return terms;
  const written = await sendAcceptance({ version, how: 'registration' });
  forgetTick(localStorage);
  return written;
}

async function sendAcceptance(body: Acceptance): Promise<Terms> {
  return (await loadBackend()).send<Terms>('/api/marketplace/terms', { method: 'POST', body });
}

/** Agrees to a version. Sent twice it is one entry. */
export function useAccepting(user: SessionUser | null) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: sendAcceptance,
    onSuccess: (terms) => queries.setQueryData(keyOf(user), terms),
  });
}
