import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { spanText } from '../../../platform/reads/time-words.ts';
import { notifyOnce } from '../../../talk/notifications/notify-once.ts';
import { findLessonFacts } from '../../../teaching/calendar/find-lesson-facts.ts';

/** Tells both that nobody answered a requested lesson in time: the learner of the money, the instructor of what was missed. */
export async function announceLessonLapsed(engine: Engine, tx: Transaction, lesson: { id?: unknown }): Promise<void> {
  const facts = await findLessonFacts(tx, String(lesson.id));
  if (!facts) throw new Error(`There is no lesson ${String(lesson.id)} to announce.`);
  const { id, learner, learnerName, instructorUser, instructorName, startMs, endMs, timezone } = facts;
  const tell = (user: string, side: 'learner' | 'instructor') => ({
    user,
    write: (language: string) => {
      const texts = noticesIn(language);
      const when = spanText(startMs, endMs, { timezone, language });
      if (side === 'learner') {
        return { title: texts.lessonNotConfirmed, message: texts.didNotAnswerInTime({ instructorName, when }) };
      }
      return { title: texts.requestNotAnswered, message: texts.youDidNotAnswerInTime({ learnerName, when }) };
    },
    link: lessonPath(id),
    key: `lesson_lapsed:${id}:${side}`,
    isRequired: true,
  });
  await notifyOnce(engine, tx, [tell(learner, 'learner'), tell(instructorUser, 'instructor')]);
}
