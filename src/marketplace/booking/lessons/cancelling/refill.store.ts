import type { Queryable, Row } from '#engine/database/database.ts';

/** A confirmed lesson `x` of another learner takes some of the time of a lesson `l`. */
const isTaking = `x.instructor = l.instructor and x.learner <> l.learner and x.occupied && l.occupied and is_occupying(x.status)
  and x."confirmedAt" is not null`;

// Lessons `l` that their learners called off late, whose time such lessons have taken whole since. Fees that were forgiven, waived or given back
// already are left out.
const refilled = `from cancellations c join lessons l on l.id = c.lesson
     where l.status = 'cancelled_by_learner' and c."isLate" and c."feeCents" > 0
       and not c."usesMercyPass" and not c."isRefilled" and not c."isWaived"
       and (select coalesce(sum(least(x."end", l."end") - greatest(x.start, l.start)), interval '0') from lessons x where ${isTaking})
         >= l."end" - l.start`;

/** Those of which a lesson that was just confirmed takes some time. */
export async function listRefilledBy(
  tx: Queryable,
  { instructor, learner, start, end }: Row,
): Promise<{ id: string }[]> {
  return tx.query(
    `select l.id ${refilled} and l.instructor = $1 and l.learner <> $2 and l.occupied && tstzrange($3, $4, '[)') order by l.id`,
    [instructor, learner, start, end],
  );
}

/** Those that ended no longer than a day ago. None is called off late weeks before. */
export async function listRefilled(db: Queryable, nowMs: number): Promise<{ id: string }[]> {
  const at = 'to_timestamp($1::double precision / 1000)';
  return db.query(
    `select l.id ${refilled} and c.created > ${at} - interval '14 days' and l."end" > ${at} - interval '1 day' order by l.id limit 500`,
    [nowMs],
  );
}

/** The fee that was taken of a settled lesson, in cents. */
export async function findFeeTaken(tx: Queryable, lesson: string): Promise<number> {
  const [row] = await tx.query<{ cents: number }>('select "feeCents" as cents from settlements where lesson = $1', [
    lesson,
  ]);
  return row?.cents ?? 0;
}

/** The lessons that have taken all the time of one of them; none when it is no longer one. Call it under the calendar's lock. */
export function findTakers(tx: Queryable, lesson: string): Promise<Row[]> {
  return tx.query(
    `select x.* from lessons l join lessons x on ${isTaking} where l.id = $1 and exists (select ${refilled} and l.id = $1)`,
    [lesson],
  );
}
