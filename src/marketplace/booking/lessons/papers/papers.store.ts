import type { Queryable } from '#engine/database/database.ts';
import { statesIn } from '../../../platform/reads/states-in.ts';

/** The local day of a lesson `l` of an instructor `i` lies after the last one on which the instructor may teach. */
const isBeyond = `to_char(l.start at time zone coalesce(nullif(i.timezone, ''), 'Asia/Singapore'), 'YYYY-MM-DD')
  > least(nullif(i."licenceExpiresOn", ''), nullif(i."retiresOn", ''))`;

/** Whether a lesson is after the last day on which its instructor may teach by what was checked. */
export async function findBeyondPapers(db: Queryable, lesson: string): Promise<boolean> {
  const sql = `select from lessons l join instructors i on i.id = l.instructor where l.id = $1 and ${isBeyond}`;
  return (await db.query(sql, [lesson])).length > 0;
}

export type LessonBeyond = { lesson: string; limit: string };

/** Lessons to come after that day whose learners were not told of it, a hundred at a time. Who has no account is told by their instructor. */
export function listUntold(db: Queryable, nowMs: number): Promise<LessonBeyond[]> {
  return db.query(
    `select l.id as lesson, least(nullif(i."licenceExpiresOn", ''), nullif(i."retiresOn", '')) as "limit"
     from lessons l join instructors i on i.id = l.instructor
     where l.learner <> '' and l.status in ${statesIn('upcoming')} and l.start > to_timestamp($1::double precision / 1000) and ${isBeyond}
       and not exists (select from notifications n where n._key = 'beyond_papers:' || l.id || ':'
         || least(nullif(i."licenceExpiresOn", ''), nullif(i."retiresOn", '')) || ':learner')
     order by l.start limit 100`,
    [nowMs],
  );
}
