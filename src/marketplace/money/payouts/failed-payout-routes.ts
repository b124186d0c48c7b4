import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { notFound, refuseNow } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { Route } from '#engine/http/route.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { earningsPath } from '#rules/paths/money-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import type { FailedPayoutsAnswer } from '#wire/payouts.ts';
import { noteShown } from '../../platform/audit/note-shown.ts';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import { notifyOnce } from '../../talk/notifications/notify-once.ts';
import { listFailedPayouts, lockFailedPayout } from './failed-payouts.store.ts';
import { findPayout } from './payouts.store.ts';

/**
 * `GET /api/marketplace/payouts/failed`: the queue of payouts that failed, oldest first, each with whom it goes to and what was done about it and by whom.
 * `POST /api/marketplace/payouts/:id/ask`: tells its instructor that it failed and asks where their money can go, once for each failure. For admins and
 * finance; 404 for an unknown one, 409 `not_failed` for one that is not failed any more, 409 `already_asked`.
 */
export function failedPayoutRoutes(engine: Engine): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/marketplace/payouts/failed',
      async handle({ auth }) {
        const staff = requireRight(auth, 'payouts');
        const failed = await listFailedPayouts(engine.db);
        await noteShown(engine, staff, { users: failed.map(({ user }) => user) });
        const items = failed.map(({ failedMs, user: _user, ...payout }) => ({
          ...payout,
          failedAt: isoInstant(failedMs),
        }));
        const body: FailedPayoutsAnswer = { items };
        return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body };
      },
    } satisfies Route<FailedPayoutsAnswer>,
    {
      method: 'POST',
      path: '/api/marketplace/payouts/:id/ask',
      async handle({ auth, params }) {
        const staff = requireRight(auth, 'payouts');
        const id = params.id ?? '';
        if (!(await findPayout(engine.db, id))) throw notFound();
        await engine.db.transaction((tx) => askAs(engine, tx, staff, id));
        return { status: 204 };
      },
    } satisfies Route<never>,
  ];
}

async function askAs(engine: Engine, tx: Transaction, auth: AuthRecord, id: string): Promise<void> {
  const payout = await lockFailedPayout(tx, id);
  if (!payout) throw refuseNow('status', 'not_failed', 'This payout is not failed any more.');
  if (payout.isAsked) throw refuseNow('status', 'already_asked', 'Their instructor was asked since it failed.');
  await notifyOnce(engine, tx, [
    {
      user: payout.user,
      type: 'payment',
      write: (language) => {
        const texts = noticesIn(language);
        return { title: texts.payoutFailed, message: texts.whereMayItGo({ amount: formatCents(payout.amountCents) }) };
      },
      link: earningsPath,
      key: `payout-asked:${id}:${payout.failedMs}`,
    },
  ]);
  await writeAudit(tx, {
    auth,
    nowMs: engine.clock.nowMs(),
    action: 'update',
    collection: 'payouts',
    record: id,
    recordName: payout.date,
    changes: [{ field: 'asked', from: '', to: 'account' }],
  });
}
