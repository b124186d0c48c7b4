import type { Queryable } from '#engine/database/database.ts';
import type { Span } from '../reads/read-span.ts';
import { statesIn } from '../reads/states-in.ts';

export const inSpan = (column: string) =>
  `${column} >= to_timestamp($1::double precision / 1000) and ${column} < to_timestamp($2::double precision / 1000)`;
const dayOf = (place: string) =>
  `(to_timestamp(${place}::double precision / 1000) at time zone 'Asia/Singapore')::date`;
export const inDays = (column: string) => `${column} >= ${dayOf('$1')} and ${column} < ${dayOf('$2')}`;
const parameters = ({ fromMs, toMs }: Span) => [fromMs, toMs];

async function one<T extends Record<string, unknown>>(db: Queryable, sql: string, values: unknown[]): Promise<T> {
  const [row] = await db.query<T>(sql, values);
  if (!row) throw new Error('An aggregate answers one row.');
  return row;
}

export type SearchCell = { area: string; fromHour: number; toHour: number; searches: number; empty: number };

/** Searches of a span by place and hours; those that found nobody most often first. */
export function listSearches(db: Queryable, span: Span): Promise<SearchCell[]> {
  return db.query(
    `select area, "fromHour", "toHour", sum(searches)::integer as searches, sum(empty)::integer as empty
     from search_sums where ${inDays('day')} group by 1, 2, 3 order by empty desc, searches desc, area, "fromHour", "toHour"`,
    parameters(span),
  );
}

export type Fill = { offeredMinutes: number; bookedMinutes: number };

/** What was open in a span and what lessons took, of the days and instructors of whom both is known. */
export function countFill(db: Queryable, span: Span): Promise<Fill> {
  return one(
    db,
    `select coalesce(sum("offeredMinutes"), 0)::integer as "offeredMinutes", coalesce(sum("bookedMinutes"), 0)::integer as "bookedMinutes"
     from day_fills where ${inDays('day')}`,
    parameters(span),
  );
}

/** Each instructor's open and taken minutes of a span: `instructor`, `minutes`, `booked`. */
export const fillByInstructor = `
  select o.instructor, sum(o.minutes) as minutes, sum(coalesce(l.booked, 0)) as booked
  from offered_days o left join (
    select instructor, (start at time zone 'Asia/Singapore')::date as day, sum("durationMinutes") as booked
    from lessons where ${inSpan('start')} and status in ${statesIn('agreed')} group by 1, 2
  ) l on l.instructor = o.instructor and l.day = o.day
  where ${inDays('o.day')} group by o.instructor`;

/** The first days that anything was counted of. */
export function findBeginnings(db: Queryable): Promise<{ searches: string | null; offers: string | null }> {
  return one(
    db,
    `select (select to_char(min(day), 'YYYY-MM-DD') from search_sums) as searches,
       (select to_char(min(day), 'YYYY-MM-DD') from offered_days) as offers`,
    [],
  );
}

/** From having an account to the first lesson that was given; half of the learners waited no longer than the median. */
export function countFirstLessons(db: Queryable, span: Span): Promise<{ learners: number; medianDays: number | null }> {
  return one(
    db,
    `select count(*)::integer as learners,
       percentile_cont(0.5) within group (order by extract(epoch from start - joined)::double precision / 86400) as "medianDays"
     from learner_firsts where ${inSpan('start')} and joined is not null`,
    parameters(span),
  );
}

export type Reason = { by: string; isLate: boolean; excuse: string; count: number };

/** Lessons that were called off in a span: by whom, whether late, and what excused it. */
export function countReasons(db: Queryable, span: Span): Promise<Reason[]> {
  return db.query(
    `select "cancelledBy" as by, "isLate", excuse, count(*)::integer as count from cancellations
     where ${inSpan('created')} group by 1, 2, 3 order by count desc, 1, 2, 3`,
    parameters(span),
  );
}

