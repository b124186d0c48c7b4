import type { Queryable } from '#engine/database/database.ts';
import type { RecordBefore } from '#wire/students.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { skillHistory } from './skill-history.ts';
import { listGivers, listLessonsOf } from './student.store.ts';

/**
 * What those who taught a learner before wrote down, for the instructor who took over: the lessons that were given with their logs, and how the skills
 * grew, until the hand-over. Nothing of money, places, telephone numbers or private notes.
 */
export async function readHandedRecord(
  db: Queryable,
  { instructor, learner }: { instructor: string; learner: string },
): Promise<RecordBefore[]> {
  const givers = await listGivers(db, { instructor, learner });
  return Promise.all(
    givers.map(async ({ instructor: giver, name, ownLearner, doneMs }) => {
      const all = await listLessonsOf(db, { instructor: giver, learner, ownLearner });
      const lessons = all.filter(({ isTaught, startMs }) => isTaught && startMs < doneMs);
      return {
        instructorName: name,
        handedOverAt: isoInstant(doneMs),
        skillHistory: skillHistory(lessons),
        lessons: lessons.map(({ id, startMs, durationMinutes, log }) => ({
          id,
          start: isoInstant(startMs),
          durationMinutes,
          log,
        })),
      };
    }),
  );
}
