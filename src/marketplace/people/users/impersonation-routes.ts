import { authRecordOf } from '#engine/auth/load-auth.ts';
import { lookAs } from '#engine/auth/look-as.ts';
import type { Engine } from '#engine/engine.ts';
import { ruleRequestOf } from '#engine/filters/rule-request.ts';
import { readForm } from '#engine/forms/read-form.ts';
import { ApiError, notFound } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import { presentRecord } from '#engine/records/present-records.ts';
import { findRow } from '#engine/records/record-store.ts';
import { isStaffRole } from '#rules/staff/staff-rights.ts';
import type { ImpersonationAnswer } from '#wire/users.ts';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import { endImpersonation, endImpersonationsOf } from './end-impersonation.ts';
import { insertImpersonation } from './impersonations.store.ts';
import { requireUserAccount } from './require-user.ts';

const lastsSeconds = 3600;

/** Looking through somebody's account (docs/decisions/staff-accounts.md). */
export function impersonationRoutes(engine: Engine): Route[] {
  return [beginRoute(engine), endRoute(engine)];
}

/**
 * `POST /api/marketplace/users/:id/impersonations {reason}`: `{id, token, record, until}`, with which one sees for an hour what that person sees, and
 * changes nothing. Never an account of the staff (403 `staff`). What the same admin began before ends.
 */
function beginRoute(engine: Engine): Route<ImpersonationAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/users/:id/impersonations',
    async handle(request) {
      const auth = requireRight(request.auth, 'impersonation');
      const { user, collection } = requireUserAccount(engine, auth);
      const { reason } = await readForm(request, { reason: { max: 500 } });
      const row = await findRow(engine.db, collection, request.params.id ?? '');
      if (!row) throw notFound();
      if (isStaffRole(row.role)) throw refuseStaff();
      await endImpersonationsOf(engine, user.id);
      const { id, token } = await lookAs(engine, { collection, row, actor: user.id, seconds: lastsSeconds });
      const nowMs = engine.clock.nowMs();
      const untilMs = nowMs + lastsSeconds * 1000;
      await engine.db.transaction(async (tx) => {
        await insertImpersonation(tx, { id, actor: user.id, user: String(row.id), reason, nowMs, untilMs });
        const after = { reason, until: isoInstant(untilMs) };
        const record = { collection: 'users', record: String(row.id), recordName: String(row.name || row.email) };
        await writeAudit(tx, { auth: user, nowMs, action: 'impersonate', ...record, after });
      });
      const as = { ...ruleRequestOf(request), auth: authRecordOf(engine, { collection, row }) };
      const record = await presentRecord(engine, { collection, row, request: as, expand: '', hasHappened: true });
      const headers = { 'Cache-Control': 'private, no-store' };
      return { status: 200, headers, body: { id, token, record, until: isoInstant(untilMs) } };
    },
  };
}

function refuseStaff(): ApiError {
  const message = 'Accounts of the staff are not looked through.';
  return new ApiError(403, message, { id: { code: 'staff', message } });
}

/** `DELETE /api/marketplace/impersonations/:id` by who began it: 204; 404 when it has ended. */
function endRoute(engine: Engine): Route<never> {
  return {
    method: 'DELETE',
    path: '/api/marketplace/impersonations/:id',
    async handle({ auth, params }) {
      const { user } = requireUserAccount(engine, requireRight(auth, 'impersonation'));
      if (!(await endImpersonation(engine, { id: params.id ?? '', actor: user.id }))) throw notFound();
      return { status: 204 };
    },
  };
}
