import type { Queryable } from '#engine/database/database.ts';
import { dateText, localDayOf } from '#rules/time/local-time.ts';
import type { Bucket, BucketUnit, PlatformFigures } from '#wire/analytics.ts';
import { isOfFigure, platformFigures } from '../../platform/reads/platform-figures.ts';
import type { Span } from '../../platform/reads/read-span.ts';
import { statesIn } from '../../platform/reads/states-in.ts';
import { dayOf, inDays, inSpan, noDays, yearsOf } from './questions.store.ts';

/** The counted figures of a period. */
export type PeriodFigures = Omit<PlatformFigures, 'cancellationRate'>;

/**
 * Whoever has a lesson in a span (`$1` to `$2`) that both sides agreed to, and on how many of its days: `learner` or `instructor`, `days`. In one year
 * everybody has one row; over several nobody counts twice.
 */
export function activeIn(side: 'learner' | 'instructor', span: Span): string {
  if (!isInOneYear(span)) {
    return `select y.${side}, sum(bit_count(y.agreed & s.days))::integer as days
      from ${side}_years y join (${yearsOf('$1', '$2')}) s on s.year = y.year where y.agreed & s.days <> ${noDays} group by 1`;
  }
  const year = `extract(year from ${dayOf('$1')})::integer`;
  const days = `y.agreed & (select days_of_year(${year}, ${dayOf('$1')}, ${dayOf('$2')}))`;
  return `select y.${side}, bit_count(${days})::integer as days from ${side}_years y where y.year = ${year} and ${days} <> ${noDays}`;
}

function isInOneYear({ fromMs, toMs }: Span): boolean {
  const year = (ms: number) => dateText(localDayOf('Asia/Singapore', ms)).slice(0, 4);
  return year(fromMs) === year(toMs - 1);
}

const countOf = (rows: string) => `(select count(*)::integer from (${rows}) found)`;

const end = 'to_timestamp($2::double precision / 1000)';

/** What happened in a span of whole days; the sums must be folded. */
export async function countPeriod(db: Queryable, span: Span): Promise<PeriodFigures> {
  const [row] = await db.query<PeriodFigures>(
    `with taught as (
       select status, sum(lessons)::integer as lessons from day_sums where ${inDays('day')} and status not in ${statesIn('unpaid')} group by status
     ), money as (
       select kind, account, cents from platform_money(to_timestamp($1::double precision / 1000), to_timestamp($2::double precision / 1000))
     )
     select
       (select coalesce(sum(accounts), 0) from account_days)::integer - (select count(*) from users where created >= ${end})::integer
         - (select count(*) from users where created is null)::integer - (select count(*) from users where _closed is not null and _closed < ${end} and created < ${end})::integer as users,
       (select count(*)::integer from users where ${inSpan('created')}) as "newUsers",
       ${countOf(activeIn('learner', span))} as "activeLearners",
       ${countOf(activeIn('instructor', span))} as "activeInstructors",
       coalesce(sum(lessons), 0)::integer as lessons,
       coalesce(sum(lessons) filter (where status in ${statesIn('taught')}), 0)::integer as "completedLessons",
       coalesce(sum(lessons) filter (where status in ${statesIn('cancelled')}), 0)::integer as "cancelledLessons",
       coalesce(jsonb_object_agg(status, lessons) filter (where status is not null), '{}') as "lessonsByStatus",
       (select coalesce(sum(cents), 0)::double precision from money
        where ${isOfFigure(platformFigures.revenue)}) as "revenueCents",
       (select coalesce(-sum(cents), 0)::double precision from money
        where ${isOfFigure(platformFigures.refunded)}) as "refundedCents",
       (select coalesce(-sum(cents), 0)::double precision from money where ${isOfFigure(platformFigures.fees)}) as "feesCents"
     from taught`,
    [span.fromMs, span.toMs],
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
     ), joined as materialized (
       -- Counted stretch by stretch, from the index alone: to ask of each account in which it lies takes several times as long.
       select d.day, (
         select count(*)::integer from users where ${inSpan('created')} and created >= d.day at time zone $4
           and created < (d.day + ('1 ' || $3)::interval) at time zone $4
       ) as users from days d
     ), money as (
       select date_trunc($3, m.day::timestamp) as day,
         coalesce(sum(m.cents) filter (where ${isOfFigure(platformFigures.revenue)}), 0)::double precision as revenue,
         coalesce(-sum(m.cents) filter (where ${isOfFigure(platformFigures.fees)}), 0)::double precision as fees
       from platform_money(to_timestamp($1::double precision / 1000), to_timestamp($2::double precision / 1000)) m
       group by 1
     )
     select to_char(days.day, 'YYYY-MM-DD') as date, coalesce(taught.lessons, 0) as lessons,
       coalesce(joined.users, 0) as "newUsers", coalesce(money.revenue, 0) as "revenueCents", coalesce(money.fees, 0) as "feesCents"
     from days left join taught using (day) left join joined using (day) left join money using (day) order by days.day`,
    [fromMs, toMs, unit, zone],
  );
}
