import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createOrKeep } from '../../platform/offline/use-outbox.ts';
import { loadBackend } from '../../platform/session/backend.ts';

export type Side = 'learner' | 'instructor';

/** An `arrivals` record: a side's "I'm here". */
type Arrival = { id: string; side: Side; start: string; created: string };

/** A `no_shows` record. */
export type NoShow = {
  id: string;
  lesson: string;
  missing: Side;
  refundCents: number;
  feeCents: number;
  creditCents: number;
  contestBy: string;
  created: string;
  expand?: { no_show_contests_via_noShow?: { expand?: { no_show_decisions_via_contest?: NoShowDecision[] } }[] };
};

/** A `no_show_decisions` record: who was missing after all. */
type NoShowDecision = { missing: Side; reason: string; refundCents: number; creditCents: number };

/** Who of a lesson said to be there, and when. */
export function useArrivals(lesson: string, isMeeting: boolean) {
  return useQuery({
    queryKey: ['lesson', lesson, 'arrivals'],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter('lesson = {:lesson} && start = lesson.start', { lesson });
      return (await backend.collection('arrivals').getList<Arrival>(1, 10, { filter, signal })).items;
    },
    enabled: isMeeting,
  });
}

const contests = 'no_show_contests_via_noShow.no_show_decisions_via_contest';

/** Who was said to be missing of a lesson, whether that is contested, and what was decided. */
export function useNoShow(lesson: string, isMissed: boolean) {
  return useQuery({
    queryKey: ['lesson', lesson, 'no-show'],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter('lesson = {:lesson}', { lesson });
      return (
        (await backend.collection('no_shows').getList<NoShow>(1, 1, { filter, expand: contests, signal })).items[0] ??
        null
      );
    },
    enabled: isMissed,
  });
}

/** Whether the money of a lesson waits until its instructor can no longer contest that they were missing: then all of it comes back. */
export function isWaitingToComeBack({ status }: { status: string }, noShow: NoShow | null | undefined, nowMs: number) {
  return status === 'no_show_instructor' && noShow?.missing === 'instructor' && nowMs <= Date.parse(noShow.contestBy);
}

/** Writes one of the records that a side of a lesson leaves about meeting; the lesson is read again whatever comes of it. */
export function useSaying(
  lesson: string,
  collection: 'arrivals' | 'no_shows' | 'no_show_contests' | 'no_show_decisions',
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Record<string, string>) => {
      // The instructor's day goes on without a network; what the other side reads and answers does not.
      if (collection === 'arrivals') return createOrKeep(queries, collection, { ...body, lesson });
      const backend = await loadBackend();
      return backend.collection(collection).create(body);
    },
    // Not waited for: what the page shows next may take the component away that has something to say.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['lesson', lesson] });
      void queries.invalidateQueries({ queryKey: ['dashboard'] });
    },
  });
}

/** A `no_show_contests` record with what it contests. */
type Contest = { id: string; text: string; created: string; expand?: { noShow?: NoShow & { text: string } } };

/** What its sides wrote to the support about a lesson, for those who answer it. */
type AboutLesson = {
  id: string;
  request: string;
  expand?: { request?: { subject: string; expand?: { user?: { name: string } } } };
};

/** The requests to the support that are joined to a lesson, the oldest first. */
export function useRequestsAbout(lesson: string, isAsked: boolean) {
  return useQuery({
    queryKey: ['lesson', lesson, 'requests'],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter("kind = 'lesson' && record = {:lesson}", { lesson });
      const options = { filter, sort: 'created,id', expand: 'request.user', signal };
      return (await backend.collection('support_joins').getList<AboutLesson>(1, 20, options)).items;
    },
    enabled: isAsked,
  });
}

/** The contest of a lesson's no-show that waits for staff; null when it was decided or there is none. */
export function useOpenContest(lesson: string, isAsked: boolean) {
  return useQuery({
    queryKey: ['lesson', lesson, 'contest'],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter('noShow.lesson = {:lesson}', { lesson });
      const contests = backend.collection('no_show_contests');
      const [contest] = (await contests.getList<Contest>(1, 1, { filter, expand: 'noShow', signal })).items;
      if (!contest) return null;
      const decided = backend.filter('contest = {:contest}', { contest: contest.id });
      const decisions = await backend.collection('no_show_decisions').getList(1, 1, { filter: decided, signal });
      return decisions.items.length > 0 ? null : contest;
    },
    enabled: isAsked,
  });
}
