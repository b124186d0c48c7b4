import type { Queryable } from '#engine/database/database.ts';
import type { PriceLine } from '#rules/lessons/quote-lesson.ts';
import type { PaidLine } from '#wire/statements.ts';

export type PayoutHead = {
  id: string;
  date: string;
  status: string;
  amountCents: number;
  instructor: string;
  instructorName: string;
  instructorUser: string;
  timezone: string;
  /** The day of the payout before it, or ''. */
  lastDate: string;
  paidMs: number | null;
  returnedMs: number | null;
};

/** A payout with its instructor, or undefined. */
export async function findPayoutHead(db: Queryable, id: string): Promise<PayoutHead | undefined> {
  const [row] = await db.query<PayoutHead>(
    `select p.id, p.date, p.status, p."amountCents", i.id as instructor, i.name as "instructorName", i."user" as "instructorUser", i.timezone,
       (extract(epoch from p."paidAt") * 1000)::double precision as "paidMs", (extract(epoch from p."returnedAt") * 1000)::double precision as "returnedMs",
       coalesce((select max(b.date) from payouts b where b.instructor = p.instructor and b.date < p.date), '') as "lastDate"
     from payouts p join instructors i on i.id = p.instructor where p.id = $1`,
    [id],
  );
  return row;
}

export type PayoutLine = {
  transaction: string;
  kind: string;
  createdMs: number;
  lesson: string;
  startMs: number | null;
  learnerName: string;
  feeCents: number;
  amountCents: number;
  /** Of the lesson: its price line by line, and what its fee follows from; null without one. */
  priceCents: number | null;
  lines: PriceLine[] | null;
  policyVersion: number | null;
  isOwnLearner: boolean;
  keptCents: number | null;
  settledFeeCents: number | null;
  giftFeeCents: number | null;
  pairFeeCents: number | null;
};

/** What a payout took along, in the order in which it was posted; each line is an entry of the ledger. */
export function listPayoutLines(db: Queryable, payout: string): Promise<PayoutLine[]> {
  return db.query(
    `select e.transaction, t.kind, (extract(epoch from t.created) * 1000)::double precision as "createdMs", p.lesson,
       (extract(epoch from l.start) * 1000)::double precision as "startMs", case when u.id is null then '' else shown_name(u) end as "learnerName",
       coalesce((select -sum(f."amountCents") from ledger_entries f where f.transaction = e.transaction and f.account = 'platform_fees'), 0)
         ::double precision as "feeCents",
       p."amountCents"::double precision as "amountCents", l."priceCents", l.lines, l."policyVersion",
       coalesce(l."ownLearner", '') <> '' as "isOwnLearner", s."keptCents", s."feeCents" as "settledFeeCents", s."giftFeeCents",
       ((select sum(o."feeCents") from settlements o where o.instructor = s.instructor and o.learner = s.learner and o._seq <= s._seq)
         + (select coalesce(sum(k."_keptFeeCents"), 0) from package_purchases k join ledger_transactions x on x.cause = 'package-end:' || k.id
           where k.instructor = s.instructor and k.learner = s.learner and x.created <= s.created))::double precision as "pairFeeCents"
     from payables p join ledger_entries e on e.id = p.entry join ledger_transactions t on t.id = e.transaction
       left join lessons l on l.id = p.lesson left join users u on u.id = l.learner left join settlements s on s.lesson = l.id
     where p.payout = $1 order by p.entry`,
    [payout],
  );
}

export type PaidRow = Omit<PaidLine, 'paid' | 'start' | 'spentCents'> & {
  paidMs: number;
  startMs: number | null;
  /** What of `amountCents` and `refundedCents` is money of the learner's own: nothing of credit and package hours, which were paid for before or given. */
  moneyCents: number;
  moneyBackCents: number;
};

/**
 * What a learner paid in a span of time, with what came back of each payment since, in order. What was paid with credit has no receipt. What came
 * back as credit is no money, as what is paid with it later is none. A refund that covered what the bank took back is not there twice.
 */
export function listPaid(
  db: Queryable,
  learner: string,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<PaidRow[]> {
  return db.query(
    `select coalesce(receipt_text(p."_receiptNumber"), '') as receipt, p.id as payment,
       (extract(epoch from p."succeededAt") * 1000)::double precision as "paidMs", p.lesson, p."packagePurchase",
       (extract(epoch from l.start) * 1000)::double precision as "startMs", coalesce(i.name, '') as "instructorName",
       case when p."drawnFrom" = '' then p.method else 'package' end as method,
       p."amountCents", p."refundedCents" - b."coveringCents" as "refundedCents", coalesce((select sum(c."amountCents") from chargebacks c
         where c.payment = p.id and c.status <> 'won'), 0)::integer as "takenBackCents",
       case when p.method = 'credit' then 0 else p."amountCents" end as "moneyCents",
       case when p.method = 'credit' then 0 else p."refundedCents" - b."coveringCents" - b."creditCents" end as "moneyBackCents"
     from payments p cross join lateral (
         select coalesce(sum(r."amountCents") filter (where r."providerReference" = 'chargeback'), 0)::integer as "coveringCents",
           coalesce(sum(r."amountCents") filter (where r."providerReference" = 'credit'), 0)::integer as "creditCents"
         from refunds r where r.payment = p.id and r.status = 'paid') b
       left join lessons l on l.id = p._lesson left join instructors i on i.id = l.instructor
     where p.learner = $1 and p."succeededAt" >= to_timestamp($2::double precision / 1000)
       and p."succeededAt" < to_timestamp($3::double precision / 1000)
     order by p."succeededAt", p._seq`,
    [learner, fromMs, toMs],
  );
}
