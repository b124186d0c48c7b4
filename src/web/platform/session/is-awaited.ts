import type { UseQueryResult } from '@tanstack/react-query';

/**
 * Whether a page waits for a read that may put something above the rest. No longer once that failed: what is shown asks for it again by itself, and
 * a page that waited for that, too, would come and go for ever.
 */
export function isAwaited({ isFetched, failureCount }: Pick<UseQueryResult, 'isFetched' | 'failureCount'>): boolean {
  return !isFetched && failureCount === 0;
}
