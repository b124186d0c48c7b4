import type { Queryable } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { teachStepPath } from '#rules/paths/teaching-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { timeText } from '../../../platform/reads/time-words.ts';
import { notifyOnce } from '../../../talk/notifications/notify-once.ts';
import { findLessonFacts } from '../../../teaching/calendar/find-lesson-facts.ts';
import { findBeyondPapers, type LessonBeyond, listUntold } from './papers.store.ts';

/** Whether a lesson lies after the last day on which its instructor may teach by what was checked (domain rule 28). */
export function isBeyondPapers(db: Queryable, lesson: unknown): Promise<boolean> {
  return findBeyondPapers(db, String(lesson));
}

/**
 * Tells the learner and the instructor of each lesson that lies after the end of what was checked, once for each end: when a verification brought
 * the end forward, say, or a birthday was noted (domain rule 28).
 */
export async function tellOfLessonsBeyond(engine: Engine, nowMs: number): Promise<void> {
  for (const beyond of await listUntold(engine.db, nowMs)) await tell(engine, beyond);
}

async function tell(engine: Engine, { lesson, limit }: LessonBeyond): Promise<void> {
  await engine.db.transaction(async (tx) => {
    const facts = await findLessonFacts(tx, lesson);
    if (!facts) return;
    const timeIn = (language: string) => timeText(facts.startMs, { timezone: facts.timezone, language });
    await notifyOnce(engine, tx, [
      {
        user: facts.learner,
        write: (language) => {
          const texts = noticesIn(language);
          const message = texts.chooseAnother({ name: facts.instructorName, time: timeIn(language) });
          return { title: texts.lessonBeyondPapers, message };
        },
        link: lessonPath(facts.id),
        key: `beyond_papers:${lesson}:${limit}:learner`,
        isRequired: true,
      },
      {
        user: facts.instructorUser,
        write: (language) => {
          const texts = noticesIn(language);
          return { title: texts.lessonsAfterPapers, message: texts.sendNewPapers({ time: timeIn(language) }) };
        },
        link: teachStepPath('papers'),
        key: `beyond_papers:${lesson}:${limit}:instructor`,
        isRequired: true,
      },
    ]);
  });
}
