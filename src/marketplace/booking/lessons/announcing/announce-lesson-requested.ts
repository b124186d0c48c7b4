import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { spanText, timeText } from '../../../platform/reads/time-words.ts';
import { notifyOnce } from '../../../talk/notifications/notify-once.ts';
import { findLessonFacts } from '../../../teaching/calendar/find-lesson-facts.ts';

/** Tells both parties that a paid lesson waits for the instructor's answer, in the transaction that requests it. */
export async function announceLessonRequested(
  engine: Engine,
  tx: Transaction,
  lesson: { id?: unknown },
): Promise<void> {
  const facts = await findLessonFacts(tx, String(lesson.id));
  if (!facts) throw new Error(`There is no lesson ${String(lesson.id)} to announce.`);
  const { startMs, endMs, timezone } = facts;
  await notifyOnce(engine, tx, [
    {
      user: facts.learner,
      write: (language) => {
        const texts = noticesIn(language);
        const when = spanText(startMs, endMs, { timezone, language });
        return {
          title: texts.lessonRequested,
          message: texts.answersByHand({
            instructorName: facts.instructorName,
            when,
            until: timeText(facts.requestExpiresMs ?? startMs, { timezone, language }),
          }),
        };
      },
      link: lessonPath(facts.id),
      key: `lesson_requested:${facts.id}:learner`,
      isRequired: true,
    },
    {
      user: facts.instructorUser,
      write: (language) => {
        const texts = noticesIn(language);
        const when = spanText(startMs, endMs, { timezone, language });
        const until = timeText(facts.requestExpiresMs ?? startMs, { timezone, language });
        return { title: texts.aLearnerAsks, message: texts.asksFor({ learnerName: facts.learnerName, when, until }) };
      },
      link: lessonPath(facts.id),
      key: `lesson_requested:${facts.id}:instructor`,
      // Unanswered it lapses, and the learner's money goes back.
      isRequired: true,
    },
  ]);
}
