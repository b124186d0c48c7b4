import type { Engine } from '#engine/engine.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import { pageEnvelope, readPage } from '#engine/http/read-page.ts';
import type { Route } from '#engine/http/route.ts';
import type { FigureRowsAnswer, QuestionsAnswer } from '#wire/questions.ts';
import { noteShown } from '../../platform/audit/note-shown.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import { foldSums } from '../../platform/sums/fold-sums.ts';
import { findFigureRows, type RowsAsked } from './question-rows.store.ts';
import { daysAsked } from './read-analytics.ts';
import { readQuestions, spanBefore } from './read-questions.ts';
import { readRowsAsked } from './read-rows-asked.ts';
import { mostRows, rowsFile } from './rows-file.ts';
import { writeRowsCsv } from './write-rows-csv.ts';

const headers = { 'Cache-Control': 'private, no-store' };

/**
 * `GET /api/marketplace/analytics/questions?from&to`: see src/wire/questions.ts; and what one of its figures was counted from, as a page and as a file. For
 * admins and superusers: 401 for guests, 403 for others, 400 for nonsense.
 */
export function questionsRoutes(engine: Engine): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/marketplace/analytics/questions',
      async handle({ auth, query }) {
        requireRight(auth, 'analytics');
        return { status: 200, headers, body: await readQuestions(engine, daysAsked(engine, query)) };
      },
    } satisfies Route<QuestionsAnswer>,
    rowsRoute(engine),
    rowsCsvRoute(engine),
  ];
}

/** `GET /api/marketplace/analytics/rows?figure&from&to&page&perPage`, with `area` and `hour` of searches, `month` and `later` of a cohort. */
function rowsRoute(engine: Engine): Route<FigureRowsAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/analytics/rows',
    async handle({ auth, query }) {
      const staff = requireRight(auth, 'analytics');
      const [page, span] = [readPage(query), daysAsked(engine, query)];
      const asked = readRowsAsked(query, span);
      await foldSums(engine.db);
      const wanted = { span, before: spanBefore(span), ...page };
      const { items, totalItems } = await findFigureRows(engine.db, asked, wanted);
      await noteRows(engine, staff, asked, items);
      const rows = items.map(({ atMs, ...row }) => ({ ...row, at: atMs === null ? null : isoInstant(atMs) }));
      return { status: 200, headers, body: pageEnvelope(page, rows, totalItems) satisfies FigureRowsAnswer };
    },
  };
}

/** `GET /api/marketplace/analytics/rows.csv`: all of the same rows as a file; 400 `too_many_rows` at `to` where there are more than 100,000. */
function rowsCsvRoute(engine: Engine): Route<string> {
  return {
    method: 'GET',
    path: '/api/marketplace/analytics/rows.csv',
    isTakenAway: true,
    async handle({ auth, query }) {
      const staff = requireRight(auth, 'analytics');
      const span = daysAsked(engine, query);
      const asked = readRowsAsked(query, span);
      await foldSums(engine.db);
      const wanted = { span, before: spanBefore(span), page: 1, perPage: mostRows };
      const { items, totalItems } = await findFigureRows(engine.db, asked, wanted);
      await noteRows(engine, staff, asked, items);
      const write = () => writeRowsCsv(asked.figure, items, String(staff.row.language ?? ''));
      return rowsFile({ name: asked.figure, totalItems, write });
    },
  };
}

/** Whose row it is, where it is of somebody: a learner who came, or a lesson with the words that called it off. */
const shownOf: Partial<Record<RowsAsked['figure'], string>> = {
  firstLesson: 'users',
  cohort: 'users',
  cancellations: 'lessons',
};

async function noteRows(
  engine: Engine,
  auth: AuthRecord,
  { figure }: RowsAsked,
  rows: ReadonlyArray<{ id: string }>,
): Promise<void> {
  const of = shownOf[figure];
  if (of) await noteShown(engine, auth, { [of]: rows.map(({ id }) => id) });
}
