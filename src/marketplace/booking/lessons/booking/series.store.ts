import type { Queryable, Row } from '#engine/database/database.ts';
import type { PaymentPart } from '../../../money/payments/till.ts';

const at = (parameter: string) => `to_timestamp(${parameter}::double precision / 1000)`;

type HeldPart = PaymentPart & { learner: string; untilMs: number };

/** What is still to be paid of each lesson of a series that is held, soonest first (`series_parts`). */
export function listHeldParts(db: Queryable, series: string, nowMs: number): Promise<HeldPart[]> {
  return db.query<HeldPart>(`select * from series_parts($1, ${at('$2')})`, [series, nowMs]);
}

/** Whose series it is; undefined when there is none. */
export async function findSeriesLearner(db: Queryable, series: string): Promise<string | undefined> {
  const [row] = await db.query<{ learner: string }>(
    `select learner from lessons where series = $1 and series <> '' limit 1`,
    [series],
  );
  return row?.learner;
}

/** Locks the calendar and then every lesson of a series, in the order of their ids, until the transaction ends. */
export async function lockSeries(tx: Queryable, series: string): Promise<void> {
  await tx.query(
    `select lock_lesson(l.id) from (select id from lessons where series = $1 and series <> '' order by id) l`,
    [series],
  );
}

/** The payments that were charged together, the first of them first. */
export function listCharged(db: Queryable, payment: string): Promise<Row[]> {
  return db.query(`select * from payments where id = $1 or "chargedWith" = $1 order by "chargedWith" <> '', lesson`, [
    payment,
  ]);
}

export type WeekRow = { week: number; start: Date; end: Date; priceCents: number; refusal: string };

/** What each week of a series would cost and why it can't be had (`weekly_times`). */
export function listWeeks(
  db: Queryable,
  of: { instructor: string; learner: string; start: string; minutes: number; weeks: number; leave: string },
  nowMs: number,
): Promise<WeekRow[]> {
  return db.query<WeekRow>(`select * from weekly_times($1, $2, $3::timestamptz, $4, $5, $6, ${at('$7')})`, [
    of.instructor,
    of.learner,
    of.start,
    of.minutes,
    of.weeks,
    of.leave,
    nowMs,
  ]);
}
