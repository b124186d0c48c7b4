import type { Queryable, Row } from '#engine/database/database.ts';
import { statesIn } from '../../../platform/reads/states-in.ts';

/**
 * How much of a lesson's price is held, by what it was paid with, and the ways in the order in which money goes back: `package` for minutes of one
 * that goes on, `ended_package` where their money goes on to the way that one was paid, and `paynow_to_credit` for PayNow that can't go back there
 * any more (rule 22). These count as credit.
 */
export type PaidSums = { moneyCents: number; creditCents: number; ways: { method: string; cents: number }[] };

const asCredit = new Set(['credit', 'package', 'ended_package', 'paynow_to_credit']);

/** What came in for a lesson and is neither paid back nor owed, nor became credit: that is of the ways that money goes back to last. */
export async function findPaidSums(db: Queryable, lesson: string, nowMs: number): Promise<PaidSums> {
  const ways = await db.query<{ method: string; cents: number }>(
    `select method, least(cents, room - before)::integer as cents
     from (select w.*, sum(cents) over () - credited as room, sum(cents) over (order by place) - cents as before
       from (select w.method, sum(refundable_cents(p)) as cents,
             array_position(array['card', 'paynow', 'cash', 'credit', 'package', 'ended_package', 'paynow_to_credit'], w.method) as place
           from payments p left join package_purchases k on k.id = p."drawnFrom",
             lateral (select case when p.method = 'paynow' and not takes_refund(p, to_timestamp($2::double precision / 1000)) then 'paynow_to_credit'
               when p."drawnFrom" = '' then p.method
               when takes_minutes(k, to_timestamp($2::double precision / 1000)) then 'package' else 'ended_package' end as method) w
           where p._lesson = $1 and p.status in ('succeeded', 'part_refunded') group by w.method) w,
         (select coalesce(sum((g ->> 'cents')::integer), 0) as credited
           from settlements s, jsonb_array_elements(s.gives) g
           where s.lesson = $1 and g ->> 'from' = 'held' and g ->> 'to' = 'credit') c) paid
     where cents > 0 and room > before order by place`,
    [lesson, nowMs],
  );
  const sumOf = (some: typeof ways) => some.reduce((sum, { cents }) => sum + cents, 0);
  const creditCents = sumOf(ways.filter(({ method }) => asCredit.has(method)));
  return { moneyCents: sumOf(ways) - creditCents, creditCents, ways };
}

/** What of the discount that was kept when a package ended comes back with so many cents of a lesson that it paid. */
export async function findKeptBack(db: Queryable, lesson: string, cents: number): Promise<number> {
  const [row] = await db.query<{ cents: number }>('select kept_back_with($1, $2) as cents', [lesson, cents]);
  return row?.cents ?? 0;
}

/** When its instructor moved a lesson to the time that it has, without asking its learner; undefined where that is not so. */
export async function findImposedMove(db: Queryable, { id, start }: Row): Promise<number | undefined> {
  const [row] = await db.query<{ movedMs: number }>(
    `select (extract(epoch from created) * 1000)::double precision as "movedMs" from reschedules
     where lesson = $1 and start = $2 and status = 'done' and side = 'instructor' order by created desc limit 1`,
    [id, start],
  );
  return row?.movedMs;
}

/** When the two sides of a lesson said that they are there, for the time that it has. */
export async function findStamps(
  db: Queryable,
  { id, start }: Row,
): Promise<{ learnerMs: number | undefined; instructorMs: number | undefined }> {
  const rows = await db.query<{ side: string; ms: number }>(
    `select side, (extract(epoch from created) * 1000)::double precision as ms from arrivals where lesson = $1 and start = $2`,
    [id, start],
  );
  const of = (side: string) => rows.find((row) => row.side === side)?.ms;
  return { learnerMs: of('learner'), instructorMs: of('instructor') };
}

/** Keeps a learner's other lessons, of whichever account, from being cancelled at the same moment: a mercy pass is used once. */
export async function lockLearner(tx: Queryable, learner: unknown): Promise<void> {
  await tx.query('select id from users where id in (select accounts_of($1)) order by id for no key update', [learner]);
}

/** How many mercy passes somebody used after an instant, with all their accounts (`accounts_of`). */
export function countMercyPasses(db: Queryable, learner: unknown, sinceMs: number): Promise<number> {
  return countPasses(db, 'l.learner in (select accounts_of($1))', [learner, sinceMs]);
}

/** How many of them with this account alone. */
export function countOwnMercyPasses(db: Queryable, learner: unknown, sinceMs: number): Promise<number> {
  return countPasses(db, 'l.learner = $1', [learner, sinceMs]);
}

async function countPasses(db: Queryable, isTheirs: string, values: [unknown, number]): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::integer as count from cancellations c join lessons l on l.id = c.lesson
     where ${isTheirs} and c."usesMercyPass" and c.created > to_timestamp($2::double precision / 1000)`,
    values,
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

/** What an instructor has coming that no payout took along, in cents; negative: owes. */
export async function findOpenCents(tx: Queryable, instructor: string): Promise<number> {
  const [row] = await tx.query<{ cents: number }>(
    `select coalesce(sum("amountCents"), 0)::integer as cents from payables where instructor = $1 and payout = ''`,
    [instructor],
  );
  return row?.cents ?? 0;
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
