import type { Queryable } from '#engine/database/database.ts';
import { lessonLife } from '#rules/lessons/lesson-life.ts';

const closable = lessonLife.filter(({ event }) => event === 'close').flatMap(({ from }) => from);

/** `isLate`: nobody finished it, and its instructor came after the start. */
export type EndedLesson = { id: string; instructor: string; endMs: number; isLate: boolean };

/** Lessons that ended so long ago that they close by the version they were booked under, after one of them in order of their ends. */
export function findLessonsToClose(db: Queryable, nowMs: number, after?: EndedLesson): Promise<EndedLesson[]> {
  return db.query(
    `select l.id, l.instructor, (extract(epoch from l."end") * 1000)::double precision as "endMs",
       l.status <> 'completed' and exists (select from arrivals a
         where a.lesson = l.id and a.side = 'instructor' and a.start = l.start and a.created > l.start) as "isLate"
     from lessons l, (select to_timestamp($1::double precision / 1000) as at) now
     where l.status in (${closable.map((state) => `'${state}'`).join(', ')}) and l."end" <= now.at
       and l."end" + make_interval(hours => (policy_values(l."policyVersion") ->> 'autoCloseHours')::integer) <= now.at
       and ($2::double precision is null or (l."end", l.id) > (to_timestamp($2::double precision / 1000), $3))
     order by l."end", l.id limit 200`,
    [nowMs, after?.endMs ?? null, after?.id ?? ''],
  );
}

/** Locks the calendars of lessons until the transaction ends, in the order of their ids, as bookings do. */
export async function lockCalendarsOf(tx: Queryable, lessons: readonly EndedLesson[]): Promise<void> {
  const instructors = lessons.map(({ instructor }) => instructor);
  await tx.query(
    'select 1 from instructor_calendars where instructor = any ($1) order by instructor for no key update',
    [instructors],
  );
}
