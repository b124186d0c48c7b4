import type { Queryable } from '#engine/database/database.ts';
import { statesIn } from '../../platform/reads/states-in.ts';
import type { FeedFacts, LessonFacts } from './find-lesson-facts.ts';

const columns = `l.id, l.status, l.sequence,
       (extract(epoch from l.start) * 1000)::double precision as "startMs",
       (extract(epoch from l."end") * 1000)::double precision as "endMs",
       (extract(epoch from coalesce(l.updated, l.start)) * 1000)::double precision as "updatedMs",
       (extract(epoch from l."contactsUntil") * 1000)::double precision as "contactsUntilMs",
       (extract(epoch from l."requestExpiresAt") * 1000)::double precision as "requestExpiresMs",
       l."durationMinutes", l.pickup, l."postalCode", l.note, l."priceCents", l.lines, l."cancellationHours", l."startCode",
       i.id as instructor, i.name as "instructorName", l."licenceClass", i."vehiclePlate", i."vehicleModel", i.timezone,
       iu.id as "instructorUser", iu.email as "instructorEmail", iu.phone as "instructorPhone", iu.language as "instructorLanguage",
       l.learner, coalesce(o.name, shown_name(u)) as "learnerName", coalesce(u.email, '') as "learnerEmail",
       coalesce(u.phone, o.phone, '') as "learnerPhone", coalesce(u.language, '') as "learnerLanguage"`;
const tables = `from lessons l
     join instructors i on i.id = l.instructor
     join users iu on iu.id = i."user"
     left join users u on u.id = l.learner
     left join own_learners o on o.id = l."ownLearner" and l.learner = ''`;

/** The facts of a lesson, or undefined when there is none of that id. */
export async function selectLessonFacts(db: Queryable, id: string): Promise<LessonFacts | undefined> {
  return (
    await db.query<LessonFacts>(
      `select ${columns}, policy_values(l."policyVersion") as policy ${tables} where l.id = $1`,
      [id],
    )
  )[0];
}

/** The booked lessons that somebody takes or gives in a span, soonest first; a calendar of more than a thousand shows those. */
export function selectFeedLessons(
  db: Queryable,
  { user, fromMs, toMs }: { user: string; fromMs: number; toMs: number },
): Promise<FeedFacts[]> {
  return db.query(
    `select ${columns},
       (select (extract(epoch from r.start) * 1000)::double precision from reschedules r
         where r.lesson = l.id and r.status = 'proposed') as "movesToMs"
     ${tables} where (l.learner = $1 or l.instructor in (select x.id from instructors x where x."user" = $1))
       and l.start >= to_timestamp($2::double precision / 1000) and l.start < to_timestamp($3::double precision / 1000)
       and l.status in ${statesIn('booked')} order by l.start, l.id limit 1000`,
    [user, fromMs, toMs],
  );
}
