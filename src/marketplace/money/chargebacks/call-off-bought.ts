import type { Transaction } from '#engine/database/database.ts';
import { purposeOf, type Till } from '../payments/till.ts';
import { coverFromCredit, findTakenBack, listBought, listOfDispute, lockStatus } from './chargebacks.store.ts';

/**
 * Calls off what is ahead and was paid with credit, where a bank takes the payment back that the credit came of: the latest first, as much as covers the bank.
 * A lesson or package that a card paid itself is called off alike. Each by itself, after the dispute is booked; a repeat goes on where one ended.
 */
export async function callOffBought(till: Till, dispute: string): Promise<void> {
  const { engine } = till;
  for (const { id } of await listOfDispute(engine.db, dispute)) {
    for (const { payment } of await listBought(engine.db, id, engine.clock.nowMs())) {
      await engine.db.transaction((tx) => callOff(till, tx, { chargeback: id, payment }));
    }
  }
}

type Bought = { chargeback: string; payment: string };

async function callOff(till: Till, tx: Transaction, { chargeback, payment }: Bought): Promise<void> {
  const { engine } = till;
  const nowMs = engine.clock.nowMs();
  const find = async () => (await listBought(tx, chargeback, nowMs)).find((one) => one.payment === payment);
  const found = purposeOf(till, (await find()) ?? {});
  if (!found) return;
  await found.purpose.lock?.(tx, found.id);
  await lockStatus(tx, chargeback);
  // It may have begun meanwhile, or the bank be covered.
  if (!(await find())) return;
  const frozen = await found.purpose.freeze?.(engine, tx, { id: found.id, nowMs });
  await coverFromCredit(tx, chargeback, nowMs);
  // Of a lesson both were told that it is off.
  if (found.purpose.field !== 'packagePurchase' || !frozen?.isOff) return;
  const takenBack = { ...(await findTakenBack(tx, chargeback)), isOff: true, lessonsOff: frozen.lessonsOff ?? 0 };
  const told = { ...takenBack, chargeback: `${chargeback}:${found.id}`, isOfCredit: true };
  await found.purpose.tellOfBank?.(engine, tx, { id: found.id, takenBack: told });
}
