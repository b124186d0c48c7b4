import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CancellationPreviewAnswer } from '#wire/cancelling.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { forgetPendingId, pendingId } from '../../platform/ground/pending-ids.ts';
import { loadBackend, readMarketplace } from '../../platform/session/backend.ts';
import { refusalIn } from '../../platform/session/server-errors.ts';

/** A `cancellations` record as the lesson's parties see it. */
export type Cancellation = Pick<
  CancellationPreviewAnswer,
  'refundPercent' | 'refundCents' | 'keptBackCents' | 'creditCents' | 'feeCents'
> & {
  id: string;
  lesson: string;
  reason: string;
  cancelledBy: 'learner' | 'instructor' | 'admin';
  /** `credit` where the learner chose that for what comes back. */
  refundTo: '' | 'credit';
  returnedCents: number;
  usesMercyPass: boolean;
  isRefilled: boolean;
  isWaived: boolean;
  created: string;
};

/** The sums of cancelling a lesson now; read anew each time they are looked at. */
export function useCancellationPreview(lesson: string) {
  return useQuery({
    // Apart from what was cancelled: it is not asked for again once the lesson is.
    queryKey: ['cancelling', lesson],
    queryFn: ({ signal }) => readMarketplace<CancellationPreviewAnswer>('cancellation', { lesson }, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

/** What cancelling a confirmed lesson that is to come would come to, for its page; undefined for another. */
export function useCancelTerms({ id, start, status }: { id: string; start: string; status: string }) {
  const isToCome = status === 'confirmed' && Date.parse(start) > currentTime().getTime();
  const { data } = useQuery({
    // Apart from the lesson: what begins or is cancelled is no longer asked for. A lesson that is moved has other terms.
    queryKey: ['cancelTerms', id, start],
    queryFn: ({ signal }) => readMarketplace<CancellationPreviewAnswer>('cancellation', { lesson: id }, signal),
    enabled: isToCome,
    retry: false,
  });
  return isToCome ? data : undefined;
}

/** What cancelling a lesson would come to once it was moved. */
export function useTermsAfterMove(lesson: string, start: string) {
  return useQuery({
    queryKey: ['cancelTerms', lesson, start, 'moved'],
    queryFn: ({ signal }) => readMarketplace<CancellationPreviewAnswer>('cancellation', { lesson, start }, signal),
    retry: false,
  });
}

/** Whether there is anything to say about cancelling: nothing of what costs nothing, nor where everything comes back at any time. */
export function hasTerms({ refundCents, feeCents, isBeyondPapers }: CancellationPreviewAnswer): boolean {
  return !isBeyondPapers && refundCents + feeCents > 0;
}

/** How a lesson was cancelled; null when it was not, or before that was written down. */
export function useCancellation(lesson: string, isCancelled: boolean) {
  return useQuery({
    queryKey: ['cancellation', lesson],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter('lesson = {:lesson}', { lesson });
      const page = await backend.collection('cancellations').getList<Cancellation>(1, 1, { filter, signal });
      return page.items[0] ?? null;
    },
    enabled: isCancelled,
  });
}

/** Cancels a lesson once, however often it is sent. Whatever comes of it, what shows the lesson is read again. */
export function useCancelling(lesson: string) {
  const refresh = useRefresh(lesson);
  return useMutation({
    mutationFn: async ({ reason, excuse, refundTo }: { reason: string; excuse: string; refundTo: '' | 'credit' }) => {
      const request = `cancellation ${lesson} ${excuse} ${refundTo} ${reason}`;
      const backend = await loadBackend();
      try {
        const body = {
          id: pendingId(request),
          lesson,
          reason,
          ...(excuse && { excuse }),
          ...(refundTo && { refundTo }),
        };
        const cancellation = await backend.collection('cancellations').create<Cancellation>(body);
        forgetPendingId(request);
        return cancellation;
      } catch (error) {
        const refusal = refusalIn(error);
        if (refusal && refusal.status < 500) forgetPendingId(request);
        throw error;
      }
    },
    onSettled: refresh,
  });
}

/** Lets the learner off what a late cancellation cost. */
export function useWaiving(lesson: string) {
  const refresh = useRefresh(lesson);
  return useMutation({
    mutationFn: async () => {
      const backend = await loadBackend();
      const request = `waiver ${lesson}`;
      return backend.collection('waivers').create<{ refundCents: number }>({ id: pendingId(request), lesson });
    },
    onSettled: refresh,
  });
}

function useRefresh(lesson: string) {
  const queries = useQueryClient();
  const keys = [
    ['dashboard'],
    ['lesson', lesson],
    ['lessons'],
    ['payments'],
    ['cancellation', lesson],
    ['slots'],
    ['balance'],
  ];
  return () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
