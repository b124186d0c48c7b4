import type { Queryable } from '#engine/database/database.ts';
import type { CohortCell, QuestionsAnswer, Reason, SearchCell } from '#wire/questions.ts';
import type { Span } from '../../platform/reads/read-span.ts';
import { statesIn } from '../../platform/reads/states-in.ts';
import { monthParts } from './month-parts.ts';

export const inSpan = (column: string) =>
  `${column} >= to_timestamp($1::double precision / 1000) and ${column} < to_timestamp($2::double precision / 1000)`;
export const dayOf = (place: string) =>
  `(to_timestamp(${place}::double precision / 1000) at time zone 'Asia/Singapore')::date`;
export const inDays = (column: string) => `${column} >= ${dayOf('$1')} and ${column} < ${dayOf('$2')}`;
/** None of the days of a year: who has one of some days is told by comparing with it, in half the time that counting them takes. */
export const noDays = "B'0'::bit(366)";
const parameters = ({ fromMs, toMs }: Span) => [fromMs, toMs];

async function one<T extends Record<string, unknown>>(db: Queryable, sql: string, values: unknown[]): Promise<T> {
  const [row] = await db.query<T>(sql, values);
  if (!row) throw new Error('An aggregate answers one row.');
  return row;
}

/** Searches of a span and of the one before by place and hours; those that found nobody most often first. */
export function listSearches(db: Queryable, { span, before }: { span: Span; before: Span }): Promise<SearchCell[]> {
  const sum = (column: 'searches' | 'empty', of: 'now' | 'then') =>
    `coalesce(sum(p.${column}) filter (where ${of === 'now' ? '' : 'not '}p."isNow"), 0)::integer`;
  return db.query(
    `select p.area, p."fromHour", p."toHour", ${sum('searches', 'now')} as searches, ${sum('empty', 'now')} as empty,
       ${sum('searches', 'then')} as "searchesBefore", ${sum('empty', 'then')} as "emptyBefore"
     from (
       select m.area, m."fromHour", m."toHour", m.searches, m.empty, s."isNow"
       from unnest($1::date[], $2::date[], $3::boolean[]) s (begins, ends, "isNow") join search_months m on m.month >= s.begins and m.month < s.ends
       union all
       select d.area, d."fromHour", d."toHour", d.searches * s.sign, d.empty * s.sign, s."isNow"
       from unnest($4::date[], $5::date[], $6::integer[], $7::boolean[]) s (begins, ends, sign, "isNow") join search_sums d on d.day >= s.begins and d.day < s.ends
     ) p group by 1, 2, 3 having sum(p.searches) <> 0 order by empty desc, searches desc, 1, 2, 3`,
    searchParameters({ span, before }),
  );
}

function searchParameters(spans: { span: Span; before: Span }): unknown[] {
  const parts = [
    { isNow: true, ...monthParts(spans.span, 'Asia/Singapore') },
    { isNow: false, ...monthParts(spans.before, 'Asia/Singapore') },
  ];
  const days = parts.flatMap(({ isNow, days }) => days.map((stretch) => ({ ...stretch, isNow })));
  return [
    parts.map(({ months }) => months.from),
    parts.map(({ months }) => months.to),
    parts.map(({ isNow }) => isNow),
    days.map(({ from }) => from),
    days.map(({ to }) => to),
    days.map(({ sign }) => sign),
    days.map(({ isNow }) => isNow),
  ];
}

/** What was open in a span and what lessons took, of the days and instructors of whom both is known. */
export function countFill(db: Queryable, span: Span): Promise<QuestionsAnswer['fill']['now']> {
  return one(
    db,
    `select coalesce(sum("offeredMinutes"), 0)::integer as "offeredMinutes", coalesce(sum("bookedMinutes"), 0)::integer as "bookedMinutes"
     from day_fills where ${inDays('day')}`,
    parameters(span),
  );
}

/**
 * Each instructor's open and taken minutes of a span: `instructor`, `minutes`, `booked`. Its parameters are `fillParameters`. Minutes of a month are few enough for an
 * integer, which is added up in a fraction of the time.
 */
export const fillByInstructor = `
  select p.instructor, sum(p.minutes) as minutes, sum(p.booked) as booked
  from (
    select instructor, minutes::integer, booked::integer from fill_months where month >= $1::date and month < $2::date
    union all
    select o.instructor, o.minutes * s.sign, o.booked * s.sign
    from unnest($3::date[], $4::date[], $5::integer[]) s (begins, ends, sign) join offered_days o on o.day >= s.begins and o.day < s.ends
  ) p group by p.instructor having sum(p.minutes) <> 0 or sum(p.booked) <> 0`;

