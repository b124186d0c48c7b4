import type { Engine } from '#engine/engine.ts';
import { unauthorized } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import { exportsIn } from '#texts/by-language/exports.ts';
import { timeCells } from '../../../platform/exports/time-cells.ts';
import { dollars, writeCsv } from '../../../platform/exports/write-csv.ts';
import { listPastLessons } from './history.store.ts';

/** `GET /api/marketplace/lessons.csv`: the caller's own past lessons as a learner, with what was paid and refunded, as a file. 401 for guests. */
export function lessonsCsvRoute(engine: Engine): Route<string> {
  return {
    method: 'GET',
    path: '/api/marketplace/lessons.csv',
    isTakenAway: true,
    async handle({ auth }) {
      if (!auth) throw unauthorized();
      const texts = exportsIn(String(auth.row.language ?? ''));
      const lessons = await listPastLessons(engine.db, auth.id, engine.clock.nowMs());
      const header = [
        ...[texts.date, texts.start, texts.minutes, texts.instructor, texts.lessonStatus],
        ...[texts.price, texts.givenBackAmount, texts.lesson],
      ];
      const rows = lessons.map((lesson) => [
        ...timeCells(lesson.timezone, lesson.startMs),
        lesson.durationMinutes,
        lesson.instructorName,
        lesson.status.replaceAll('_', ' '),
        dollars(lesson.priceCents),
        dollars(lesson.refundedCents),
        lesson.id,
      ]);
      const headers = {
        'Cache-Control': 'private, no-store',
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="kerbside-lessons.csv"',
      };
      return { status: 200, headers, body: writeCsv(header, rows) };
    },
  };
}
