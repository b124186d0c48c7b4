import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { spanText } from '../../../platform/reads/time-words.ts';
import { notifyOnce } from '../../../talk/notifications/notify-once.ts';
import { findLessonFacts } from '../../../teaching/calendar/find-lesson-facts.ts';

type Returned = { lesson: string; cents: number } & ({ why: 'waiver' } | { why: 'refill'; keptCents: number });

/** Tells the learner that a late cancellation costs less than it did, and the instructor where that was not their own doing. */
export async function announceFeeReturned(engine: Engine, tx: Transaction, returned: Returned): Promise<void> {
  const facts = await findLessonFacts(tx, returned.lesson);
  if (!facts) throw new Error(`There is no lesson ${returned.lesson} to announce.`);
  const { startMs, endMs, timezone, instructorName, learnerName } = facts;
  const whenIn = (language: string) => spanText(startMs, endMs, { timezone, language });
  const toLearner = {
    user: facts.learner,
    type: 'payment' as const,
    write: (language: string) => {
      const texts = noticesIn(language);
      const [when, amount] = [whenIn(language), formatCents(returned.cents)];
      const message =
        returned.why === 'waiver'
          ? texts.instructorWaivedTheFee({ instructorName, when, amount })
          : texts.somebodyTookYourTime({ when, amount });
      return { title: texts.feeGivenBack, message };
    },
    link: lessonPath(facts.id),
    key: `fee_returned:${returned.why}:${facts.id}:learner`,
    isRequired: true,
  };
  if (returned.why === 'waiver') return notifyOnce(engine, tx, [toLearner]);
  const kept = formatCents(returned.keptCents);
  const toInstructor = {
    user: facts.instructorUser,
    type: 'payment' as const,
    write: (language: string) => {
      const texts = noticesIn(language);
      return {
        title: texts.timeTakenAgain,
        message: texts.feeGoesBackToLearner({ learnerName, when: whenIn(language), kept }),
      };
    },
    link: lessonPath(facts.id),
    key: `fee_returned:refill:${facts.id}:instructor`,
  };
  await notifyOnce(engine, tx, [toLearner, toInstructor]);
}
