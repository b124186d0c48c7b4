import type { Queryable } from '#engine/database/database.ts';
import type { Span } from '../reads/read-span.ts';
import { statesIn } from '../reads/states-in.ts';

export type PeriodFigures = {
  /** Accounts that there were at the end of the span, and those made in it. */
  users: number;
  newUsers: number;
  /** Learners with a lesson in the span that took place or is booked. */
  activeLearners: number;
  /** Instructors who gave or are booked for one of those. */
  activeInstructors: number;
  /** Lessons that begin in the span; holds that were never paid are none. */
  lessons: number;
  completedLessons: number;
  cancelledLessons: number;
  lessonsByStatus: Record<string, number>;
  /** What learners paid in the span less what went back to them in it. */
  revenueCents: number;
  refundedCents: number;
  /** What the platform earned in it. */
  feesCents: number;
};

const inSpan = (column: string) =>
  `${column} >= to_timestamp($1::double precision / 1000) and ${column} < to_timestamp($2::double precision / 1000)`;
const counts = statesIn('agreed');

/** What happened in a span, counted as the database has it now. */
export async function countPeriod(db: Queryable, { fromMs, toMs }: Span): Promise<PeriodFigures> {
  const [row] = await db.query<PeriodFigures>(
    `with taught as (
       select status, learner, instructor from lessons where ${inSpan('start')} and status not in ${statesIn('unpaid')}
     ), money as (
       select t.kind, e.account, e."amountCents" from ledger_transactions t join ledger_entries e on e.transaction = t.id
       where ${inSpan('t.created')} and t.kind not like 'payout%'
     )
     select
       (select count(*)::integer from users where created < to_timestamp($2::double precision / 1000)
          and (_closed is null or _closed >= to_timestamp($2::double precision / 1000))) as users,
       (select count(*)::integer from users where ${inSpan('created')}) as "newUsers",
       count(distinct learner) filter (where status in ${counts})::integer as "activeLearners",
       count(distinct instructor) filter (where status in ${counts})::integer as "activeInstructors",
       count(*)::integer as lessons,
       count(*) filter (where status in ${statesIn('taught')})::integer as "completedLessons",
       count(*) filter (where status in ${statesIn('cancelled')})::integer as "cancelledLessons",
       (select coalesce(jsonb_object_agg(s.status, s.number), '{}')
        from (select status, count(*)::integer as number from taught group by status) s) as "lessonsByStatus",
       (select coalesce(sum("amountCents"), 0)::double precision from money
        where account = 'provider_clearing' and kind in ('payment', 'refund_paid')) as "revenueCents",
       (select coalesce(-sum("amountCents"), 0)::double precision from money
        where account = 'provider_clearing' and kind = 'refund_paid') as "refundedCents",
       (select coalesce(-sum("amountCents"), 0)::double precision from money where account = 'platform_fees') as "feesCents"
     from taught`,
    [fromMs, toMs],
  );
  if (!row) throw new Error('An aggregate answers one row.');
  return row;
}

/** Instructors who can be booked now. */
export async function countListed(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::integer as count from instructors where status = 'listed'`,
  );
  return row?.count ?? 0;
}

export type BucketUnit = 'day' | 'week' | 'month';

export type Bucket = {
  /** The local date on which it begins. */
  date: string;
  lessons: number;
  newUsers: number;
  revenueCents: number;
  feesCents: number;
};

/** The same by days, weeks from Monday, or months of a zone, each of them there, in order. */
export function listBuckets(
  db: Queryable,
  { fromMs, toMs }: Span,
  { unit, zone }: { unit: BucketUnit; zone: string },
): Promise<Bucket[]> {
  const bucketOf = (column: string) => `date_trunc($3, ${column} at time zone $4)`;
  return db.query(
    `with days as (
       select generate_series(
         ${bucketOf('to_timestamp($1::double precision / 1000)')},
         ${bucketOf(`(to_timestamp($2::double precision / 1000) - interval '1 millisecond')`)},
         ('1 ' || $3)::interval) as day
     ), taught as (
       select ${bucketOf('start')} as day, count(*)::integer as lessons from lessons
       where ${inSpan('start')} and status not in ${statesIn('unpaid')} group by 1
     ), joined as (
       select ${bucketOf('created')} as day, count(*)::integer as users from users where ${inSpan('created')} group by 1
     ), money as (
       select ${bucketOf('t.created')} as day,
         coalesce(sum(e."amountCents") filter (where e.account = 'provider_clearing' and t.kind in ('payment', 'refund_paid')), 0)
           ::double precision as revenue,
         coalesce(-sum(e."amountCents") filter (where e.account = 'platform_fees'), 0)::double precision as fees
       from ledger_transactions t join ledger_entries e on e.transaction = t.id
       where ${inSpan('t.created')} and t.kind not like 'payout%' group by 1
     )
     select to_char(days.day, 'YYYY-MM-DD') as date, coalesce(taught.lessons, 0) as lessons,
       coalesce(joined.users, 0) as "newUsers", coalesce(money.revenue, 0) as "revenueCents", coalesce(money.fees, 0) as "feesCents"
     from days left join taught using (day) left join joined using (day) left join money using (day) order by days.day`,
    [fromMs, toMs, unit, zone],
  );
}
