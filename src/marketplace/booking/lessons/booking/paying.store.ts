import type { Queryable, Row } from '#engine/database/database.ts';

export type PayableLesson = {
  learner: string;
  status: string;
  priceCents: number;
  paidCents: number;
  holdExpiresAt: Date | null;
};

/** What paying needs to know of a lesson. */
export async function findPayableLesson(db: Queryable, id: string): Promise<PayableLesson | undefined> {
  const [row] = await db.query<PayableLesson>(
    `select learner, status, "priceCents", paid_cents(id) as "paidCents", "holdExpiresAt" from lessons where id = $1`,
    [id],
  );
  return row;
}

type Money = { reference: string; startCode: string; nowMs: number };

/** What came of a payment: null when it was settled before. */
export type PaidLesson = { outcome: string | null; isRefundDue: boolean; lesson: Row };

/** Settles a payment of a lesson with all that follows, in one call (`pay_lesson` in db/functions/paying-lessons.sql). */
export async function callPayLesson(
  tx: Queryable,
  payment: string,
  { reference, startCode, nowMs }: Money,
): Promise<PaidLesson> {
  const [row] = await tx.query<{ outcome: string | null; isRefundDue: boolean; id: string | null }>(
    `select p.outcome, p."isRefundDue", (p.lesson).* from pay_lesson($1, $2, $3, to_timestamp($4::double precision / 1000)) p`,
    [payment, reference, startCode, nowMs],
  );
  if (!row?.id) throw new Error(`The payment ${payment} is for no lesson.`);
  const { outcome, isRefundDue, ...lesson } = row;
  return { outcome, isRefundDue, lesson };
}

/** The lesson's row, or undefined. */
export async function findLesson(db: Queryable, id: string): Promise<Row | undefined> {
  return (await db.query('select * from lessons where id = $1', [id]))[0];
}

/** Locks a lesson's calendar, then the lesson, until the transaction ends. */
export async function lockPayable(tx: Queryable, id: string): Promise<void> {
  await tx.query('select 1 from lock_lesson($1)', [id]);
}

/** Whether people who never paid keep their share of that week already by saying to have paid (`keeping_refusal`); asked under the lesson's lock. */
export async function isKeptTooOften(tx: Queryable, id: string, nowMs: number): Promise<boolean> {
  const asked = 'select keeping_refusal($1, to_timestamp($2::double precision / 1000)) is not null as refused';
  const [row] = await tx.query<{ refused: boolean }>(asked, [id, nowMs]);
  return row?.refused === true;
}

/** A hold that goes on longer, but ends some time before the lesson; never shorter than it was. Undefined when it is over. */
export async function prolongHold(
  tx: Queryable,
  id: string,
  { untilMs, freeBeforeMs, nowMs }: { untilMs: number; freeBeforeMs: number; nowMs: number },
): Promise<Row | undefined> {
  const [row] = await tx.query(
    `update lessons set updated = t.at,
       "holdExpiresAt" = greatest("holdExpiresAt", least(to_timestamp($3::double precision / 1000), start - make_interval(secs => $4::double precision / 1000)))
     from (select to_timestamp($2::double precision / 1000) as at) t
     where id = $1 and status = 'held' and "holdExpiresAt" > t.at returning lessons.*`,
    [id, nowMs, untilMs, freeBeforeMs],
  );
  return row;
}
