import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { type Frozen, type PaymentPurpose, purposeOf, type Till } from '../payments/till.ts';
import { findPaymentOf, findTakenBack } from './chargebacks.store.ts';

type ToTell = { purpose: PaymentPurpose; id: string; chargeback: string; frozen?: Frozen | undefined };

/** Tells both sides of a payment what a chargeback of it means for them, as it stands; `frozen` where it has just been opened. */
export async function tellSides(
  engine: Engine,
  tx: Transaction,
  { purpose, id, chargeback, frozen }: ToTell,
): Promise<void> {
  const found = await findTakenBack(tx, chargeback);
  const { isOff, lessonsOff = 0 } = frozen ?? { isOff: false };
  await purpose.tellOfBank?.(engine, tx, { id, takenBack: { ...found, isOff, lessonsOff } });
}

/** What a payment is for: of what was charged together each is for its own lesson. */
export async function purposeOfPart(till: Till, tx: Transaction, id: string) {
  const payment = await findPaymentOf(tx, id);
  return payment && purposeOf(till, { ...payment, lessonSeries: '' });
}
