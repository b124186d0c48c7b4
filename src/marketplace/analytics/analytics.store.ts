import type { Queryable } from '#engine/database/database.ts';
import type { Span } from '../reads/read-span.ts';
import { statesIn } from '../reads/states-in.ts';
import { inDays, inSpan, yearsOf } from './questions.store.ts';

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

const activeOf = (side: 'learner' | 'instructor') => `(
  select count(distinct y.${side})::integer from ${side}_years y join (${yearsOf('$1', '$2')}) s on s.year = y.year where bit_count(y.agreed & s.days) > 0
)`;

/** What happened in a span of whole days; the sums must be folded. */
export async function countPeriod(db: Queryable, { fromMs, toMs }: Span): Promise<PeriodFigures> {
  const [row] = await db.query<PeriodFigures>(
    `with taught as (
       select status, sum(lessons)::integer as lessons from day_sums where ${inDays('day')} and status not in ${statesIn('unpaid')} group by status
     ), money as (
       select kind, account, cents from platform_money(to_timestamp($1::double precision / 1000), to_timestamp($2::double precision / 1000))
       where kind not like 'payout%'
     )
     select
       (select count(*)::integer from users where created < to_timestamp($2::double precision / 1000)
          and (_closed is null or _closed >= to_timestamp($2::double precision / 1000))) as users,
       (select count(*)::integer from users where ${inSpan('created')}) as "newUsers",
       ${activeOf('learner')} as "activeLearners",
       ${activeOf('instructor')} as "activeInstructors",
       coalesce(sum(lessons), 0)::integer as lessons,
       coalesce(sum(lessons) filter (where status in ${statesIn('taught')}), 0)::integer as "completedLessons",
       coalesce(sum(lessons) filter (where status in ${statesIn('cancelled')}), 0)::integer as "cancelledLessons",
       coalesce(jsonb_object_agg(status, lessons) filter (where status is not null), '{}') as "lessonsByStatus",
       (select coalesce(sum(cents), 0)::double precision from money
        where account = 'provider_clearing' and kind in ('payment', 'refund_paid')) as "revenueCents",
       (select coalesce(-sum(cents), 0)::double precision from money
        where account = 'provider_clearing' and kind = 'refund_paid') as "refundedCents",
       (select coalesce(-sum(cents), 0)::double precision from money where account = 'platform_fees') as "feesCents"
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

/** The same by days, weeks from Monday, or months of the platform's zone, each of them there, in order. */
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
       select date_trunc($3, day::timestamp) as day, sum(lessons)::integer as lessons from day_sums
       where ${inDays('day')} and status not in ${statesIn('unpaid')} group by 1
     ), joined as (
       select ${bucketOf('created')} as day, count(*)::integer as users from users where ${inSpan('created')} group by 1
     ), money as (
       select date_trunc($3, m.day::timestamp) as day,
         coalesce(sum(m.cents) filter (where m.account = 'provider_clearing' and m.kind in ('payment', 'refund_paid')), 0)::double precision as revenue,
         coalesce(-sum(m.cents) filter (where m.account = 'platform_fees'), 0)::double precision as fees
       from platform_money(to_timestamp($1::double precision / 1000), to_timestamp($2::double precision / 1000)) m
       where m.kind not like 'payout%' group by 1
     )
     select to_char(days.day, 'YYYY-MM-DD') as date, coalesce(taught.lessons, 0) as lessons,
       coalesce(joined.users, 0) as "newUsers", coalesce(money.revenue, 0) as "revenueCents", coalesce(money.fees, 0) as "feesCents"
     from days left join taught using (day) left join joined using (day) left join money using (day) order by days.day`,
    [fromMs, toMs, unit, zone],
  );
}
