import { useQuery } from '@tanstack/react-query';
import { keepSignIn, loadBackend } from '../../platform/session/backend.ts';

const everyMs = 600_000;

/**
 * Keeps the session while the dashboard is in use: a fresh token and record when it is opened, and again when somebody comes back to it. A
 * session that was ended on another device ends here with the refusal (see query-client.ts).
 */
export function useKeptSession(userId: string | undefined): void {
  useQuery({
    queryKey: ['session', userId],
    queryFn: refreshSession,
    enabled: userId !== undefined,
    staleTime: everyMs,
    refetchOnWindowFocus: true,
  });
}

async function refreshSession(): Promise<string> {
  const backend = await loadBackend();
  const { token } = backend.authStore;
  const answer = await backend.send('/api/collections/users/auth-refresh', { method: 'POST' });
  // Of an answer that a navigation cut off in the middle the client makes an empty one: saved, it would end the session.
  if (!answer.token || !answer.record) return new Date().toISOString();
  // Whoever signed out, or in as somebody else, in the meantime stays so.
  if (backend.authStore.token === token) keepSignIn(backend, answer);
  return new Date().toISOString();
}
