import type { Queryable } from '#engine/database/database.ts';
import type { DirectPayment } from '#wire/statements.ts';

/** Local days, the last included. */
export type Days = { from: string; to: string };

/** What own learners paid to their instructor themselves: no money of the books. */
export type DirectSums = { payments: number; cashCents: number; payNowCents: number; totalCents: number };

const ofInstructor = `from own_payments p join own_learners o on o.id = p."ownLearner"
     where o.instructor = $1 and p."paidOn" between $2 and $3`;

/** What own learners paid to an instructor on some days, in all. */
export async function sumDirectPayments(db: Queryable, instructor: string, { from, to }: Days): Promise<DirectSums> {
  const [row] = await db.query<DirectSums>(
    `select count(*)::integer as payments, coalesce(sum(p."amountCents") filter (where p.method = 'cash'), 0)::double precision as "cashCents",
       coalesce(sum(p."amountCents") filter (where p.method = 'paynow'), 0)::double precision as "payNowCents",
       coalesce(sum(p."amountCents"), 0)::double precision as "totalCents"
     ${ofInstructor}`,
    [instructor, from, to],
  );
  return row ?? { payments: 0, cashCents: 0, payNowCents: 0, totalCents: 0 };
}

/** The same by month, `YYYY-MM`; months without any are left out. */
export function listDirectMonths(
  db: Queryable,
  instructor: string,
  { from, to }: Days,
): Promise<Array<{ month: string; totalCents: number }>> {
  return db.query(
    `select left(p."paidOn", 7) as month, sum(p."amountCents")::double precision as "totalCents" ${ofInstructor} group by 1 order by 1`,
    [instructor, from, to],
  );
}

/** What own learners paid to an instructor on some days, one by one, in order; 500 at most. */
export function listDirectPayments(db: Queryable, instructor: string, { from, to }: Days): Promise<DirectPayment[]> {
  return db.query(
    `select p.id, p."paidOn", o.id as "ownLearner", o.name, p.method, p."amountCents" ${ofInstructor} order by p."paidOn", p.id limit 500`,
    [instructor, from, to],
  );
}
