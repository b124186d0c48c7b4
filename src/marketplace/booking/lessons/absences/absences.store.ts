import type { Queryable, Row } from '#engine/database/database.ts';

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

/** Writes down that a lesson's money waits until its no-show can no longer be contested. */
export async function noteSettleAt(tx: Queryable, noShow: string): Promise<void> {
  await tx.query('update no_shows set "_settleAt" = "contestBy" where id = $1', [noShow]);
}

/** Writes down that staff decide about a no-show's money, or that it is settled; answers its row, undefined when it did not wait. */
export async function endWaiting(tx: Queryable, noShow: string): Promise<Row | undefined> {
  const [row] = await tx.query(
    'update no_shows set "_settleAt" = null where id = $1 and "_settleAt" is not null returning *',
    [noShow],
  );
  return row;
}

/** Whether the money of a lesson that its instructor is said to have missed waits. */
export async function isWaiting(tx: Queryable, lesson: string): Promise<boolean> {
  const rows = await tx.query(
    `select from no_shows n join lessons l on l.id = n.lesson
     where n.lesson = $1 and n."_settleAt" is not null and l.status = 'no_show_instructor'`,
    [lesson],
  );
  return rows.length > 0;
}

/**
 * Lets a learner contest until an instant that they were missing, who could when the lesson began to wait for something else and did not; answers the
 * row, undefined where there is nothing to contest.
 */
export async function renewContest(tx: Queryable, lesson: string, untilMs: number): Promise<Row | undefined> {
  const [row] = await tx.query(
    `update no_shows n set "contestBy" = to_timestamp($2::double precision / 1000)
     where n.lesson = $1 and n.missing = 'learner' and not exists (select from no_show_contests c where c."noShow" = n.id)
       and n."contestBy" >= (select max(m.created) from lesson_moves m where m.lesson = n.lesson and m.event = 'dispute') returning n.*`,
    [lesson, untilMs],
  );
  return row;
}

/** No-shows that can no longer be contested and whose money waits still, the earliest first. A lesson that is disputed waits for staff. */
export function findSettleable(db: Queryable, nowMs: number): Promise<{ id: string; lesson: string }[]> {
  return db.query(
    `select n.id, n.lesson from no_shows n join lessons l on l.id = n.lesson
     where n."_settleAt" < to_timestamp($1::double precision / 1000) and l.status = 'no_show_instructor'
     order by n."_settleAt", n.id limit 200`,
    [nowMs],
  );
}

/** Writes down what a no-show's credit came to in the end. */
export async function noteCredit(tx: Queryable, noShow: string, creditCents: number): Promise<Row | undefined> {
  const [row] = await tx.query('update no_shows set "creditCents" = $2 where id = $1 returning *', [
    noShow,
    creditCents,
  ]);
  return row;
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
export async function findContested(
  db: Queryable,
  contest: string,
): Promise<(NoShow & { contested: Date }) | undefined> {
  const [row] = await db.query<NoShow & { contested: Date }>(
    `select n.id, n.lesson, n.missing, c.created as contested, coalesce(extract(epoch from n."contestBy") * 1000, 0)::double precision as "contestByMs"
     from no_show_contests c join no_shows n on n.id = c."noShow" where c.id = $1`,
    [contest],
  );
  return row;
}