/** The days of a span by year, a bit each: `year`, `days`. Instants in epoch milliseconds. */
export const yearsOf = (from: string, to: string) => `
  with years as materialized (
    select year, days_of_year(year::integer, ${dayOf(from)}, ${dayOf(to)}) as days
    from generate_series(extract(year from ${dayOf(from)})::integer, extract(year from ${dayOf(to)} - 1)::integer) year
  ) select * from years`;

/** Instructors who taught in the span before, and whether they did in the span itself: `instructor`, `stays`. `$3` is where the span before begins. */
const taughtBefore = `
  select y.instructor, bool_or(bit_count(y.agreed & n.days) > 0) as stays
  from instructor_years y left join (${yearsOf('$1', '$2')}) n on n.year = y.year left join (${yearsOf('$3', '$1')}) b on b.year = y.year
  where y.year between extract(year from ${dayOf('$3')})::integer and extract(year from ${dayOf('$2')})::integer
  group by y.instructor having bool_or(bit_count(y.agreed & b.days) > 0)`;

/** Those of them who did not: `instructor`, `last`. */
export const leavers = `
  select t.instructor, last.start as last from (${taughtBefore}) t, lateral (
    select l.start from lessons l
    where l.instructor = t.instructor and l.start < to_timestamp($1::double precision / 1000) and l.status in ${statesIn('agreed')}
    order by l.start desc limit 1
  ) last where t.stays is not true`;

/** How many taught in the span before, and how many of them no more. */
export function countLeavers(
  db: Queryable,
  { span, before }: { span: Span; before: Span },
): Promise<{ taughtBefore: number; left: number }> {
  return one(
    db,
    `select count(*)::integer as "taughtBefore", count(*) filter (where stays is not true)::integer as "left" from (${taughtBefore}) t`,
    [span.fromMs, span.toMs, before.fromMs],
  );
}

export type CohortCell = { month: string; later: number; learners: number };

const lastDay = `(${dayOf('$1')} - 1)`;

/**
 * Of the learners whose first lesson was given in each of the twelve months to the end of a span, how many were given one so many months later
 * (`later`; 0 is the month itself, with all of them). The months in which somebody was given one are bits of a number, the first month's the lowest;
 * of the last month only the days of the span count.
 */
export function listCohorts(db: Queryable, toMs: number): Promise<CohortCell[]> {
  return db.query(
    `with bounds as (
       select extract(year from ${lastDay})::integer as year, extract(month from ${lastDay})::integer as month,
         (date_trunc('month', ${lastDay}) - interval '11 months')::date as first,
         days_of_year(extract(year from ${lastDay})::integer, date_trunc('month', ${lastDay})::date, ${dayOf('$1')}) as "lastDays"
     ), months as (
       select y.learner, bit_or(
         case when y.year < b.year then y."taughtMonths" >> b.month
         else (y."taughtMonths" & ((1 << b.month - 1) - 1)) << 12 - b.month | case when bit_count(y.taught & b."lastDays") > 0 then 1 << 11 else 0 end end
       ) as bits
       from learner_years y, bounds b where y.year in (b.year - 1, b.year) and y."taughtMonths" <> 0 group by y.learner
     ), patterns as (
       select m.bits, count(*)::integer as learners from months m join learner_firsts f on f.learner = m.learner, bounds b
       where m.bits <> 0 and f.start >= b.first::timestamp at time zone 'Asia/Singapore' group by m.bits
     )
     select to_char((select first from bounds) + make_interval(months => f.place), 'YYYY-MM') as month, l.place - f.place as later,
       sum(p.learners)::integer as learners
     from patterns p, lateral (select min(n) as place from generate_series(0, 11) n where p.bits & (1 << n) <> 0) f,
       generate_series(0, 11) l (place)
     where p.bits & (1 << l.place) <> 0 group by 1, 2 order by 1, 2`,
    [toMs],
  );
}
