import type { Queryable } from '#engine/database/database.ts';
import { statesIn, wasBooked, wasTaught } from '../../platform/reads/states-in.ts';

/** A lesson with the other party, as both views show it. Instants in epoch milliseconds. */
export type LessonView = {
  id: string;
  startMs: number;
  endMs: number;
  durationMinutes: number;
  status: string;
  /** Until when the instructor can answer what was asked for; null where nothing is asked. */
  requestExpiresMs: number | null;
  /** Until when the parties see each other's phone and the pick-up; null while they don't. */
  contactsUntilMs: number | null;
  pickup: string;
  postalCode: string;
  note: string;
  priceCents: number;
  cancellationHours: number;
  startCode: string;
  instructor: string;
  instructorName: string;
  photo: string;
  vehiclePlate: string;
  vehicleModel: string;
  timezone: string;
  instructorPhone: string;
  learner: string;
  learnerName: string;
  avatar: string;
  learnerPhone: string;
  isOwn: boolean;
  rating: number | null;
};

const lessonColumns = `l.id, (extract(epoch from l.start) * 1000)::double precision as "startMs",
  (extract(epoch from l."end") * 1000)::double precision as "endMs", l."durationMinutes", l.status,
  (extract(epoch from l."requestExpiresAt") * 1000)::double precision as "requestExpiresMs",
  (extract(epoch from l."contactsUntil") * 1000)::double precision as "contactsUntilMs", l.pickup, l."postalCode",
  l.note, l."priceCents", l."cancellationHours", l."startCode",
  i.id as instructor, i.name as "instructorName", i.photo, i."vehiclePlate", i."vehicleModel", i.timezone,
  iu.phone as "instructorPhone", coalesce(u.id, o.id) as learner, coalesce(o.name, shown_name(u)) as "learnerName", coalesce(u.avatar, '') as avatar,
  coalesce(u.phone, o.phone) as "learnerPhone", u.id is null as "isOwn",
  (select r.rating from reviews r where r.lesson = l.id and r.side = 'learner') as rating`;
const lessonTables = `lessons l join instructors i on i.id = l.instructor join users iu on iu.id = i."user"
  left join users u on u.id = l._learner left join own_learners o on o.id = l."_ownLearner" and l.learner = ''`;
const coming = statesIn('coming');
const notOff = statesIn('paid');

/** Lessons of a learner that are under way or to come, soonest first. */
export function listComingLessons(db: Queryable, learner: string, nowMs: number): Promise<LessonView[]> {
  return db.query(
    `select ${lessonColumns} from ${lessonTables}
     where l.learner = $1 and l.status in ${coming} and l."end" > to_timestamp($2::double precision / 1000)
     order by l.start, l.id limit 51`,
    [learner, nowMs],
  );
}

/** Lessons of a learner that are over or off, latest first. Holds that were never paid are not lessons taken or lost. */
export function listPastLessons(db: Queryable, learner: string, nowMs: number): Promise<LessonView[]> {
  return db.query(
    `select ${lessonColumns} from ${lessonTables}
     where l.learner = $1 and ${wasBooked('l')}
       and (l.status not in ${coming} or l."end" <= to_timestamp($2::double precision / 1000))
     order by l.start desc, l.id limit 50`,
    [learner, nowMs],
  );
}

export type AskedLesson = { lesson: string; startMs: number; instructorName: string; timezone: string };

/** The latest lesson since an instant of which its learner was asked what it was like, and has not said it; undefined without one. */
export async function findAskedLesson(
  db: Queryable,
  learner: string,
  sinceMs: number,
): Promise<AskedLesson | undefined> {
  const [row] = await db.query<AskedLesson>(
    `select l.id as lesson, extract(epoch from l.start)::double precision * 1000 as "startMs", i.name as "instructorName", i.timezone
     from lessons l join _review_asks a on a.lesson = l.id and a.asked join instructors i on i.id = l.instructor
     where l.learner = $1 and l.status in ${statesIn('taught')} and l."end" > to_timestamp($2::double precision / 1000)
       and not exists (select from reviews r where r.lesson = l.id and r.side = 'learner')
     order by l."end" desc limit 1`,
    [learner, sinceMs],
  );
  return row;
}

export type LearnerTotals = {
  completedLessons: number;
  completedMinutes: number;
  upcomingLessons: number;
  instructors: number;
  spentCents: number;
};

/** Sums over all lessons and payments of a learner. */
export async function sumLearner(db: Queryable, learner: string, nowMs: number): Promise<LearnerTotals> {
  const [row] = await db.query<LearnerTotals>(
    `select count(*) filter (where ${wasTaught('lessons')})::int as "completedLessons",
       coalesce(sum("durationMinutes") filter (where ${wasTaught('lessons')}), 0)::int as "completedMinutes",
       count(*) filter (where status in ${statesIn('upcoming')} and start > to_timestamp($2::double precision / 1000))::int
         as "upcomingLessons",
       count(distinct instructor) filter (where ${wasTaught('lessons')})::int as instructors,
       (select coalesce(sum("amountCents" - "refundedCents"), 0)::int from payments
        where learner = $1 and status in ('succeeded', 'part_refunded')) as "spentCents"
     from lessons where learner = $1`,
    [learner, nowMs],
  );
  if (!row) throw new Error('An aggregate answers one row.');
  return row;
}

