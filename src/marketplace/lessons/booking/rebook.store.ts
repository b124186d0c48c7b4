import type { Queryable } from '#engine/database/database.ts';
import { statesIn } from '../../reads/states-in.ts';

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
