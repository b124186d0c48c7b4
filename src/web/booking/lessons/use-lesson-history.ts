import { useQuery } from '@tanstack/react-query';
import type PocketBase from 'pocketbase';
import { currentTime } from '../../platform/ground/clock.ts';
import type { Lesson } from '../../platform/records/lesson-record.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { allPastLessons, type HistoryReader, literalText, pastLessons } from './history-filter.ts';
import { type HistoryQuery, historyPageSize, isFiltered, sortChoices } from './history-query.ts';

/** Somebody whom the reader has driven with, or taught. */
export type KnownPerson = { id: string; name: string };

type Review = { side: string; rating: number };

/** A past lesson with its instructor and its reviews, as far as the reader may see them. */
export type HistoryLesson = Omit<Lesson, 'expand'> & {
  expand?: NonNullable<Lesson['expand']> & { reviews_via_lesson?: Review[] };
};

export type LessonHistory = {
  /** What these lessons are the answer to: while the next answer is on its way, no longer what the address says. */
  query: HistoryQuery;
  lessons: HistoryLesson[];
  totalItems: number;
  totalPages: number;
  /** Whether the reader has any past lesson at all, whatever is searched for. */
  hasAny: boolean;
};

/**
 * One page of the reader's past lessons, as the query filters and orders them. What was there stays on screen while the next
 * page or filter is on its way (`isPlaceholderData`). `people` are those whose names are already known.
 */
export function useLessonHistory(reader: HistoryReader, query: HistoryQuery, people: readonly KnownPerson[]) {
  const fitting = query.q === '' ? [] : peopleNamed(query.q, people);
  return useQuery({
    queryKey: ['lessons', 'history', reader.side, reader.userId, query, fitting],
    queryFn: ({ signal }) => readHistory(reader, query, fitting, signal),
    placeholderData: (shown, last) =>
      last?.queryKey[2] === reader.side && last.queryKey[3] === reader.userId ? shown : undefined,
  });
}

async function readHistory(
  reader: HistoryReader,
  query: HistoryQuery,
  fitting: readonly string[],
  signal: AbortSignal,
): Promise<LessonHistory> {
  const backend = await loadBackend();
  const now = currentTime();
  const listed = reader.side === 'learner' && query.q !== '' ? await instructorsNamed(backend, query.q, signal) : [];
  const { expression, params } = pastLessons(reader, query, [...new Set([...fitting, ...listed])], now);
  const lessons = backend.collection('lessons');
  const { items, totalItems, totalPages } = await lessons.getList<HistoryLesson>(query.page, historyPageSize, {
    filter: backend.filter(expression, params),
    sort: sortChoices.find(({ value }) => value === query.sort)?.order ?? sortChoices[0].order,
    expand: 'instructor,reviews_via_lesson',
    signal,
  });
  if (totalItems > 0 || !isFiltered(query))
    return { query, lessons: items, totalItems, totalPages, hasAny: totalItems > 0 };
  const all = allPastLessons(reader, now);
  const filter = backend.filter(all.expression, all.params);
  const any = await lessons.getList(1, 1, { filter, fields: 'id', skipTotal: true, signal });
  return { query, lessons: items, totalItems, totalPages, hasAny: any.items.length > 0 };
}

/** The ids of listed instructors with such a name who have taught the signed-in learner. */
async function instructorsNamed(backend: PocketBase, text: string, signal: AbortSignal): Promise<string[]> {
  const filter = backend.filter('lessons_via_instructor.learner ?= {:me} && name ~ {:text}', {
    me: backend.authStore.record?.id ?? '',
    text: literalText(text),
  });
  const options = { filter, fields: 'id', sort: 'id', skipTotal: true, signal };
  const { items } = await backend.collection('instructors').getList<{ id: string }>(1, 100, options);
  return items.map(({ id }) => id);
}

function peopleNamed(text: string, people: readonly KnownPerson[]): string[] {
  const wanted = text.toLowerCase();
  return people.filter(({ name }) => name.toLowerCase().includes(wanted)).map(({ id }) => id);
}
