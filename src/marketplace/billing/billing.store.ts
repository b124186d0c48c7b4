import type { Queryable } from '#engine/database/database.ts';
import type { Invoice } from '#wire/billing.ts';
import { likeText } from '../reads/like-text.ts';

type InvoiceRow = Omit<Invoice, 'instructor'> & { instructor: string; name: string };

export const invoiceSorts = {
  '-date': 'first desc, lower(name), instructor',
  date: 'first, lower(name), instructor',
  '-amount': '"amountCents" desc, first, instructor',
  amount: '"amountCents", first, instructor',
  instructor: 'lower(name), first desc, instructor',
  '-instructor': 'lower(name) desc, first desc, instructor',
  status: 'status, first desc, instructor',
  '-status': 'status desc, first desc, instructor',
} as const;

export type InvoiceSort = keyof typeof invoiceSorts;

/*
 * The fees of an instructor and a month of Singapore are an invoice. Fees are kept back when a lesson is settled, so a month that is over is
 * paid; the month that goes on is pending. An instructor who owes the platform money, because more was taken back than earned, has the last
 * month overdue. Those few are found first: to ask it of each month of everybody takes as long as all else.
 */
const overdue = `
  select n.instructor, max(n.month) from instructors o join ledger_accounts a on a.id = 'instructor_payable:' || o.id
    join fee_months n on n.instructor = o.id
  where a."balanceCents" > 0 and n."amountCents" <> 0 group by 1`;

const invoices = `
  select f.month as first, i.id as instructor, i.name, f.lessons, f."amountCents"::double precision as "amountCents",
    case
      when f.month = date_trunc('month', $1::timestamptz at time zone 'Asia/Singapore')::date then 'pending'
      when (f.instructor, f.month) in (${overdue}) then 'overdue'
      else 'paid' end as status
  from fee_months f join instructors i on i.id = f.instructor
  where f."amountCents" <> 0`;

const idOf = `to_char(first, 'YYYY-MM') || '-' || instructor`;

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
  const parameters = [new Date(nowMs).toISOString(), q === '' ? '' : likeText(q), status];
  const found = `(${invoices}) invoices where ($2 = '' or name ilike $2 or ${idOf} ilike $2) and ($3 = '' or status = $3)`;
  const [items, [sum]] = await Promise.all([
    db.query<InvoiceRow>(
      `select ${idOf} as id, instructor, name, to_char(first, 'YYYY-MM') as month, lessons, "amountCents", status
       from (select * from ${found} order by ${invoiceSorts[sort]} limit $4 offset $5) page order by ${invoiceSorts[sort]}`,
      [...parameters, perPage, (page - 1) * perPage],
    ),
    db.query<{ count: number; cents: number }>(
      `select count(*)::integer as count, coalesce(sum("amountCents"), 0)::double precision as cents from ${found}`,
      parameters,
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
