import type { Queryable } from '#engine/database/database.ts';
import { statesIn } from '../../../platform/reads/states-in.ts';

/** A lesson that a learner had or has booked, with its listed instructor. Instants in epoch milliseconds. */
export type EarlierLesson = {
  instructor: string;
  name: string;
  photo: string;
  timezone: string;
  lessonMinutes: number[];
  startMs: number;
  durationMinutes: number;
  pickup: string;
  postalCode: string;
};

/** The last lessons of a learner with one listed instructor, or with the one of the latest lesson; newest first, at most 12. */
export function listEarlierLessons(db: Queryable, learner: string, instructor: string): Promise<EarlierLesson[]> {
  return db.query(
    `with own as (
       select l.* from lessons l join instructors i on i.id = l.instructor
       where l.learner = $1 and ($2 = '' or l.instructor = $2) and i.status = 'listed'
         and l.status in ${statesIn('takenUp')}
     )
     select l.instructor, i.name, i.photo, i.timezone, i."lessonMinutes", l."durationMinutes", l.pickup, l."postalCode",
       (extract(epoch from l.start) * 1000)::double precision as "startMs"
     from own l join instructors i on i.id = l.instructor
     where l.instructor = (select instructor from own order by start desc limit 1)
     order by l.start desc limit 12`,
    [learner, instructor],
  );
}

/** When the lessons begin that a learner has with an instructor in a span, also a time that is held. */
export async function listOwnStarts(
  db: Queryable,
  { learner, instructor, fromMs, toMs, nowMs }: OwnStarts,
): Promise<number[]> {
  const rows = await db.query<{ startMs: number }>(
    `select (extract(epoch from start) * 1000)::double precision as "startMs" from lessons
     where learner = $1 and instructor = $2 and status in ${statesIn('occupying')}
       and start >= to_timestamp($3::double precision / 1000) and start < to_timestamp($4::double precision / 1000)
       and not (status = 'held' and "holdExpiresAt" <= to_timestamp($5::double precision / 1000))`,
    [learner, instructor, fromMs, toMs, nowMs],
  );
  return rows.map(({ startMs }) => startMs);
}

type OwnStarts = { learner: string; instructor: string; fromMs: number; toMs: number; nowMs: number };
