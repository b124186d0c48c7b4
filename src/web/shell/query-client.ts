import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { signOut } from '../session/backend.ts';
import { isWorthRetrying, refusalIn } from '../session/server-errors.ts';
import { rememberWantedPath } from '../session/wanted-path.ts';

/**
 * The server no longer knows the session (it expired, or the password was changed elsewhere): it ends here, too, and whoever
 * signs in again comes back to this page.
 */
function endRefusedSession(error: unknown): void {
  if (refusalIn(error)?.status !== 401) return;
  rememberWantedPath(location.pathname + location.search);
  void signOut();
}

/**
 * What the signed-in area has read from the server. Reads are repeated twice when no answer came; a refusal is final. Calls are
 * always sent, never parked while the device says it is offline: the page itself says what was kept and offers the retry.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: endRefusedSession }),
  mutationCache: new MutationCache({ onError: endRefusedSession }),
  defaultOptions: {
    queries: {
      staleTime: 20_000,
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && isWorthRetrying(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
