import type { Engine } from '#engine/engine.ts';
import type { PayingOut } from '../payments/payment-provider.ts';
import { publishRow } from '../payments/settle-payment.ts';
import { failRefund, findRefund, noteRefund, returnRefund, settleRefund } from './refunds.store.ts';

/** Writes down how the provider says that a refund stands, also when it says so by itself: one that was paid may come back from the bank. */
export async function takeRefundOutcome(engine: Engine, id: string, outcome: PayingOut): Promise<void> {
  if (!(await findRefund(engine.db, id))) return;
  const nowMs = engine.clock.nowMs();
  if (outcome.status === 'sent') await noteRefund(engine.db, id, outcome.reference);
  else if (outcome.status === 'failed') {
    await failRefund(engine.db, id, outcome.failureCode, nowMs);
    await engine.db.transaction((tx) => returnRefund(tx, id, outcome.failureCode, nowMs));
  } else {
    const { reference } = outcome;
    const payment = await engine.db.transaction((tx) => settleRefund(tx, id, { reference, nowMs }));
    if (payment) publishRow(engine, 'payments', payment);
  }
  const row = await findRefund(engine.db, id);
  if (row) publishRow(engine, 'refunds', row);
}
