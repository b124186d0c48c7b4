import type { Engine } from '#engine/engine.ts';
import type { Route } from '#engine/http/route.ts';
import { lessonStates } from '#rules/lessons/lesson-states.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import type { LessonCountAnswer } from '#wire/analytics.ts';
import { readChoice } from '../../platform/reads/read-choice.ts';
import { readEnd } from '../../platform/reads/read-span.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import { foldSums } from '../../platform/sums/fold-sums.ts';
import { countLessons } from './count-lessons.store.ts';

/**
 * `GET /api/marketplace/lessons/count?status&from&to`: how many lessons begin in a span of whole days, either end open, as the staff's list counts them: a
 * closed lesson is a completed one, a held time that was not paid in its minutes has expired. For admins and superusers.
 */
export function countLessonsRoute(engine: Engine): Route<LessonCountAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/lessons/count',
    async handle({ auth, query }) {
      requireRight(auth, 'lessons');
      const asked = {
        status: readChoice(query, 'status', lessonStates) ?? ('' as const),
        fromMs: readEnd(query, 'from', platformZone),
        toMs: readEnd(query, 'to', platformZone),
        nowMs: engine.clock.nowMs(),
      };
      await foldSums(engine.db);
      const headers = { 'Cache-Control': 'private, no-store' };
      return {
        status: 200,
        headers,
        body: { count: await countLessons(engine.db, asked) } satisfies LessonCountAnswer,
      };
    },
  };
}
