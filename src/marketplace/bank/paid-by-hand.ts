import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { ApiError, notFound } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { Route } from '#engine/http/route.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { findPayment } from '../payments/payments.store.ts';
import { publishRow } from '../payments/settle-payment.ts';
import { findPayout, settlePayout } from '../payouts/payouts.store.ts';
import { requireRight } from '../reads/require-right.ts';
import { findRefund } from '../refunds/refunds.store.ts';
import { takeRefundOutcome } from '../refunds/take-refund-outcome.ts';
import { readReference } from './decide-bank-line.ts';

/**
 * `POST /api/marketplace/refunds/:id/sent {reference}`: somebody paid a refund by hand, by the bank's reference: one of PayNow to the operator's own
 * account, or one that its provider refused. For admins and finance; 409 `not_by_hand` for any other, and for one that is paid.
 */
export function refundSentRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/marketplace/refunds/:id/sent',
    async handle(request) {
      const auth = requireRight(request.auth, 'payments');
      const refund = await findRefund(engine.db, request.params.id ?? '');
      if (!refund) throw notFound();
      const reference = readReference((await request.body()).fields.reference);
      const payment = await findPayment(engine.db, String(refund.payment));
      if (!isByHand(refund, payment?.provider)) throw refuse();
      await takeRefundOutcome(engine, String(refund.id), { status: 'paid', reference });
      const after = await findRefund(engine.db, String(refund.id));
      return noted(engine, auth, { collection: 'refunds', row: after ?? refund, reference });
    },
  };
}

/** `POST /api/marketplace/payouts/:id/sent {reference}`: the same of a payout. */
export function payoutSentRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/marketplace/payouts/:id/sent',
    async handle(request) {
      const auth = requireRight(request.auth, 'payouts');
      const payout = await findPayout(engine.db, request.params.id ?? '');
      if (!payout) throw notFound();
      const reference = readReference((await request.body()).fields.reference);
      if (!isByHand(payout, payout.provider)) throw refuse();
      const paid = await engine.db.transaction((tx) =>
        settlePayout(tx, String(payout.id), { reference, nowMs: engine.clock.nowMs() }),
      );
      if (!paid) throw refuse();
      publishRow(engine, 'payouts', paid);
      return noted(engine, auth, { collection: 'payouts', row: paid, reference });
    },
  };
}

// What a provider has under way would be paid twice.
function isByHand({ status }: Row, provider: unknown): boolean {
  return status === 'failed' || (status !== 'paid' && provider === 'manual');
}

function refuse(): ApiError {
  const message = 'This is paid, or its payment provider is paying it.';
  return new ApiError(409, message, { status: { code: 'not_by_hand', message } });
}

type Deed = { collection: string; row: Row; reference: string };

async function noted(engine: Engine, auth: AuthRecord, { collection, row, reference }: Deed) {
  await writeAudit(engine.db, {
    auth,
    nowMs: engine.clock.nowMs(),
    action: 'paid_by_hand',
    collection,
    record: String(row.id),
    recordName: String(row.amountCents),
    after: { reference, amountCents: row.amountCents },
  });
  return { status: 200, body: { id: row.id, status: row.status } };
}
