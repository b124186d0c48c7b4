import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dayMs } from '#rules/time/durations.ts';
import type { SlotsAnswer } from '#wire/booking.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { newRecordId } from '../../platform/ground/record-id.ts';
import { loadBackend, readMarketplace } from '../../platform/session/backend.ts';

/** A `reschedules` record: another time of a lesson. Times are UTC in the wire form. */
export type Reschedule = {
  id: string;
  lesson: string;
  start: string;
  fromStart: string;
  side: 'learner' | 'instructor' | 'admin';
  status: 'done' | 'proposed' | 'accepted' | 'refused' | 'lapsed' | 'withdrawn';
  answerBy: string;
};

/** How many days of free times are read in one call. */
export const movingDays = 28;

/** The times that a lesson can move to, its own left free: 28 days, `page` times 28 days from now on. */
export function useMovingSlots(
  lesson: { id: string; instructor: string; durationMinutes: number } | undefined,
  page: number,
) {
  const [openedMs] = useState(() => Math.floor(currentTime().getTime() / 60_000) * 60_000);
  const fromMs = openedMs + page * movingDays * dayMs;
  const query = useQuery({
    queryKey: ['slots', lesson?.instructor, lesson?.durationMinutes, fromMs, lesson?.id],
    queryFn: ({ signal }) =>
      readMarketplace<SlotsAnswer>(
        'slots',
        {
          instructor: lesson?.instructor,
          durationMinutes: lesson?.durationMinutes,
          lesson: lesson?.id,
          from: new Date(fromMs).toISOString(),
          to: new Date(fromMs + movingDays * dayMs).toISOString(),
        },
        signal,
      ),
    enabled: lesson !== undefined,
  });
  return { ...query, fromMs };
}

/** The proposal of a lesson that waits for an answer, if there is one. */
export function useProposal(lesson: string, isConfirmed: boolean) {
  return useQuery({
    queryKey: ['lesson', lesson, 'proposal'],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter("lesson = {:lesson} && status = 'proposed'", { lesson });
      const page = await backend.collection('reschedules').getList<Reschedule>(1, 1, { filter, signal });
      return page.items[0] ?? null;
    },
    enabled: isConfirmed,
  });
}

/** How often the parties of a lesson moved it (domain rule 9). */
export async function countMoves(lesson: string): Promise<number> {
  const backend = await loadBackend();
  const theirs = "event = 'reschedule' && (actorRole = 'learner' || actorRole = 'instructor')";
  const filter = backend.filter(`lesson = {:lesson} && ${theirs}`, { lesson });
  const page = await backend.collection('lesson_moves').getList(1, 1, { filter, fields: 'id' });
  return page.totalItems;
}

/** Asks for another time of a lesson; the id is kept while the time is the same, so that a repeat has no second effect. */
export function useMoving(lesson: string) {
  const refresh = useRefresh(lesson);
  const [ids] = useState(() => new Map<string, string>());
  return useMutation({
    mutationFn: async (start: string) => {
      const id = ids.get(start) ?? newRecordId();
      ids.set(start, id);
      const backend = await loadBackend();
      return backend.collection('reschedules').create<Reschedule>({ id, lesson, start });
    },
    onSettled: refresh,
  });
}

/** The other side's answer to a proposal, or that it is taken back. */
export function useAnsweringProposal(lesson: string) {
  const refresh = useRefresh(lesson);
  return useMutation({
    mutationFn: async ({ id, status }: { id: string; status: 'accepted' | 'refused' | 'withdrawn' }) => {
      const backend = await loadBackend();
      return backend.collection('reschedules').update<Reschedule>(id, { status });
    },
    onSettled: refresh,
  });
}

// Not waited for: what the page shows next may take the component away that has something to say.
function useRefresh(lesson: string) {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: ['lesson', lesson] });
    void queries.invalidateQueries({ queryKey: ['lessons'] });
    void queries.invalidateQueries({ queryKey: ['dashboard'] });
    void queries.invalidateQueries({ queryKey: ['slots'] });
  };
}
