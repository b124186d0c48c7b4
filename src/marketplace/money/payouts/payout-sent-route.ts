import type { Engine } from '#engine/engine.ts';
import { notFound } from '#engine/http/api-error.ts';
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
import { findPayout, findPayoutUser, lockPayout, settlePayouts } from './payouts.store.ts';
import { askAboutDispute, refuseOwedByHand } from './refuse-owed-payout.ts';

/**
 * `POST /api/marketplace/payouts/:id/sent {reference, wasSent}`: somebody paid an instructor by hand, by the bank's reference, where nobody else pays out, or
 * what the provider refused. For admins and finance; 409 `reference_used` at `reference` where it was noted for other money; 409 `not_by_hand` for any other, and for one that is paid; 409 `phone_unproved` while its number is neither proved nor named for money by its owner; 409 `in_dispute` where a
 * lesson of it came into dispute, unless they say to have sent it already (`wasSent`); 400 `own_case` for one's own.
 */
export function payoutSentRoute(engine: Engine): Route<SentByHandAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/payouts/:id/sent',
    async handle(request) {
      const auth = requireRight(request.auth, 'payouts');
      const payout = await findPayout(engine.db, request.params.id ?? '');
      if (!payout) throw notFound();
      const { fields } = await request.body();
      const reference = readReference(fields.reference);
      const id = String(payout.id);
      const payee = await findPayoutUser(engine.db, id);
      await refuseOwnMoney(engine.db, auth, { parties: [payee], begun: payout.created, field: 'payout' });
      // What was sent already is booked all the same.
      if (fields.wasSent !== true) await refuseUnprovedNumber(engine, payee);
      const row = await engine.db.transaction(async (tx) => {
        // Somebody else may send it again meanwhile: then its provider pays it.
        const locked = (await lockPayout(tx, id)) ?? payout;
        requireByHand(locked, locked.provider);
        const nowMs = engine.clock.nowMs();
        await refuseOwedByHand(tx, locked, nowMs);
        await askAboutDispute(tx, locked, fields.wasSent === true);
        // Before it is booked: what a person sent moves the bank's money, not the provider's.
        const amountCents = Number(locked.amountCents);
        await takeReference(tx, { of: 'payouts', record: id, amountCents, reference, nowMs });
        const [paid] = await settlePayouts(tx, [{ id, reference }], nowMs);
        if (!paid) throw refusePaid();
        return paid;
      });
      publishRow(engine, 'payouts', row);
      return notePaidByHand(engine, auth, { collection: 'payouts', row, reference });
    },
  };
}
