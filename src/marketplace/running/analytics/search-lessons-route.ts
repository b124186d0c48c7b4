import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import { readPage } from '#engine/http/read-page.ts';
import type { Route } from '#engine/http/route.ts';
import { lessonStates } from '#rules/lessons/lesson-states.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import type { LessonSearchAnswer } from '#wire/analytics.ts';
import { noteShown } from '../../platform/audit/note-shown.ts';
import { readChoice } from '../../platform/reads/read-choice.ts';
import { readEnd } from '../../platform/reads/read-span.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import { lessonSorts, searchLessons } from './search-lessons.store.ts';

export const lessonSearchSorts = Object.keys(lessonSorts) as Array<keyof typeof lessonSorts>;

/**
 * `GET /api/marketplace/lessons/search?q&status&from&to&sort&page&perPage`: the ids of a page of the lessons in whose names and places a text is, for
 * the staff's list. `hasMore`: there are more than `totalItems`, and nobody counted them. For admins and superusers; 400 without a text.
 */
export function searchLessonsRoute(engine: Engine): Route<LessonSearchAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/lessons/search',
    async handle({ auth, query }) {
      const staff = requireRight(auth, 'lessons');
      const q = (query.q ?? '').trim().slice(0, 200);
      if (q === '') {
        const error = { code: 'validation_required', message: 'Cannot be blank.' };
        throw badRequest('Something went wrong while processing your request.', { q: error });
      }
      const { page, perPage } = readPage(query);
      await noteShown(engine, staff, { lessons: [] }, q);
      const found = await searchLessons(engine.db, {
        q,
        status: readChoice(query, 'status', lessonStates) ?? '',
        fromMs: readEnd(query, 'from', platformZone),
        toMs: readEnd(query, 'to', platformZone),
        nowMs: engine.clock.nowMs(),
        sort: readChoice(query, 'sort', lessonSearchSorts) ?? '-start',
        page,
        perPage,
      });
      const headers = { 'Cache-Control': 'private, no-store' };
      const { ids, total: totalItems, hasMore } = found;
      return { status: 200, headers, body: { ids, page, perPage, totalItems, hasMore } satisfies LessonSearchAnswer };
    },
  };
}
