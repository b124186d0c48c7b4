import type { Engine } from '#engine/engine.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import type { PayingOut } from '../payments/payment-provider.ts';
import { failRefund, findRefund, noteRefund, returnRefund, settleRefund } from './refunds.store.ts';

/**
 * Writes down how the provider says that a refund stands, also when it says so by itself: one that was paid may come back from the bank. `reference` is
 * what the provider calls it, where it says so.
 */
export async function takeRefundOutcome(
  engine: Engine,
  id: string,
  outcome: PayingOut,
  reference = 'reference' in outcome ? outcome.reference : '',
): Promise<void> {
  if (!(await findRefund(engine.db, id))) return;
  const nowMs = engine.clock.nowMs();
  if (outcome.status === 'sent') await noteRefund(engine.db, id, reference);
  else if (outcome.status === 'failed') {
    const { failureCode } = outcome;
    await failRefund(engine.db, id, { reference, failureCode, nowMs });
    await engine.db.transaction((tx) => returnRefund(tx, id, { reference, failureCode, nowMs }));
  } else {
    const payment = await engine.db.transaction((tx) => settleRefund(tx, id, { reference, nowMs }));
    if (payment) publishRow(engine, 'payments', payment);
  }
  const row = await findRefund(engine.db, id);
  if (row) publishRow(engine, 'refunds', row);
}
