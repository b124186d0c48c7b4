import type { Queryable } from '#engine/database/database.ts';

/** Numbers receipts that have none (`issue_receipts`); answers how many. */
export async function issueReceipts(db: Queryable, atMost: number): Promise<number> {
  const [row] = await db.query<{ given: number }>('select issue_receipts($1) as given', [atMost]);
  return row?.given ?? 0;
}

export type ReceiptRow = {
  receipt: string;
  learner: string;
  learnerName: string;
  learnerEmail: string;
  instructorName: string;
  method: string;
  cardLast4: string;
  paidMs: number;
  amountCents: number;
  refundedCents: number;
  minutes: number;
  startMs: number | null;
  endMs: number | null;
  /** Empty for a package, and once it is no longer kept. */
  licenceClass: string;
  pickup: string;
  postalCode: string;
  timezone: string;
  lines: { kind: string; text: string; cents: number }[];
  /** What of the price was paid otherwise, with credit. */
  priceCents: number;
};

/** What the receipt of a payment says; undefined where no money came in, or its number was not given yet. */
export async function findReceipt(db: Queryable, payment: string): Promise<ReceiptRow | undefined> {
  const [row] = await db.query<ReceiptRow>(
    `select receipt_text(p."_receiptNumber") as receipt, p.learner, u.name as "learnerName", u.email as "learnerEmail",
       coalesce(i.name, '') as "instructorName", p.method, p."cardLast4", (extract(epoch from p."succeededAt") * 1000)::double precision as "paidMs",
       p."amountCents", p."refundedCents", coalesce(l."durationMinutes", k.minutes, 0) as minutes,
       (extract(epoch from l.start) * 1000)::double precision as "startMs",
       (extract(epoch from l."end") * 1000)::double precision as "endMs", coalesce(l.pickup, '') as pickup, coalesce(l."licenceClass", '') as "licenceClass",
       coalesce(l."postalCode", '') as "postalCode", coalesce(i.timezone, 'Asia/Singapore') as timezone,
       coalesce(l.lines, '[]'::jsonb) as lines, coalesce(l."priceCents", k."priceCents", p."amountCents") as "priceCents"
     from payments p join users u on u.id = p.learner left join lessons l on l.id = p._lesson
       left join package_purchases k on k.id = p."packagePurchase"
       left join instructors i on i.id = coalesce(l.instructor, k.instructor)
     where p.id = $1 and p."_receiptNumber" is not null`,
    [payment],
  );
  return row;
}
