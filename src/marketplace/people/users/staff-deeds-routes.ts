import type { AuthCollection } from '#engine/auth/auth-context.ts';
import { endSessions } from '#engine/auth/end-sessions.ts';
import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { ApiError, badRequest, notFound } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { RequestContext, Route } from '#engine/http/route.ts';
import { countAttempt, refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import { refuseWithoutMail } from '#engine/mail/refuse-without-mail.ts';
import { findRow } from '#engine/records/record-store.ts';
import type { AuditAction } from '#rules/staff/audit-actions.ts';
import { isStaffRole } from '#rules/staff/staff-rights.ts';
import type { SignOutAnswer } from '#wire/account.ts';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import { endImpersonationsOf } from './end-impersonation.ts';
import { endSideDoors } from './end-side-doors.ts';
import { queueInvitation } from './queue-invitation.ts';
import { requireUserAccount } from './require-user.ts';

/** What staff do for an account beside changing its record. */
export function staffDeedRoutes(engine: Engine): Route[] {
  return [inviteRoute(engine), signOutRoute(engine)];
}

/**
 * `POST /api/marketplace/users/:id/invitation`: mails somebody whose account was made for them how to choose a password; 204. The link is good for
 * seven days. 400 `joined` once the address is proved; one mail in two minutes (429).
 */
function inviteRoute(engine: Engine): Route<never> {
  return {
    method: 'POST',
    path: '/api/marketplace/users/:id/invitation',
    async handle(request) {
      const { user, collection, row } = await subjectOf(engine, request);
      const id = String(row.id);
      if (row.verified === true) {
        const error = { code: 'joined', message: 'They have an account that is in use already.' };
        throw badRequest('Failed to send the invitation.', { id: error });
      }
      refuseWithoutMail(engine);
      if (!(await countAttempt(engine, { key: `invitation:${id}`, max: 1, seconds: 120 }))) {
        throw new ApiError(429, 'An invitation was sent a moment ago.', {}, { retryAfterMs: 120_000 });
      }
      await engine.db.transaction(async (tx) => {
        await queueInvitation(engine, tx, { collection, row });
        await note(engine, tx, { auth: user, action: 'invite', row });
      });
      return { status: 204 };
    },
  };
}

const signOuts = {
  seconds: 86_400,
  message: 'This account was signed out many times today. Suspend it where nobody must come back.',
};
const [mostOfColleague, mostOfOthers] = [3, 10];

/**
 * `DELETE /api/marketplace/users/:id/sessions`: signs an account out on all its devices: `{ended}`, how many there were. What opens the account without a device
 * ends, too. A colleague keeps their passkeys, and is signed out three times in a day (429), others ten times: else one alone would keep them away.
 */
function signOutRoute(engine: Engine): Route<SignOutAnswer> {
  return {
    method: 'DELETE',
    path: '/api/marketplace/users/:id/sessions',
    async handle(request) {
      const { user, collection, row } = await subjectOf(engine, request);
      const id = String(row.id);
      const isColleague = isStaffRole(row.role) && id !== user.id;
      if (id !== user.id) {
        const max = isColleague ? mostOfColleague : mostOfOthers;
        await refuseTooManyAttempts(engine, { key: `sign-outs:${id}`, max, ...signOuts });
      }
      const ended = await endSessions(engine, { collection, row });
      await endSideDoors(engine.db, { collection: collection.id, id, keepsPasskeys: isColleague });
      await endImpersonationsOf(engine, id);
      await note(engine, engine.db, { auth: user, action: 'sign_out', row });
      return { status: 200, body: { ended } };
    },
  };
}

async function subjectOf(
  engine: Engine,
  request: RequestContext,
): Promise<{ user: AuthRecord; collection: AuthCollection; row: Row }> {
  const { user, collection } = requireUserAccount(engine, requireRight(request.auth, 'users'));
  const row = await findRow(engine.db, collection, request.params.id ?? '');
  if (!row) throw notFound();
  return { user, collection, row };
}

async function note(
  engine: Engine,
  db: Parameters<typeof writeAudit>[0],
  { auth, action, row }: { auth: AuthRecord; action: AuditAction; row: Row },
): Promise<void> {
  await writeAudit(db, {
    auth,
    nowMs: engine.clock.nowMs(),
    action,
    collection: 'users',
    record: String(row.id),
    recordName: String(row.name || row.email),
  });
}
