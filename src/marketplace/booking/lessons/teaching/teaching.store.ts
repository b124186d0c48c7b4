import type { Queryable } from '#engine/database/database.ts';
import { isLesson } from '#rules/lessons/lesson-states.ts';

/** Whether a lesson was given to its end. */
export async function isTaught(tx: Queryable, lesson: string): Promise<boolean> {
  const [row] = await tx.query<{ status: string }>('select status from lessons where id = $1', [lesson]);
  return isLesson('taught', row?.status ?? '');
}

/** When a lesson is, in epoch milliseconds, and the version it was booked under; undefined when there is none. */
export async function findTimes(
  tx: Queryable,
  lesson: string,
): Promise<{ startMs: number; endMs: number; policyVersion: number } | undefined> {
  const [row] = await tx.query<{ startMs: number; endMs: number; policyVersion: number }>(
    `select (extract(epoch from start) * 1000)::double precision as "startMs",
       (extract(epoch from "end") * 1000)::double precision as "endMs", "policyVersion" from lessons where id = $1`,
    [lesson],
  );
  return row;
}