export type InstructorProfile = {
  id: string;
  name: string;
  photo: string;
  status: string;
  timezone: string;
  licenceExpiresOn: string;
  ratingAverage: number;
  ratingCount: number;
  ratingShown: number | null;
};

/** The instructor profile of an account, or undefined. */
export async function findProfile(db: Queryable, user: string): Promise<InstructorProfile | undefined> {
  const [row] = await db.query<InstructorProfile>(
    `select id, name, photo, status, timezone, "licenceExpiresOn", "ratingAverage", "ratingCount", "ratingShown" from instructors where "user" = $1`,
    [user],
  );
  return row;
}

/** Lessons of an instructor that take up some of a span of time and are not off, in order of time; none is longer than two days. */
export function listInstructorLessons(
  db: Queryable,
  instructor: string,
  span: { fromMs: number; toMs: number; limit: number },
): Promise<LessonView[]> {
  return db.query(
    `select ${lessonColumns} from ${lessonTables}
     where l.instructor = $1 and l.status in ${notOff}
       and l."end" > to_timestamp($2::double precision / 1000)
       and l.start >= to_timestamp($2::double precision / 1000) - interval '2 days'
       and l.start < to_timestamp($3::double precision / 1000)
     order by l.start, l.id limit $4`,
    [instructor, span.fromMs, span.toMs, span.limit],
  );
}

/** The first lessons of an instructor that begin from an instant on and are not off, in order of time. */
export function listLaterLessons(
  db: Queryable,
  instructor: string,
  { fromMs, limit }: { fromMs: number; limit: number },
): Promise<LessonView[]> {
  return db.query(
    `select ${lessonColumns} from ${lessonTables}
     where l.instructor = $1 and l.status in ${notOff} and l.start >= to_timestamp($2::double precision / 1000)
     order by l.start, l.id limit $3`,
    [instructor, fromMs, limit],
  );
}

export type InstructorTotals = { students: number; upcomingLessons: number; requestedLessons: number };

/** Counts over an instructor's lessons. */
export async function countInstructor(db: Queryable, instructor: string, nowMs: number): Promise<InstructorTotals> {
  const [row] = await db.query<InstructorTotals>(
    `select count(distinct coalesce(_learner, "_ownLearner")) filter (where status in ${notOff})::int as students,
       count(*) filter (where status = 'confirmed' and start > n.now)::int as "upcomingLessons",
       count(*) filter (where status = 'requested' and start > n.now)::int as "requestedLessons"
     from lessons, (select to_timestamp($2::double precision / 1000) as now) n where instructor = $1`,
    [instructor, nowMs],
  );
  if (!row) throw new Error('An aggregate answers one row.');
  return row;
}

export type RosterRow = {
  learner: string;
  name: string;
  avatar: string;
  completedLessons: number;
  completedMinutes: number;
  lastMs: number | null;
  nextMs: number | null;
};

/** Learners of an instructor, those without an account by their line in the instructor's book, with how far they are, those with the latest or next lesson first. */
export function listRoster(db: Queryable, instructor: string, nowMs: number): Promise<RosterRow[]> {
  return db.query(
    `select r.learner, coalesce(o.name, shown_name(u)) as name, coalesce(u.avatar, '') as avatar, r."completedLessons", r."completedMinutes", r."lastMs", r."nextMs"
     from (
       select coalesce(_learner, "_ownLearner") as learner, _learner is null as "isOwn",
         count(*) filter (where ${wasTaught('lessons')})::int as "completedLessons",
         coalesce(sum("durationMinutes") filter (where ${wasTaught('lessons')}), 0)::int as "completedMinutes",
         (extract(epoch from max(start) filter (where start <= n.now)) * 1000)::double precision as "lastMs",
         (extract(epoch from min(start) filter (where start > n.now)) * 1000)::double precision as "nextMs"
       from lessons, (select to_timestamp($2::double precision / 1000) as now) n
       where instructor = $1 and status in ${notOff}
       group by 1, 2
     ) r left join users u on u.id = r.learner and not r."isOwn" left join own_learners o on o.id = r.learner and r."isOwn"
     order by coalesce(r."nextMs", 0) > 0 desc, r."nextMs", r."lastMs" desc, r.learner limit 200`,
    [instructor, nowMs],
  );
}

/** The newest level of each skill that was logged for a learner. */
export function listSkillLevels(db: Queryable, learner: string): Promise<Array<{ skill: string; level: number }>> {
  return db.query(
    `select distinct on (logged.skill) logged.skill, logged.level
     from lessons l join lesson_logs g on g.lesson = l.id,
       jsonb_to_recordset(g.skills) as logged (skill text, level integer)
     where l.learner = $1 order by logged.skill, l.start desc`,
    [learner],
  );
}
