import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WeeklyAnswer } from '#wire/booking.ts';
import { forgetPendingId, pendingId } from '../../../platform/ground/pending-ids.ts';
import type { Lesson } from '../../../platform/records/lesson-record.ts';
import { loadBackend, readMarketplace } from '../../../platform/session/backend.ts';
import { refusalIn } from '../../../platform/session/server-errors.ts';

/** The time of a held lesson in its own and the next four weeks. */
export function useWeeks(lesson: Lesson) {
  const { id, instructor, durationMinutes } = lesson;
  const start = new Date(lesson.start).toISOString();
  return useQuery({
    queryKey: ['slots', 'weekly', id],
    queryFn: async ({ signal }) => {
      const wanted = { instructor, start, durationMinutes, lesson: id };
      return (await readMarketplace<WeeklyAnswer>('weekly', wanted, signal)).items;
    },
  });
}

/** Holds the time of a held lesson in several weeks, in its place: all of them, or none and it stays. */
export function useHoldingWeeks(lesson: Lesson, onHeld: (series: string) => void) {
  const queries = useQueryClient();
  const readAgain = () => {
    for (const what of ['lessons', 'lesson', 'slots']) void queries.invalidateQueries({ queryKey: [what] });
  };
  return useMutation({
    mutationFn: (weeks: number[]) => holdWeeks(lesson, weeks),
    onSuccess: (held) => {
      readAgain();
      onHeld(held.id);
    },
    onError: readAgain,
  });
}

async function holdWeeks(lesson: Lesson, weeks: number[]): Promise<Lesson> {
  const { instructor, durationMinutes, pickup, postalCode, note } = lesson;
  const start = new Date(lesson.start).toISOString();
  const wanted = { instructor, start, durationMinutes, pickup, postalCode, note, weeks, replaces: lesson.id };
  const request = `weekly ${JSON.stringify(wanted)}`;
  const backend = await loadBackend();
  try {
    const held = await backend.collection('lessons').create<Lesson>({ id: pendingId(request), ...wanted });
    forgetPendingId(request);
    return held;
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal && refusal.status < 500) forgetPendingId(request);
    throw error;
  }
}

/** The lessons that are held together; read again every few seconds while their payment is on its way. */
export function useSeries(series: string, isFollowed: boolean) {
  return useQuery({
    queryKey: ['lessons', 'series', series],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter('series = {:series}', { series });
      const page = await backend
        .collection('lessons')
        .getList<Lesson>(1, 10, { filter, sort: 'start', expand: 'instructor', signal });
      return page.items;
    },
    refetchInterval: isFollowed ? 3000 : false,
  });
}

/** Lets held lessons go, one after the other. */
export function useLettingGo() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (lessons: readonly string[]) => {
      const backend = await loadBackend();
      for (const lesson of lessons) await backend.collection('cancellations').create({ lesson });
    },
    onSettled: () => {
      for (const what of ['lessons', 'lesson', 'slots']) void queries.invalidateQueries({ queryKey: [what] });
    },
  });
}
