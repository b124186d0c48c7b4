import type { Queryable } from '#engine/database/database.ts';
import { lessonSets } from '#rules/lessons/lesson-states.ts';
import { wasBooked } from '../../../platform/reads/states-in.ts';

export type PastLesson = {
  id: string;
  startMs: number;
  durationMinutes: number;
  instructorName: string;
  timezone: string;
  status: string;
  priceCents: number;
  refundedCents: number;
};

/** A learner's lessons that are over or off, in order of time; times that were held and never paid are neither. */
export function listPastLessons(db: Queryable, learner: string, nowMs: number): Promise<PastLesson[]> {
  return db.query<PastLesson>(
    `select l.id, (extract(epoch from l.start) * 1000)::double precision as "startMs", l."durationMinutes", coalesce(i.name, '') as "instructorName",
       coalesce(nullif(i.timezone, ''), 'Asia/Singapore') as timezone, l.status, l."priceCents",
       coalesce((select sum(p."refundedCents") from payments p where p._lesson = l.id), 0)::int as "refundedCents"
     from lessons l left join instructors i on i.id = l.instructor
     where l.learner = $1 and ${wasBooked('l')}
       and (l."end" <= to_timestamp($2::double precision / 1000) or l.status <> all ($3))
     order by l.start, l.id`,
    [learner, nowMs, lessonSets.coming],
  );
}