export function fillParameters(span: Span): unknown[] {
  const { months, days } = monthParts(span, 'Asia/Singapore');
  return [months.from, months.to, days.map(({ from }) => from), days.map(({ to }) => to), days.map(({ sign }) => sign)];
}

/** The first days that anything was counted of. */
export function findBeginnings(db: Queryable): Promise<QuestionsAnswer['since']> {
  return one(
    db,
    `select (select to_char(min(day), 'YYYY-MM-DD') from search_sums) as searches,
       (select to_char(min(day), 'YYYY-MM-DD') from offered_days) as offers`,
    [],
  );
}

/** From having an account to the first lesson that was given; half of the learners waited no longer than the median. */
export function countFirstLessons(db: Queryable, span: Span): Promise<QuestionsAnswer['firstLesson']['now']> {
  const waits = `from learner_firsts where ${inSpan('start')}`;
  // Of many, the one or two in the middle are met in the order of an index: to put all of them in order takes several times as long.
  return one(
    db,
    `with counted as materialized (select count(*) as many ${waits} and joined is not null)
     select many::integer as learners, (
       select avg("waitedDays") from (
         select "waitedDays" ${waits} and "waitedDays" is not null
         order by "waitedDays" offset (select greatest(many - 1, 0) / 2 from counted) limit (select 2 - many % 2 from counted)
       ) middle
     ) as "medianDays" from counted`,
    parameters(span),
  );
}

/** Lessons that were called off in a span: by whom, whether late, and what excused it. */
export function countReasons(db: Queryable, span: Span): Promise<Reason[]> {
  return db.query(
    `select by, "isLate", excuse, sum(cancellations)::integer as count from cancellation_sums
     where ${inDays('day')} group by 1, 2, 3 order by count desc, 1, 2, 3`,
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
  select y.instructor, bool_or(y.agreed & n.days <> ${noDays}) as stays
  from instructor_years y left join (${yearsOf('$1', '$2')}) n on n.year = y.year left join (${yearsOf('$3', '$1')}) b on b.year = y.year
  where y.year between extract(year from ${dayOf('$3')})::integer and extract(year from ${dayOf('$2')})::integer
  group by y.instructor having bool_or(y.agreed & b.days <> ${noDays})`;

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
): Promise<QuestionsAnswer['leaving']['now']> {
  return one(
    db,
    `select count(*)::integer as "taughtBefore", count(*) filter (where stays is not true)::integer as "left" from (${taughtBefore}) t`,
    [span.fromMs, span.toMs, before.fromMs],
  );
}

/**
 * Of the learners whose first lesson was given in each of the twelve months to the end of a span, how many were given one so many months later
 * (`later`; 0 is the month itself, with all of them). Of the last month only the days of the span count, and of the one that it is compared with as many.
 */
export function listCohorts(db: Queryable, toMs: number): Promise<CohortCell[]> {
  return db.query(
    `with last as (
       select ${dayOf('$1')} as "end", date_trunc('month', ${dayOf('$1')} - 1)::date as month
     ), ends as (
       select "end", month, (month - interval '12 months')::date as first,
         case when "end" = month + interval '1 month' then month else least((month - interval '1 month')::date + ("end" - month), month) end as "endBefore"
       from last
     ), counted as (
       select c.cohort, date_trunc('month', c.day)::date as month, sum(c.learners) as learners,
         sum(c.learners) filter (where c.day < e."endBefore") as "soFar"
       from cohort_days c, ends e where c.cohort >= e.first and c.cohort < e."end" and c.day < e."end" group by 1, 2
     ), cells as (
       select (e.month - make_interval(months => back))::date as cohort, (e.month - make_interval(months => back) + make_interval(months => later))::date as month,
         later from ends e, generate_series(0, 11) back, generate_series(0, back) later
     )
     select to_char(c.cohort, 'YYYY-MM') as month, c.later, coalesce(n.learners, 0)::integer as learners,
       coalesce(case when c.month = e.month then b."soFar" else b.learners end, 0)::integer as before
     from ends e, cells c left join counted n on n.cohort = c.cohort and n.month = c.month
       left join counted b on b.cohort = c.cohort - interval '1 month' and b.month = c.month - interval '1 month'
     where exists (select from counted began where began.cohort = c.cohort and began.learners > 0)
     order by 1, 2`,
    [toMs],
  );
}
