import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { notifyOnce } from '../notifications/notify-once.ts';
import { purposeOf, type Till } from '../payments/till.ts';
import { findStaff } from '../rights/find-staff.ts';
import {
  coverChargeback,
  type Dispute,
  findByReference,
  insertClosed,
  insertOpened,
  noteFrozen,
} from './chargebacks.store.ts';

/**
 * A learner's bank takes a payment back. It is booked out at once, and what it was for waits: what was not given yet is called off and covers
 * the cost, what was given is frozen until the bank decided. Admins are told: the bank wants to hear our side within days.
 */
export async function openChargeback(till: Till, dispute: Dispute): Promise<void> {
  const { engine } = till;
  const nowMs = engine.clock.nowMs();
  await engine.db.transaction(async (tx) => {
    const payment = await findByReference(tx, dispute.paymentReference);
    const found = payment && purposeOf(till, payment);
    if (!found) return;
    await found.purpose.lock?.(tx, found.id);
    const opened = await insertOpened(tx, dispute, { payment: String(payment.id), nowMs });
    if (!opened) return;
    const { was, isOff } = (await found.purpose.freeze?.(engine, tx, { id: found.id, nowMs })) ?? {
      was: '',
      isOff: false,
    };
    if (isOff) await coverChargeback(tx, dispute.id, nowMs);
    else if (was !== '') await noteFrozen(tx, dispute.id, was);
    await tellAdmins(engine, tx, { ...dispute, lesson: String(payment.lesson) });
  });
}

/** The bank decided: what waited goes on. What was won is ours again; what was lost stays booked out. */
export async function closeChargeback(till: Till, dispute: Dispute, isWon: boolean): Promise<void> {
  const { engine } = till;
  const nowMs = engine.clock.nowMs();
  // Its opening may arrive later, or never.
  await openChargeback(till, dispute);
  await engine.db.transaction(async (tx) => {
    const payment = await findByReference(tx, dispute.paymentReference);
    const found = payment && purposeOf(till, payment);
    if (!found) return;
    await found.purpose.lock?.(tx, found.id);
    const closed = await insertClosed(tx, dispute.id, isWon, nowMs);
    const was = String(closed?._lessonWas ?? '');
    if (was !== '') await found.purpose.thaw?.(engine, tx, { id: found.id, was, nowMs });
  });
}

async function tellAdmins(
  engine: Engine,
  tx: Transaction,
  { id, amountCents, lesson }: Dispute & { lesson: string },
): Promise<void> {
  const admins = await findStaff(tx, 'payments');
  const amount = formatCents(amountCents);
  await notifyOnce(
    engine,
    tx,
    admins.map((user) => ({
      user,
      type: 'payment' as const,
      write: (language: string) => {
        const texts = noticesIn(language);
        return { title: texts.chargeback, message: texts.chargebackOpened({ amount }) };
      },
      link: lesson === '' ? '/dashboard/payouts' : `/dashboard/lessons/${lesson}`,
      key: `chargeback:${id}:${user}`,
      isRequired: true,
    })),
  );
}
