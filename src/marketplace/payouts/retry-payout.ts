import type { Engine } from '#engine/engine.ts';
import { ApiError, notFound } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { Route } from '#engine/http/route.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { requireRight } from '../reads/require-right.ts';
import { findPayout, planAgain } from './payouts.store.ts';
import { sendPayouts } from './send-payout.ts';

/**
 * `POST /api/marketplace/payouts/:id/retry`: sends a failed payout again, by its own id, so that nobody is paid twice. For admins and
 * superusers; 404 for an unknown one, 409 `not_failed` when it is not failed, or its money came back and is paid by another.
 */
export function retryPayoutRoute(engine: Engine, provider: PaymentProvider): Route {
  return {
    method: 'POST',
    path: '/api/marketplace/payouts/:id/retry',
    async handle({ auth, params }) {
      const staff = requireRight(auth, 'payouts');
      const id = params.id ?? '';
      if (await retryAs(engine, staff, id)) await sendPayouts(engine, provider, [id]);
      else await refuseRetry(engine, id);
      const payout = await findPayout(engine.db, id);
      return { status: 200, body: { payout: id, status: payout?.status ?? '' } };
    },
  };
}

/** failed → planned, with who wanted it in the audit trail; false when it is not failed. */
function retryAs(engine: Engine, auth: AuthRecord, id: string): Promise<boolean> {
  const nowMs = engine.clock.nowMs();
  return engine.db.transaction(async (tx) => {
    const payout = await planAgain(tx, id, nowMs);
    if (!payout) return false;
    await writeAudit(tx, {
      auth,
      nowMs,
      action: 'update',
      collection: 'payouts',
      record: id,
      recordName: String(payout.date),
      changes: [{ field: 'status', from: 'failed', to: 'planned' }],
    });
    return true;
  });
}

async function refuseRetry(engine: Engine, id: string): Promise<never> {
  if (!(await findPayout(engine.db, id))) throw notFound();
  const error = { code: 'not_failed', message: 'Only a failed payout can be sent again.' };
  throw new ApiError(409, error.message, { status: error });
}
