import type { Engine } from '#engine/engine.ts';
import { pageEnvelope, readPage } from '#engine/http/read-page.ts';
import type { Route } from '#engine/http/route.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import { exportsIn } from '#texts/by-language/exports.ts';
import type { ActiveLearnersAnswer } from '#wire/analytics.ts';
import { noteShown } from '../../platform/audit/note-shown.ts';
import { timeCells } from '../../platform/exports/time-cells.ts';
import { writeCsv } from '../../platform/exports/write-csv.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { readChoice } from '../../platform/reads/read-choice.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import { foldSums } from '../../platform/sums/fold-sums.ts';
import {
  type ActiveLearnerRow,
  type ActiveLearnerSort,
  activeLearnerSorts,
  findActiveLearners,
} from './active-learners.store.ts';
import { daysAsked } from './read-analytics.ts';
import { mostRows, rowsFile } from './rows-file.ts';

export const activeLearnerSortNames = Object.keys(activeLearnerSorts) as ActiveLearnerSort[];

/** The learners whom the figures count as active in a span, as a page and as a file. For admins and superusers: 401 for guests, 403 for others, 400 for nonsense. */
export function activeLearnersRoutes(engine: Engine): Route[] {
  return [pageRoute(engine), csvRoute(engine)];
}

function readAsked(engine: Engine, query: Record<string, string>) {
  return {
    span: daysAsked(engine, query),
    q: (query.q ?? '').trim().slice(0, 200),
    sort: readChoice(query, 'sort', activeLearnerSortNames) ?? ('-days' as const),
  };
}

/** `GET /api/marketplace/analytics/learners?from&to&q&sort&page&perPage` */
function pageRoute(engine: Engine): Route<ActiveLearnersAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/analytics/learners',
    async handle({ auth, query }) {
      const staff = requireRight(auth, 'analytics');
      const [page, asked] = [readPage(query), readAsked(engine, query)];
      await foldSums(engine.db);
      const { items, totalItems } = await findActiveLearners(engine.db, { ...asked, ...page });
      await noteShown(engine, staff, { users: items.map(({ id }) => id) }, asked.q);
      const rows = items.map(({ lastMs, ...row }) => ({ ...row, last: isoInstant(lastMs) }));
      const headers = { 'Cache-Control': 'private, no-store' };
      return { status: 200, headers, body: pageEnvelope(page, rows, totalItems) };
    },
  };
}

/** `GET /api/marketplace/analytics/learners.csv?from&to&q&sort`: all of them; 400 `too_many_rows` at `to` where there are more than 100,000. */
function csvRoute(engine: Engine): Route<string> {
  return {
    method: 'GET',
    path: '/api/marketplace/analytics/learners.csv',
    isTakenAway: true,
    async handle({ auth, query }) {
      const staff = requireRight(auth, 'analytics');
      const asked = readAsked(engine, query);
      await foldSums(engine.db);
      const { items, totalItems } = await findActiveLearners(engine.db, { ...asked, page: 1, perPage: mostRows });
      await noteShown(engine, staff, { users: items.map(({ id }) => id) }, asked.q);
      const write = () => csvOf(items, String(staff.row.language ?? ''));
      return rowsFile({ name: 'active-learners', totalItems, write });
    },
  };
}

function csvOf(rows: readonly ActiveLearnerRow[], language: string): string {
  const texts = exportsIn(language);
  return writeCsv(
    [texts.learner, texts.daysWithALesson, texts.lessons, texts.lastLesson, texts.start, texts.id],
    rows.map(({ id, name, days, lessons, lastMs }) => [name, days, lessons, ...timeCells(platformZone, lastMs), id]),
  );
}
