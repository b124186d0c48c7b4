import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { packagesPath } from '#rules/paths/money-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { notifyOnce } from '../../talk/notifications/notify-once.ts';

/** Tells a learner that money of theirs goes back: less than was asked came in, or more. */
export async function announceStray(
  engine: Engine,
  tx: Transaction,
  { payment, stray, cents, isShort }: { payment: Row; stray: string; cents: number; isShort: boolean },
): Promise<void> {
  await notifyOnce(engine, tx, [
    {
      user: String(payment.learner),
      type: 'payment',
      write: (language) => {
        const texts = noticesIn(language);
        const [amount, price] = [formatCents(cents), formatCents(Number(payment.amountCents))];
        const message = isShort ? texts.tooLittleCame({ amount, price }) : texts.tooMuchCame({ amount });
        return { title: texts.paymentSentBack, message };
      },
      link: payment.lesson ? lessonPath(String(payment.lesson)) : packagesPath,
      key: `payment_stray:${stray}`,
      isRequired: true,
    },
  ]);
}
