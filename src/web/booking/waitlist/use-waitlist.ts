import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SearchAnswer } from '#wire/search.ts';
import type { GapsAnswer } from '#wire/waitlist.ts';
import { forgetPendingId, pendingId } from '../../platform/ground/pending-ids.ts';
import { loadBackend, readFullList, readMarketplace } from '../../platform/session/backend.ts';
import { refusalIn } from '../../platform/session/server-errors.ts';
import { useSession } from '../../platform/session/use-session.ts';
import type { WaitlistEntry, WaitlistOffer, Window } from './waitlist-record.ts';

const key = 'waitlist';

/** What one waits for now, the newest first. */
export function useWaitlist() {
  const user = useSession();
  return useQuery({
    queryKey: [key, 'entries', user?.id],
    queryFn: ({ signal }) =>
      readFullList<WaitlistEntry>('waitlist_entries', {
        filter: `learner = '${user?.id}' && status = 'open'`,
        sort: '-created',
        expand: 'instructor',
        signal,
      }),
    enabled: user !== null,
  });
}

/** The offers that are open now, the one that ends first on top. */
export function useOpenOffers() {
  const user = useSession();
  return useQuery({
    queryKey: [key, 'offers', user?.id],
    queryFn: ({ signal }) =>
      readFullList<WaitlistOffer>('waitlist_offers', {
        filter: `learner = '${user?.id}' && status = 'open'`,
        sort: 'expiresAt',
        expand: 'instructor',
        signal,
      }),
    enabled: user !== null,
    staleTime: 0,
  });
}

/** How many instructors teach each class, as the search counts them. */
export function useTaughtClasses() {
  return useQuery({
    queryKey: [key, 'classes'],
    queryFn: ({ signal }) =>
      readMarketplace<SearchAnswer>('instructors', { perPage: '1' }, signal).then(({ facets }) => facets.licenceClass),
  });
}

/** One offer; null where there is none of one's own. */
export function useOffer(id: string) {
  return useQuery({
    queryKey: [key, 'offer', id],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter('id = {:id}', { id });
      const query = { filter, expand: 'instructor', signal };
      const { items } = await backend.collection('waitlist_offers').getList<WaitlistOffer>(1, 1, query);
      return items[0] ?? null;
    },
    staleTime: 0,
    // Another learner's payment ends it, which nobody tells this page.
    refetchInterval: ({ state }) => (state.data?.status === 'open' ? 10_000 : false),
  });
}

/** Times that others called off late and that one could book now. */
export function useGaps() {
  const user = useSession();
  return useQuery({
    queryKey: [key, 'gaps', user?.id],
    queryFn: ({ signal }) => readMarketplace<GapsAnswer>('gaps', {}, signal),
    enabled: user !== null,
    staleTime: 0,
  });
}

export type NewEntry = {
  licenceClass: string;
  areas: string[];
  windows: Window[];
  before: string;
  instructor: string;
};

/** Joins once, however often it is sent. */
export function useJoining() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (entry: NewEntry) => {
      const request = `waitlist ${JSON.stringify(entry)}`;
      const backend = await loadBackend();
      try {
        const joined = await backend.collection('waitlist_entries').create({ id: pendingId(request), ...entry });
        forgetPendingId(request);
        return joined;
      } catch (error) {
        const refusal = refusalIn(error);
        if (refusal && refusal.status < 500) forgetPendingId(request);
        throw error;
      }
    },
    onSettled: refresh,
  });
}

/** Rests or goes on waiting. */
export function usePausing() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ id, paused }: { id: string; paused: boolean }) => {
      const backend = await loadBackend();
      await backend.collection('waitlist_entries').update(id, { paused });
    },
    onSettled: refresh,
  });
}

/** Waits no more. Somebody who left in another tab has left. */
export function useLeaving() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (id: string) => {
      const backend = await loadBackend();
      await backend
        .collection('waitlist_entries')
        .delete(id)
        .catch((error: unknown) => {
          if (refusalIn(error)?.status !== 404) throw error;
        });
    },
    onSettled: refresh,
  });
}

/** Says no to an offer, so that the next learner is asked. */
export function useDeclining() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (id: string) => {
      const backend = await loadBackend();
      await backend.collection('waitlist_offers').update(id, { status: 'declined' });
    },
    onSettled: refresh,
  });
}

function useRefresh() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [key] });
}
