import type { Queryable } from '#engine/database/database.ts';
import type { Invoice } from '#wire/billing.ts';
import { likeText } from '../../platform/reads/like-text.ts';

type InvoiceRow = Omit<Invoice, 'instructor'> & { instructor: string; name: string };

export const invoiceSorts = {
  // By the index of the months, of which only the first are put in order.
  '-date': 'f.month desc, lower(i.name), f.instructor',
  date: 'f.month, lower(i.name), f.instructor',
  '-amount': 'f."amountCents" desc, f.month, f.instructor',
  amount: 'f."amountCents", f.month, f.instructor',
  instructor: 'lower(i.name), f.month desc, f.instructor',
  '-instructor': 'lower(i.name) desc, f.month desc, f.instructor',
  status: 'status, f.month desc, f.instructor',
  '-status': 'status desc, f.month desc, f.instructor',
} as const;

export type InvoiceSort = keyof typeof invoiceSorts;

/*
 * The fees of an instructor and a month of Singapore are an invoice. Fees are kept back when a lesson is settled, so a month that is over is
 * paid; the month that goes on is pending. An instructor who owes the platform money, because more was taken back than earned, has the last
 * month overdue.
 */
const statusOf = (isOverdue: string) => `case
  when f.month = date_trunc('month', $1::timestamptz at time zone 'Asia/Singapore')::date then 'pending'
  when ${isOverdue} then 'overdue'
  else 'paid' end`;

/** Of many months those few are found first: to ask it of each takes as long as all else. */
const isAmongOverdue = `(f.instructor, f.month) in (
  select n.instructor, max(n.month) from instructors o join ledger_accounts a on a.id = 'instructor_payable:' || o.id
    join fee_months n on n.instructor = o.id
  where a."balanceCents" > 0 and n."amountCents" <> 0 group by 1)`;

/** Of the months of a page each is asked: to find those few goes through the accounts of all instructors. */
const isOverdue = `(
  exists (select from ledger_accounts a where a.id = 'instructor_payable:' || f.instructor and a."balanceCents" > 0)
  and f.month = (select max(n.month) from fee_months n where n.instructor = f.instructor and n."amountCents" <> 0))`;

const named = 'fee_months f join instructors i on i.id = f.instructor';

const idOf = `to_char(f.month, 'YYYY-MM') || '-' || f.instructor`;

export type InvoiceQuery = {
  nowMs: number;
  q: string;
  status: string;
  sort: InvoiceSort;
  page: number;
  perPage: number;
};

/** A page of fee invoices, and sums over all that were found. */
export async function findInvoices(
  db: Queryable,
  { nowMs, q, status, sort, page, perPage }: InvoiceQuery,
): Promise<{ items: InvoiceRow[]; totalItems: number; totalCents: number }> {
  const values: unknown[] = [new Date(nowMs).toISOString()];
  const place = (value: unknown) => `$${values.push(value)}`;
  const text = q === '' ? '' : place(likeText(q));
  const conditions = [
    '$1::timestamptz is not null and f."amountCents" <> 0',
    ...(text ? [`(i.name ilike ${text} or ${idOf} ilike ${text})`] : []),
    ...(status === '' ? [] : [`${statusOf(isAmongOverdue)} = ${place(status)}`]),
  ];
  const where = conditions.join(' and ');
  const counted = [...values];
  const isByStatus = sort === 'status' || sort === '-status';
  const order = invoiceSorts[sort].replace(/^status/, statusOf(isAmongOverdue));
  const paged = `select f.* from ${named} where ${where} order by ${order} limit ${place(perPage)} offset ${place((page - 1) * perPage)}`;
  const [items, [sum]] = await Promise.all([
    db.query<InvoiceRow>(
      `with page as materialized (${paged})
       select ${idOf} as id, f.instructor, i.name, to_char(f.month, 'YYYY-MM') as month, f.lessons, f."amountCents"::double precision as "amountCents",
         ${statusOf(isOverdue)} as status
       from page f join instructors i on i.id = f.instructor order by ${isByStatus ? invoiceSorts[sort] : order}`,
      values,
    ),
    db.query<{ count: number; cents: number }>(
      `select count(*)::integer as count, coalesce(sum(f."amountCents"), 0)::double precision as cents from ${text ? named : 'fee_months f'} where ${where}`,
      counted,
    ),
  ]);
  return { items, totalItems: sum?.count ?? 0, totalCents: sum?.cents ?? 0 };
}

/** What the product has used: calls since an instant as far as the log reaches back, and bytes of the database and of report files. */
export async function countUsage(
  db: Queryable,
  sinceMs: number,
): Promise<{ calls: number; databaseBytes: number; reportBytes: number }> {
  const [row] = await db.query<{ calls: number; databaseBytes: number; reportBytes: number }>(
    `select
       (select count(*)::integer from _logs where created >= to_timestamp($1::double precision / 1000)
          and data ->> 'type' = 'request') as calls,
       pg_database_size(current_database())::double precision as "databaseBytes",
       (select coalesce(sum(size), 0)::double precision from reports) as "reportBytes"`,
    [sinceMs],
  );
  return row ?? { calls: 0, databaseBytes: 0, reportBytes: 0 };
}
