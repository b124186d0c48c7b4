import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { spanText } from '../../../platform/reads/time-words.ts';
import { notifyOnce } from '../../../talk/notifications/notify-once.ts';
import { findLessonFacts } from '../../../teaching/calendar/find-lesson-facts.ts';

/** Tells the learner that what was practised in a lesson can be read. */
export async function announceLessonLogged(engine: Engine, tx: Transaction, lesson: { id?: unknown }): Promise<void> {
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
          title: texts.lessonLogged,
          message: texts.wroteDownWhatYouPractised({ instructorName: facts.instructorName, when }),
        };
      },
      link: lessonPath(facts.id),
      key: `lesson_logged:${facts.id}:learner`,
    },
  ]);
}
