import type { Engine } from '#engine/engine.ts';
import { ApiError, notFound } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import type { SentByHandAnswer } from '#wire/payouts.ts';
import { refuseUnprovedNumber } from '../../people/phones/refuse-unproved-number.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import {
  notePaidByHand,
  readReference,
  refuseOwnMoney,
  refusePaid,
  requireByHand,
  takeReference,
} from '../payments/manual/paid-by-hand.ts';
import { findProviderOf, findRefund, findRefundHindrance, lockPaymentOf, settleRefundByHand } from './refunds.store.ts';

/**
 * `POST /api/marketplace/refunds/:id/sent {reference, wasSent}`: somebody paid a refund by hand, by the bank's reference: one of PayNow to the operator's own
 * account, or one that its provider refused. For admins and finance; 409 `reference_used` at `reference` where it was noted for other money; 409 `not_by_hand` for any other, and for one that is paid; 409 `bank_decides` while its learner's bank takes the payment back,
 * `provider_case` while what the provider told of its refunds waits for somebody; 409 `phone_unproved` while its number is neither proved nor named for money by its owner, unless they say to have sent it (`wasSent`); 400 `own_case` for one's own.
 */
export function refundSentRoute(engine: Engine): Route<SentByHandAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/refunds/:id/sent',
    async handle(request) {
      const auth = requireRight(request.auth, 'payments');
      const id = request.params.id ?? '';
      const refund = await findRefund(engine.db, id);
      if (!refund) throw notFound();
      const { fields } = await request.body();
      const reference = readReference(fields.reference);
      requireByHand(refund, await findProviderOf(engine.db, id));
      await refuseOwnMoney(engine.db, auth, { parties: [refund.learner], begun: refund.created, field: 'refund' });
      // What was sent already is booked all the same.
      if (fields.wasSent !== true) await refuseUnprovedNumber(engine, String(refund.learner));
      const hand = { was: String(refund.status), reference, nowMs: engine.clock.nowMs() };
      const payment = await engine.db.transaction(async (tx) => {
        await lockPaymentOf(tx, String(refund.payment));
        refuseHindered(await findRefundHindrance(tx, String(refund.payment)));
        const settled = await settleRefundByHand(tx, id, hand);
        const amountCents = Number(refund.amountCents);
        if (settled) await takeReference(tx, { of: 'refunds', record: id, amountCents, reference, nowMs: hand.nowMs });
        return settled;
      });
      if (!payment) throw refusePaid();
      publishRow(engine, 'payments', payment);
      const row = (await findRefund(engine.db, id)) ?? refund;
      publishRow(engine, 'refunds', row);
      return notePaidByHand(engine, auth, { collection: 'refunds', row, reference });
    },
  };
}

const hindrances = {
  bank_decides: 'The learner’s bank is taking this payment back. Wait until it has decided.',
  provider_case: 'Stripe told of a refund of this payment. Settle that case first: it may have been sent there.',
};

// What was sent at the provider is not to be sent once more by hand.
function refuseHindered(why: '' | keyof typeof hindrances): void {
  if (why !== '') throw new ApiError(409, hindrances[why], { status: { code: why, message: hindrances[why] } });
}
