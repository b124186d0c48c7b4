import type { Row } from '#engine/database/database.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import { findPayment } from './payments.store.ts';
import { purposeOf, type Till } from './till.ts';

/**
 * The provider has the money: payment, ledger, what was paid for, notifications and mails change in one transaction. Repeating it does
 * nothing. Subscribers hear of it after the commit; of a payment that was just `made` they hear once all of it is.
 */
export async function settlePayment(till: Till, id: string, reference: string, made?: Row): Promise<void> {
  const { engine } = till;
  const nowMs = engine.clock.nowMs();
  await engine.db.transaction(async (tx) => {
    const payment = made ?? (await findPayment(tx, id));
    const found = payment && purposeOf(till, payment);
    if (!found || !(await found.purpose.settle(engine, tx, { payment, reference, nowMs }))) return;
    const settled = made ? undefined : await findPayment(tx, id);
    if (settled) tx.afterCommit(() => publishRow(engine, 'payments', settled));
  });
}
