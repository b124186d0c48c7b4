import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { signOut } from '../../platform/session/backend.ts';
import { isSessionEnded, noteEndedByServer, setSessionEnded } from '../../platform/session/ended-session.ts';
import { isWorthRetrying, refusalIn } from '../../platform/session/server-errors.ts';
import { rememberWantedPath } from '../../platform/session/wanted-path.ts';

// Where somebody last typed something that would be lost with the page.
let typedOn: string | undefined;
addEventListener('input', () => {
  typedOn = location.pathname;
});

/**
 * The server no longer knows the session: it expired, or was ended elsewhere. Whoever was in the middle of something is asked to sign in again
 * over the page, which keeps it; else the session ends here, too, the sign-in page says so, and whoever signs in again comes back to this page.
 */
function endRefusedSession(error: unknown, isWrite: boolean): void {
  if (refusalIn(error)?.status !== 401) return;
  // A read may be refused while the write is still on its way, or when that was refused already.
  const isWriting = isWrite || isSessionEnded() || queryClient.isMutating() > 0;
  if (isWriting || typedOn === location.pathname) setSessionEnded(true);
  else {
    // Only where the page is left: whoever signs in over it is there, and what is remembered would wait for the next one who signs in.
    rememberWantedPath(location.pathname + location.search);
    noteEndedByServer(true);
    void signOut();
  }
}

/**
 * What the signed-in area has read from the server. Reads are repeated twice when no answer came, unless the device itself
 * says that it is offline; a refusal is final. Calls are
 * always sent, never parked while the device says it is offline: the page itself says what was kept and offers the retry.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => endRefusedSession(error, false) }),
  mutationCache: new MutationCache({ onError: (error) => endRefusedSession(error, true) }),
  defaultOptions: {
    queries: {
      staleTime: 20_000,
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < 2 && navigator.onLine && isWorthRetrying(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
