import { useQuery } from '@tanstack/react-query';
import { lessonSets } from '#rules/lessons/lesson-states.ts';
import { currentTime } from '../ground/clock.ts';
import { loadBackend } from '../session/backend.ts';
import { useSession } from '../session/use-session.ts';
import type { Instructor } from './instructor-record.ts';
import type { Lesson } from './lesson-record.ts';

/** The wire form of an instant, for filters. */
function wireInstant(instant: Date): string {
  return instant.toISOString().replace('T', ' ');
}

/** One lesson with its instructor, and for admins its learner. `isFollowed` reads it again every few seconds, for a change that is being waited for. */
export function useLesson(id: string, { isFollowed = false }: { isFollowed?: boolean } = {}) {
  return useQuery({
    queryKey: ['lesson', id],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      return backend.collection('lessons').getOne<Lesson>(id, { expand: 'instructor,learner,ownLearner', signal });
    },
    refetchInterval: isFollowed ? 3000 : false,
    enabled: id !== '',
  });
}

/** The public record of an instructor. */
export function useInstructor(id: string) {
  return useQuery({
    queryKey: ['instructor', id],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      return backend.collection('instructors').getOne<Instructor>(id, { signal });
    },
    staleTime: 60_000,
  });
}

/** The signed-in learner's own lessons that are still to come: held, asked for or booked. */
export function useOwnComingLessons() {
  const user = useSession();
  const id = user?.id ?? '';
  return useQuery({
    queryKey: ['lessons', 'coming', id],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const states = lessonSets.active.map((status) => `status = '${status}'`);
      const filter = backend.filter(`learner = {:id} && end > {:now} && (${states.join(' || ')})`, {
        id,
        now: wireInstant(currentTime()),
      });
      const page = await backend.collection('lessons').getList<Lesson>(1, 30, { filter, sort: 'start', signal });
      return page.items;
    },
    enabled: id !== '',
  });
}

/** The signed-in learner's last 30 lessons, newest first, with their instructors: for remembered pick-ups and recent instructors. */
export function useOwnRecentLessons() {
  const user = useSession();
  const id = user?.id ?? '';
  return useQuery({
    queryKey: ['lessons', 'recent', id],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter('learner = {:id}', { id });
      const page = await backend
        .collection('lessons')
        .getList<Lesson>(1, 30, { filter, sort: '-created', expand: 'instructor', signal });
      return page.items;
    },
    enabled: id !== '',
  });
}
