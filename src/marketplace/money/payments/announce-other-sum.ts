import type Stripe from 'stripe';
import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { bankPath } from '#rules/paths/staff-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { findStaff } from '../../platform/rights/find-staff.ts';
import { notifyOnce } from '../../talk/notifications/notify-once.ts';
import { receivedOf } from './stripe/received-of.ts';
import { chargedCentsOf } from './till.ts';

/** Tells finance, once a payment and sum, that the provider received another sum than was asked for, and that nothing was confirmed by it. */
export async function announceOtherSum(
  engine: Engine,
  tx: Transaction,
  payment: Row,
  intent: Stripe.PaymentIntent,
): Promise<void> {
  const { id: reference, currency } = intent;
  // Of another currency nobody here knows how many of its smallest unit make one.
  const received =
    currency === 'sgd' ? formatCents(receivedOf(intent)) : `${receivedOf(intent)} ${currency.toUpperCase()}`;
  const due = formatCents(chargedCentsOf(payment));
  const staff = await findStaff(tx, 'payments');
  await notifyOnce(
    engine,
    tx,
    staff.map((user) => ({
      user,
      type: 'payment' as const,
      write: (language: string) => {
        const texts = noticesIn(language);
        return { title: texts.otherSumReceived, message: texts.otherSumReceivedOf({ reference, received, due }) };
      },
      link: bankPath,
      key: `other_sum:${payment.id}:${received}:${user}`,
      isRequired: true,
    })),
  );
}
