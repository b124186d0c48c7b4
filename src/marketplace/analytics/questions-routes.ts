import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import { pageEnvelope, readPage } from '#engine/http/read-page.ts';
import type { Route } from '#engine/http/route.ts';
import { isoInstant } from '../availability/parse-instant.ts';
import { readChoice } from '../reads/read-choice.ts';
import { readSpan } from '../reads/read-span.ts';
import { requireRight } from '../reads/require-right.ts';
import { foldSums } from '../sums/fold-sums.ts';
import { findFigureRows } from './question-rows.store.ts';
import { platformZone, wholeDays } from './read-analytics.ts';
import { readQuestions, spanBefore } from './read-questions.ts';

export const rowFigures = ['fill', 'firstLesson', 'cancellations', 'leaving'] as const;

const headers = { 'Cache-Control': 'private, no-store' };

/**
 * `GET /api/marketplace/analytics/questions?from&to`: see read-questions.ts; and `GET /api/marketplace/analytics/rows?figure&from&to&page&perPage`: what
 * one of its figures was counted from. For admins and superusers: 401 for guests, 403 for others, 400 for nonsense.
 */
export function questionsRoutes(engine: Engine): Route[] {
  const spanOf = (query: Record<string, string>) =>
    wholeDays(readSpan(query, { zone: platformZone, nowMs: engine.clock.nowMs() }));
  return [
    {
      method: 'GET',
      path: '/api/marketplace/analytics/questions',
      async handle({ auth, query }) {
        requireRight(auth, 'analytics');
        return { status: 200, headers, body: await readQuestions(engine, spanOf(query)) };
      },
    },
    {
      method: 'GET',
      path: '/api/marketplace/analytics/rows',
      async handle({ auth, query }) {
        requireRight(auth, 'analytics');
        const figure = readChoice(query, 'figure', rowFigures);
        if (!figure) {
          const error = { code: 'validation_required', message: `Must be one of ${rowFigures.join(', ')}.` };
          throw badRequest('Something went wrong while processing your request.', { figure: error });
        }
        const [page, span] = [readPage(query), spanOf(query)];
        await foldSums(engine.db);
        const wanted = { span, before: spanBefore(span), ...page };
        const { items, totalItems } = await findFigureRows(engine.db, figure, wanted);
        const rows = items.map(({ atMs, ...row }) => ({ ...row, at: atMs === null ? null : isoInstant(atMs) }));
        return { status: 200, headers, body: pageEnvelope(page, rows, totalItems) };
      },
    },
  ];
}
