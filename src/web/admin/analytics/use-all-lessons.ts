import { useQuery } from '@tanstack/react-query';
import { currentTime } from '../../app/clock.ts';
import type { Lesson } from '../../lessons/lesson-record.ts';
import type { ListQuery } from '../../lists/list-query.ts';
import { loadBackend } from '../../session/backend.ts';
import { lessonsFilter } from './lesson-choices.ts';

/** How many lessons a page of the list has. */
const pageSize = 30;

/** One page of everybody's lessons, with the names of both sides; what was there stays while the next answer is on its way. */
export function useAllLessons({ q, sort, page, filters }: ListQuery) {
  return useQuery({
    queryKey: ['admin', 'lessons', { q, sort, page, filters }],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const { expression, params } = lessonsFilter({ q, filters }, currentTime());
      return backend.collection('lessons').getList<Lesson>(page, pageSize, {
        ...(expression ? { filter: backend.filter(expression, params) } : {}),
        sort: `${sort},id`,
        expand: 'instructor,learner',
        signal,
      });
    },
    placeholderData: (shown) => shown,
  });
}
