import type { Request } from 'autocannon';
import type { Pool } from 'pg';
import { idOf } from './make-people.ts';

export type TimeToHold = { instructor: string; learner: number; start: string };

const dayMs = 86_400_000;

/** Times that can all be held, counted from 0: no two of one instructor at an hour, none of them within the next two days. */
export function timesToHold({ instructors, learners }: { instructors: number; learners: number }) {
  const firstMs = (Math.ceil(Date.now() / dayMs) + 2) * dayMs;
  return (call: number): TimeToHold => ({
    instructor: idOf.teacher(call % instructors),
    learner: call % learners,
    start: new Date(firstMs + Math.floor(call / instructors) * 3_600_000).toISOString(),
  });
}

/** The call that holds such a time for its learner, an hour at a place that is known. */
export function holdCall({ instructor, learner, start }: TimeToHold, tokens: readonly string[]): Request {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: tokens[learner] ?? '' },
    body: JSON.stringify({ instructor, start, durationMinutes: 60, pickup: 'Bedok MRT', postalCode: '467360' }),
  };
}

/** Lets all of these times go, so that they can be held again. */
export async function letGo(pool: Pool): Promise<void> {
  await pool.query('delete from lessons where instructor like $1', ['benchteach%']);
}
