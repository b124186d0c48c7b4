import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { findLessonFacts } from '../calendar/find-lesson-facts.ts';
import { lessonLink } from '../calendar/write-lesson-ics.ts';
import { spanText } from './lesson-words.ts';
import { notifyOnce } from './notify-once.ts';

/** Tells the learner that a requested lesson will not be, and that the money is on its way back. */
export async function announceLessonDeclined(engine: Engine, tx: Transaction, lesson: { id?: unknown }): Promise<void> {
  const facts = await findLessonFacts(tx, String(lesson.id));
  if (!facts) throw new Error(`There is no lesson ${String(lesson.id)} to announce.`);
  const when = spanText(facts.startMs, facts.endMs, facts.timezone);
  await notifyOnce(engine, tx, [
    {
      user: facts.learner,
      title: 'Lesson not confirmed',
      message: `${facts.instructorName} can’t give the lesson on ${when}. All your money is on its way back.`,
      link: lessonLink(facts.id, 'learner'),
      key: `lesson_declined:${facts.id}:learner`,
      isRequired: true,
    },
  ]);
}
