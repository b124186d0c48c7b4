import type { Queryable } from '#engine/database/database.ts';

export type MeetingLesson = { id: string; status: string; startMs: number; learner: string; teacher: string };

/** A lesson's parties and start, under its lock where `isLocked`; undefined when there is none of that id. */
export async function findMeetingLesson(db: Queryable, id: string): Promise<MeetingLesson | undefined> {
  const [row] = await db.query<MeetingLesson>(
    `select l.id, l.status, (extract(epoch from l.start) * 1000)::double precision as "startMs", l.learner, i."user" as teacher
     from lessons l join instructors i on i.id = l.instructor where l.id = $1`,
    [id],
  );
  return row;
}

export type Arrivals = { learnerMs: number | undefined; instructorMs: number | undefined };

/** When the two sides of a lesson said that they are there, for the time it has now. */
export async function findArrivals(db: Queryable, lesson: string): Promise<Arrivals> {
  const rows = await db.query<{ side: string; ms: number }>(
    `select a.side, (extract(epoch from a.created) * 1000)::double precision as ms
     from arrivals a join lessons l on l.id = a.lesson and l.start = a.start where a.lesson = $1`,
    [lesson],
  );
  const of = (side: string) => rows.find((row) => row.side === side)?.ms;
  return { learnerMs: of('learner'), instructorMs: of('instructor') };
}

/** What came in for a lesson and is neither paid back nor owed. */
export async function findPaidCents(db: Queryable, lesson: string): Promise<number> {
  const [row] = await db.query<{ cents: number }>('select paid_cents($1) as cents', [lesson]);
  return row?.cents ?? 0;
}

/** What a lesson's settlement brought its learner: of the price, and as credit that the instructor pays. */
export async function findGiven(
  db: Queryable,
  lesson: string,
): Promise<{ refundCents: number; instructorCreditCents: number }> {
  const [row] = await db.query<{ refundCents: number; instructorCreditCents: number }>(
    `select "refundCents", coalesce((select sum((g ->> 'cents')::integer) from jsonb_array_elements(gives::jsonb) g
       where g ->> 'to' = 'credit' and g ->> 'from' = 'instructor'), 0)::integer as "instructorCreditCents"
     from settlements where lesson = $1`,
    [lesson],
  );
  return row ?? { refundCents: 0, instructorCreditCents: 0 };
}

export type NoShow = { id: string; lesson: string; missing: 'learner' | 'instructor'; contestByMs: number };

/** What was said about a lesson's missing side, with the lesson's parties; undefined when there is none of that id. */
export async function findNoShow(db: Queryable, id: string): Promise<(NoShow & MeetingLesson) | undefined> {
  const [row] = await db.query<NoShow & MeetingLesson>(
    `select l.status, l.learner, i."user" as teacher, (extract(epoch from l.start) * 1000)::double precision as "startMs",
       n.id, n.lesson, n.missing, coalesce(extract(epoch from n."contestBy") * 1000, 0)::double precision as "contestByMs"
     from no_shows n join lessons l on l.id = n.lesson join instructors i on i.id = l.instructor where n.id = $1`,
    [id],
  );
  return row;
}

/** What a contest is about; undefined when there is none of that id. */
export async function findContested(db: Queryable, contest: string): Promise<NoShow | undefined> {
  const [row] = await db.query<NoShow>(
    `select n.id, n.lesson, n.missing, coalesce(extract(epoch from n."contestBy") * 1000, 0)::double precision as "contestByMs"
     from no_show_contests c join no_shows n on n.id = c."noShow" where c.id = $1`,
    [contest],
  );
  return row;
}
