import { useMutation, useQueryClient } from '@tanstack/react-query';
import { forgetPendingId, pendingId } from '../../platform/ground/pending-ids.ts';
import type { Lesson } from '../../platform/records/lesson-record.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { refusalIn } from '../../platform/session/server-errors.ts';

/** Everything that a hold is asked for with. */
export type WantedLesson = {
  instructor: string;
  start: string;
  durationMinutes: number;
  pickup: string;
  postalCode: string;
  note: string;
  /** For which class; left out where the instructor teaches one. */
  licenceClass?: string | undefined;
  /** The held time that this one stands for: let go if this one is held, kept if not. */
  replaces?: string | undefined;
};

/**
 * Holds a time. The record's id is chosen here and kept until the server has decided, so that sending it again after a cut
 * network, or twice by a double tap, holds the time once.
 */
export function useHolding(onHeld: (lesson: Lesson) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: holdLesson,
    onSuccess: (lesson, { replaces }) => {
      // Said above the times as soon as these are seen again: told of by the next answer it would push them down under a finger.
      queries.setQueriesData<Lesson[]>({ queryKey: ['lessons', 'coming'] }, (known) =>
        known?.filter(({ id }) => id !== lesson.id && id !== replaces).concat(lesson),
      );
      void queries.invalidateQueries({ queryKey: ['lessons'] });
      void queries.invalidateQueries({ queryKey: ['slots'] });
      onHeld(lesson);
    },
    onError: () => {
      void queries.invalidateQueries({ queryKey: ['lessons'] });
      void queries.invalidateQueries({ queryKey: ['slots'] });
    },
  });
}

async function holdLesson(wanted: WantedLesson): Promise<Lesson> {
  const request = `lesson ${JSON.stringify(wanted)}`;
  const backend = await loadBackend();
  try {
    const lesson = await backend.collection('lessons').create<Lesson>({ id: pendingId(request), ...wanted });
    forgetPendingId(request);
    return lesson;
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal && refusal.status < 500) forgetPendingId(request);
    throw error;
  }
}
