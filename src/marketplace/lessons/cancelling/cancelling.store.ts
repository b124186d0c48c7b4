import type { Queryable, Row } from '#engine/database/database.ts';
import type { FeeHistory } from '#rules/fees/platform-fee.ts';
import { statesIn } from '../../reads/states-in.ts';

/** How much of a lesson's price is held, by what it was paid with, and the ways in the order in which money goes back. */
export type PaidSums = { moneyCents: number; creditCents: number; ways: { method: string; cents: number }[] };

/** What came in for a lesson and is neither paid back nor owed. */
export async function findPaidSums(db: Queryable, lesson: string): Promise<PaidSums> {
  const ways = await db.query<{ method: string; cents: number }>(
    `select method, sum(refundable_cents(p))::integer as cents from payments p
     where _lesson = $1 and status in ('succeeded', 'part_refunded') group by method
     having sum(refundable_cents(p)) > 0
     order by array_position(array['card', 'paynow', 'cash', 'credit'], method)`,
    [lesson],
  );
  const creditCents = ways.find(({ method }) => method === 'credit')?.cents ?? 0;
  return { moneyCents: ways.reduce((sum, { cents }) => sum + cents, 0) - creditCents, creditCents, ways };
}

/** What the platform's fee of a lesson depends on: the paid minutes and the fees of the pair's other lessons that are settled. */
export async function findFeeHistory(db: Queryable, lesson: Row): Promise<FeeHistory> {
  const [row] = await db.query<FeeHistory>(
    `select coalesce(sum("paidMinutes"), 0)::integer as "paidMinutes", coalesce(sum("feeCents"), 0)::integer as "feeCents"
     from settlements where learner = $1 and instructor = $2 and lesson <> $3`,
    [lesson.learner, lesson.instructor, lesson.id],
  );
  return row ?? { paidMinutes: 0, feeCents: 0 };
}

/** Keeps a learner's other lessons from being cancelled at the same moment: a mercy pass is used once. */
export async function lockLearner(tx: Queryable, learner: unknown): Promise<void> {
  await tx.query('select id from users where id = $1 for no key update', [learner]);
}

/** How many mercy passes a learner used after an instant. */
export async function countMercyPasses(db: Queryable, learner: unknown, sinceMs: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::integer as count from cancellations c join lessons l on l.id = c.lesson
     where l.learner = $1 and c."usesMercyPass" and c.created > to_timestamp($2::double precision / 1000)`,
    [learner, sinceMs],
  );
  return row?.count ?? 0;
}

/** Keeps how much had been paid when a lesson was cancelled. */
export async function notePaid(tx: Queryable, cancellation: string, paidCents: number): Promise<void> {
  await tx.query('update cancellations set "_paidCents" = $2 where id = $1', [cancellation, paidCents]);
}

/** A lesson, by its id, with the zone of its instructor and the account of who teaches. */
export async function findLessonForPreview(db: Queryable, id: string): Promise<Row | undefined> {
  const [row] = await db.query(
    `select l.*, i."user" as "_instructorUser", i.timezone as "_timezone"
     from lessons l join instructors i on i.id = l.instructor where l.id = $1`,
    [id],
  );
  return row;
}

/** The zone that an instructor's days are counted in. */
export async function findZone(db: Queryable, instructor: unknown): Promise<string> {
  const [row] = await db.query<{ timezone: string }>('select timezone from instructors where id = $1', [instructor]);
  return row?.timezone || 'Asia/Singapore';
}

/** A cancellation of a lesson, with its private columns; locked until the transaction ends where asked. */
export async function findCancellationOf(tx: Queryable, lesson: string): Promise<Row | undefined> {
  return (await tx.query('select * from cancellations where lesson = $1 for no key update', [lesson]))[0];
}

/** Writes down what of a fee came back later. */
export async function noteReturned(
  tx: Queryable,
  { id, cents, isWaived, isRefilled }: { id: string; cents: number; isWaived: boolean; isRefilled: boolean },
  nowMs: number,
): Promise<Row | undefined> {
  const [row] = await tx.query(
    `update cancellations set "returnedCents" = "returnedCents" + $2, "isWaived" = "isWaived" or $3,
       "isRefilled" = "isRefilled" or $4, updated = to_timestamp($5::double precision / 1000)
     where id = $1 returning *`,
    [id, cents, isWaived, isRefilled, nowMs],
  );
  return row;
}

/**
 * Lessons that their learners called off late, whose time other learners' lessons have taken whole since: the lesson just confirmed is one of
 * them. Fees that were forgiven, waived or given back already are left out.
 */
export async function findRefilled(tx: Queryable, lesson: Row): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select l.id from cancellations c join lessons l on l.id = c.lesson
     where l.instructor = $1 and l.learner <> $2 and l.occupied && tstzrange($3, $4, '[)')
       and l.status = 'cancelled_by_learner' and c."isLate" and c."feeCents" > 0
       and not c."usesMercyPass" and not c."isRefilled" and not c."isWaived"
       and (select coalesce(sum(least(x."end", l."end") - greatest(x.start, l.start)), interval '0') from lessons x
         where x.instructor = l.instructor and x.learner <> l.learner and x.occupied && l.occupied and is_occupying(x.status)
           and x."confirmedAt" is not null) >= l."end" - l.start
     order by l.id`,
    [lesson.instructor, lesson.learner, lesson.start, lesson.end],
  );
  return rows.map(({ id }) => id);
}

/** The lesson's row under its calendar's lock, the order in which everybody locks. */
export async function lockCancelledLesson(tx: Queryable, lesson: string): Promise<Row | undefined> {
  return (await tx.query('select l.* from lock_lesson($1) l where l.id is not null', [lesson]))[0];
}

/** What can still be called off by somebody who leaves: lessons asked for or booked that have not begun, and times they hold. */
export async function findAhead(db: Queryable, user: string, nowMs: number): Promise<AheadLesson[]> {
  return db.query(
    `select l.id, case when l.learner = $1 then 'learner' else 'instructor' end as side,
       case when l.learner = $1 then i.name else shown_name(u) end as "withName", i.timezone
     from lessons l join instructors i on i.id = l.instructor left join users u on u.id = l.learner
     where (l.learner = $1 or i."user" = $1) and l.start > to_timestamp($2::double precision / 1000)
       and (l.status in ${statesIn('upcoming')}
         or (l.status = 'held' and l.learner = $1 and l."holdExpiresAt" > to_timestamp($2::double precision / 1000)))
     order by l.start, l.id`,
    [user, nowMs],
  );
}

export type AheadLesson = { id: string; side: 'learner' | 'instructor'; withName: string; timezone: string };
