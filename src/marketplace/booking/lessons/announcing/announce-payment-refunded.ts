import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { bookLessonPath } from '#rules/paths/booking-path.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { spanText } from '../../../platform/reads/time-words.ts';
import { notifyOnce } from '../../../talk/notifications/notify-once.ts';
import { findLessonFacts } from '../../../teaching/calendar/find-lesson-facts.ts';

/** Tells the learner that money came when the time was no longer held, and that all of it goes back. */
export async function announcePaymentRefunded(
  engine: Engine,
  tx: Transaction,
  { payment, lesson }: { payment: string; lesson: string },
): Promise<void> {
  const facts = await findLessonFacts(tx, lesson);
  if (!facts) throw new Error(`There is no lesson ${lesson} to announce.`);
  const { startMs, endMs, timezone } = facts;
  await notifyOnce(engine, tx, [
    {
      user: facts.learner,
      type: 'payment',
      write: (language) => {
        const texts = noticesIn(language);
        const when = spanText(startMs, endMs, { timezone, language });
        return {
          title: texts.paymentSentBack,
          message: texts.paymentCameTooLate({ instructorName: facts.instructorName, when }),
        };
      },
      link: bookLessonPath,
      key: `payment_refunded:${payment}`,
      isRequired: true,
    },
  ]);
}
