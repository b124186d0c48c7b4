import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { findLessonFacts } from '../calendar/find-lesson-facts.ts';
import { lessonLink } from '../calendar/write-lesson-ics.ts';
import { spanText } from './lesson-words.ts';
import { notifyOnce } from './notify-once.ts';

/** Tells the learner that what was practised in a lesson can be read. */
export async function announceLessonLogged(engine: Engine, tx: Transaction, lesson: { id?: unknown }): Promise<void> {
  const facts = await findLessonFacts(tx, String(lesson.id));
  if (!facts) throw new Error(`There is no lesson ${String(lesson.id)} to announce.`);
  const when = spanText(facts.startMs, facts.endMs, facts.timezone);
  await notifyOnce(engine, tx, [
    {
      user: facts.learner,
      title: 'Lesson logged',
      message: `${facts.instructorName} wrote down what you practised on ${when}.`,
      link: lessonLink(facts.id, 'learner'),
      key: `lesson_logged:${facts.id}:learner`,
    },
  ]);
}
