import type { Queryable } from '#engine/database/database.ts';
import { isLesson } from '#rules/lessons/lesson-states.ts';

/** Whether a lesson was given to its end. */
export async function isTaught(tx: Queryable, lesson: string): Promise<boolean> {
  const [row] = await tx.query<{ status: string }>('select status from lessons where id = $1', [lesson]);
  return isLesson('taught', row?.status ?? '');
}
