import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { bookLessonPath } from '#rules/paths/booking-path.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { notifyOnce } from '../../talk/notifications/notify-once.ts';

/** Tells who said to have paid that the money was not found in time, and that what comes nevertheless goes back. */
export async function announceNotFound(engine: Engine, tx: Transaction, payment: Row): Promise<void> {
  await notifyOnce(engine, tx, [
    {
      user: String(payment.learner),
      type: 'payment',
      write: (language) => {
        const texts = noticesIn(language);
        const amount = formatCents(Number(payment.amountCents));
        return {
          title: texts.paymentNotFound,
          message: texts.paymentNotFoundInTime({ amount, code: String(payment.billReference) }),
        };
      },
      link: bookLessonPath,
      key: `payment_not_found:${payment.id}`,
      isRequired: true,
    },
  ]);
}
