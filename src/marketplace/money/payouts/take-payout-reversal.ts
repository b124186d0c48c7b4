import type Stripe from 'stripe';
import type { Engine } from '#engine/engine.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import { openCase } from '../provider-cases/open-case.ts';
import { findByTransfer, reversePayout } from './payouts.store.ts';

/** What Stripe tells of a transfer that was taken back, whole or in part: of a payout of ours, by what we wrote on it or by its group. */
export async function takeReversal(engine: Engine, transfer: Stripe.Transfer): Promise<void> {
  const { id, amount, reversed, amount_reversed: back, transfer_group: group, currency } = transfer;
  // What was not made by us may have none, whatever the types say.
  const ours = (transfer.metadata as Stripe.Metadata | null | undefined)?.payout ?? group ?? '';
  const payout = await findByTransfer(engine.db, { payout: ours, reference: id });
  const cents = reversed ? Math.max(amount ?? 0, back ?? 0, Number(payout?.amountCents ?? 0)) : (back ?? 0);
  if (payout) return takePayoutReversal(engine, String(payout.id), { reference: id, cents });
  const about = { kind: 'reversal' as const, reference: id, amountCents: cents, currency: currency ?? '' };
  await engine.db.transaction((tx) => openCase(engine, tx, { ...about, reason: 'unknown' }));
}

/**
 * So many cents of a payout in all were taken back by the provider, whether we knew that it had gone or not (`reverse_payout`): all of it is payable again,
 * or a part. Finance is told of a part, as people took it back, and of one that was paid in another way since. Repeating it does nothing.
 */
export async function takePayoutReversal(
  engine: Engine,
  payout: string,
  { reference, cents }: { reference: string; cents: number },
): Promise<void> {
  const nowMs = engine.clock.nowMs();
  const row = await engine.db.transaction(async (tx) => {
    const { changed, wasPaidOtherwise } = await reversePayout(tx, payout, { reference, cents, nowMs });
    const about = { kind: 'reversal' as const, reference, amountCents: cents, currency: 'sgd', payout };
    if (wasPaidOtherwise) await openCase(engine, tx, { ...about, reason: 'paid_otherwise' });
    else if (changed && changed.status !== 'failed') await openCase(engine, tx, { ...about, reason: 'part' });
    return changed;
  });
  if (row) publishRow(engine, 'payouts', row);
}
