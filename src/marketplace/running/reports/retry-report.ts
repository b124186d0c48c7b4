import type { Engine } from '#engine/engine.ts';
import { ApiError, notFound } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import type { ReportRetryAnswer } from '#wire/desk.ts';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import { hasReport, restartReport } from './reports.store.ts';

/**
 * `POST /api/marketplace/reports/:id/retry`: makes a failed report again; pressing twice makes it once. For admins and superusers; 404 for an
 * unknown one, 409 `not_failed` when it is ready or being made.
 */
export function retryReportRoute(engine: Engine): Route<ReportRetryAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/reports/:id/retry',
    async handle({ auth, params }) {
      const author = requireRight(auth, 'reports');
      const id = params.id ?? '';
      const nowMs = engine.clock.nowMs();
      const isRestarted = await engine.db.transaction(async (tx) => {
        const row = await restartReport(tx, id, nowMs);
        if (!row) return false;
        await engine.jobs.add(tx, 'make-report', { report: id });
        await writeAudit(tx, {
          auth: author,
          nowMs,
          action: 'update',
          collection: 'reports',
          record: id,
          recordName: String(row.name),
          changes: [{ field: 'status', from: 'failed', to: 'processing' }],
        });
        const collection = engine.collections.get('reports');
        tx.afterCommit(() => engine.realtime.publish({ collection, row, action: 'update' }));
        return true;
      });
      if (isRestarted) return { status: 200, body: { report: id, status: 'processing' } };
      if (!(await hasReport(engine.db, id))) throw notFound();
      const error = { code: 'not_failed', message: 'Only a failed report can be made again.' };
      throw new ApiError(409, error.message, { status: error });
    },
  };
}
