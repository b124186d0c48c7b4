import { QueryClient } from '@tanstack/react-query';
import { isWorthRetrying } from '../session/server-errors.ts';

/**
 * What the signed-in area has read from the server. Reads are repeated twice when no answer came; a refusal is final. Calls are
 * always sent, never parked while the device says it is offline: the page itself says what was kept and offers the retry.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 20_000,
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && isWorthRetrying(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
