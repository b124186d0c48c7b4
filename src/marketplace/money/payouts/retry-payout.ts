import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { notFound } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { Route } from '#engine/http/route.ts';
import type { PayoutRetryAnswer } from '#wire/payouts.ts';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import { refuseOwnMoney } from '../payments/manual/paid-by-hand.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { findPayout, findPayoutUser, lockPayout, planAgain, takeAlong } from './payouts.store.ts';
import { lockOwed, refusePayout } from './refuse-owed-payout.ts';
import { sendPayouts } from './send-payout.ts';

/**
 * `POST /api/marketplace/payouts/:id/retry`: sends a failed payout again, by its own id, so that nobody is paid twice. For admins and
 * superusers; 404 for an unknown one, 409 `not_failed` when it is not failed, or its money came back and is paid by another, `held_back` while a lesson
 * of it is in dispute, `owed_back` where more was taken back of its instructor since than it pays; 400 `own_case` for one's own.
 */
export function retryPayoutRoute(engine: Engine, provider: PaymentProvider): Route<PayoutRetryAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/payouts/:id/retry',
    async handle({ auth, params }) {
      const staff = requireRight(auth, 'payouts');
      const id = params.id ?? '';
      const known = await findPayout(engine.db, id);
      if (!known) throw notFound();
      const payee = await findPayoutUser(engine.db, id);
      await refuseOwnMoney(engine.db, staff, { parties: [payee], begun: known.created, field: 'payout' });
      if (await retryAs(engine, staff, id)) await sendPayouts(engine, provider, [id]);
      else throw refusePayout('not_failed', 'Only a failed payout can be sent again.');
      const payout = await findPayout(engine.db, id);
      return { status: 200, body: { payout: id, status: (payout?.status ?? '') as PayoutRetryAnswer['status'] } };
    },
  };
}

/** failed → planned, with who wanted it in the audit trail; false when it is not failed. It pays what is its instructor's by now. */
function retryAs(engine: Engine, auth: AuthRecord, id: string): Promise<boolean> {
  const nowMs = engine.clock.nowMs();
  return engine.db.transaction(async (tx) => {
    const failed = await lockPayout(tx, id);
    if (failed?.status !== 'failed' || failed.returnedAt) return false;
    await takeAlongDebts(tx, failed, nowMs);
    const payout = await planAgain(tx, id, nowMs);
    if (!payout) return false;
    await writeAudit(tx, {
      auth,
      nowMs,
      action: 'update',
      collection: 'payouts',
      record: id,
      recordName: String(payout.date),
      changes: [{ field: 'status', from: 'failed', to: 'planned' }, ...amountChange(failed, payout)],
    });
    return true;
  });
}

function amountChange({ amountCents: from }: Row, { amountCents: to }: Row) {
  return from === to ? [] : [{ field: 'amountCents', from: String(from), to: String(to) }];
}

/**
 * What was taken back since a payout failed goes with it, and what came since to set that off: else who owes would be paid. Nothing goes while a lesson of
 * it is in dispute. Who sends again what another provider had under way has looked there: it was not paid.
 */
async function takeAlongDebts(tx: Transaction, payout: Row, nowMs: number): Promise<void> {
  const { ready, owedCents } = await lockOwed(tx, payout, nowMs);
  if (owedCents >= 0) return;
  const amountCents = Number(payout.amountCents) + owedCents;
  if (amountCents <= 0) {
    throw refusePayout(
      'owed_back',
      'More has been taken back from its instructor since. Wait until that is earned again.',
    );
  }
  await takeAlong(tx, String(payout.id), { amountCents, entries: ready.map(({ entry }) => entry) });
}
