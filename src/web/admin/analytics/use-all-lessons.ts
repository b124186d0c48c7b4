import { useQuery } from '@tanstack/react-query';
import { currentTime } from '../../ground/clock.ts';
import type { Lesson } from '../../lessons/lesson-record.ts';
import type { ListQuery } from '../../lists/list-query.ts';
import { loadBackend } from '../../session/backend.ts';
import { countParameters, lessonsFilter } from './lesson-choices.ts';

/** How many lessons a page of the list has. */
const pageSize = 30;

/** One page of everybody's lessons, with the names of both sides; what was there stays while the next answer is on its way. */
export function useAllLessons({ q, sort, page, filters }: ListQuery) {
  return useQuery({
    queryKey: ['admin', 'lessons', { q, sort, page, filters }],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const { expression, params } = lessonsFilter({ q, filters }, currentTime());
      const [found, count] = await Promise.all([
        backend.collection('lessons').getList<Lesson>(page, pageSize, {
          ...(expression ? { filter: backend.filter(expression, params) } : {}),
          // The id goes the same way: either order is one index, read from either end.
          sort: `${sort},${sort.startsWith('-') ? '-' : ''}id`,
          expand: 'instructor,learner',
          skipTotal: q === '',
          signal,
        }),
        // Of what is not searched for by words the number is kept, and a million lessons are not counted for each page.
        q === ''
          ? backend.send<{ count: number }>('/api/marketplace/lessons/count', {
              query: countParameters(filters, currentTime()),
              signal,
            })
          : undefined,
      ]);
      if (!count) return found;
      return { ...found, totalItems: count.count, totalPages: Math.ceil(count.count / pageSize) };
    },
    placeholderData: (shown) => shown,
  });
}
