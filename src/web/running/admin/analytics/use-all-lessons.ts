import { useQuery } from '@tanstack/react-query';
import type { LessonCountAnswer, LessonSearchAnswer } from '#wire/analytics.ts';
import { currentTime } from '../../../platform/ground/clock.ts';
import type { ListQuery } from '../../../platform/lists/list-query.ts';
import type { Lesson } from '../../../platform/records/lesson-record.ts';
import { loadBackend, readMarketplace } from '../../../platform/session/backend.ts';
import { countParameters, lessonsFilter } from './lesson-choices.ts';

/** How many lessons a page of the list has. */
const pageSize = 30;

export type LessonsFound = { items: Lesson[]; totalItems: number; totalPages: number; hasMore: boolean };

/** One page of everybody's lessons, with the names of both sides; what was there stays while the next answer is on its way. */
export function useAllLessons(query: ListQuery) {
  const { q, sort, page, filters } = query;
  return useQuery({
    queryKey: ['admin', 'lessons', { q, sort, page, filters }],
    queryFn: ({ signal }) => (q === '' ? listLessons(query, signal) : searchLessons(query, signal)),
    placeholderData: (shown) => shown,
  });
}

async function listLessons({ sort, page, filters }: ListQuery, signal: AbortSignal): Promise<LessonsFound> {
  const backend = await loadBackend();
  const { expression, params } = lessonsFilter(filters, currentTime());
  const [{ items }, { count }] = await Promise.all([
    backend.collection('lessons').getList<Lesson>(page, pageSize, {
      ...(expression ? { filter: backend.filter(expression, params) } : {}),
      // The id goes the same way: either order is one index, read from either end.
      sort: `${sort},${sort.startsWith('-') ? '-' : ''}id`,
      expand: 'instructor,learner',
      skipTotal: true,
      signal,
    }),
    // The number is kept: a million lessons are not counted for each page.
    readMarketplace<LessonCountAnswer>('lessons/count', countParameters(filters, currentTime()), signal),
  ]);
  return { items, totalItems: count, totalPages: Math.ceil(count / pageSize), hasMore: false };
}

/** Of the words the server says which lessons they find, by indexes of their own. */
async function searchLessons({ q, sort, page, filters }: ListQuery, signal: AbortSignal): Promise<LessonsFound> {
  const backend = await loadBackend();
  const asked = { q, sort, page, perPage: pageSize, ...countParameters(filters, currentTime()) };
  const { ids, totalItems, hasMore } = await readMarketplace<LessonSearchAnswer>('lessons/search', asked, signal);
  const found = { totalItems, totalPages: Math.ceil(totalItems / pageSize), hasMore };
  if (ids.length === 0) return { items: [], ...found };
  const { items } = await backend.collection('lessons').getList<Lesson>(1, pageSize, {
    filter: ids.map((id) => backend.filter('id = {:id}', { id })).join(' || '),
    expand: 'instructor,learner',
    skipTotal: true,
    signal,
  });
  const byId = new Map(items.map((lesson) => [lesson.id, lesson]));
  return { items: ids.flatMap((id) => byId.get(id) ?? []), ...found };
}
