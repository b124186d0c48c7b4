import type { Queryable } from '#engine/database/database.ts';
import type { FigureRow } from '#wire/questions.ts';
import type { Span } from '../../platform/reads/read-span.ts';
import { statesIn } from '../../platform/reads/states-in.ts';
import { dayOf, fillByInstructor, fillParameters, inDays, inSpan, leavers } from './questions.store.ts';

/** Searches of an area (empty: anywhere) that were about an hour of the day, or about any time; `null` is every one. */
export type SearchPart = { area: string | null; hour: number | 'any' | null };

/** A figure, and which part of it where it has parts. A cohort began in one month, and came again on the days of another. */
export type RowsAsked =
  | { figure: 'fill' | 'firstLesson' | 'cancellations' | 'leaving' }
  | ({ figure: 'searches' } & SearchPart)
  | { figure: 'cohort'; began: Span; came: Span };
export type RowFigure = RowsAsked['figure'];

/** A row with its instant in epoch milliseconds. */
export type CountedRow = Omit<FigureRow, 'at'> & { atMs: number | null };

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::double precision`;
const none = (...names: string[]) => names.map((name) => `null as "${name}"`).join(', ');
const noHours = none('fromHour', 'toHour');
/** Of a closed account, as of one that is gone, nothing. */
export const learnerName = `case when u._closed is null then coalesce(nullif(trim(u.name), ''), u.email, '') else '' end`;
const at = (place: string) => `to_timestamp(${place}::double precision / 1000)`;

type Source = {
  /** What a figure counts, in SQL, and the order of its rows. */
  counted: string;
  order: string;
  /** Its order is that of an index, which a page is read by; else all are put in order once, for the page and their number. */
  isIndexed?: true;
  /** Their number where it is kept; else they are counted. */
  total?: string;
  /** Its rows, from what was counted of a page as `f`. */
  columns: string;
  joins: string;
};

const sources: Record<RowFigure, Source> = {
  fill: {
    // How many sums there will be the planner can only guess, and would look up each name by itself: with "offset 0" it reads the names at once.
    counted: `select c.*, n.name from (${fillByInstructor}) c join (select id, name from instructors offset 0) n on n.id = c.instructor`,
    order: 'f.booked::double precision / nullif(f.minutes, 0) nulls last, f.name, f.instructor',
    columns: `f.instructor as id, f.name, i.status as detail, '' as by, ${none('isLate', 'atMs')},
      f.booked::double precision as amount, f.minutes::double precision as of, ${noHours}`,
    joins: 'join instructors i on i.id = f.instructor',
  },
  firstLesson: {
    counted: `select learner, start, joined from learner_firsts where ${inSpan('start')} and joined is not null`,
    order: 'f.start - f.joined desc, f.learner',
    columns: `f.learner as id, ${learnerName} as name, '' as detail, '' as by, ${none('isLate')}, ${ms('f.start')} as "atMs",
      (extract(epoch from f.start - f.joined) / 86400)::double precision as amount, ${none('of')}, ${noHours}`,
    joins: 'left join users u on u.id = f.learner',
  },
  cancellations: {
    counted: `select id, lesson, reason, excuse, "cancelledBy", "isLate", created from cancellations where ${inSpan('created')}`,
    order: 'f.created desc, f.id',
    isIndexed: true,
    total: `select coalesce(sum(cancellations), 0) from cancellation_sums where ${inDays('day')}`,
    columns: `f.lesson as id, i.name, coalesce(nullif(f.reason, ''), f.excuse) as detail, f."cancelledBy" as by, f."isLate",
      ${ms('f.created')} as "atMs", ${none('amount', 'of')}, ${noHours}`,
    joins: 'join lessons l on l.id = f.lesson join instructors i on i.id = l.instructor',
  },
  leaving: {
    counted: leavers,
    order: 'f.last desc, f.instructor',
    columns: `f.instructor as id, i.name, i.status as detail, '' as by, ${none('isLate')}, ${ms('f.last')} as "atMs", ${none('amount', 'of')}, ${noHours}`,
    joins: 'join instructors i on i.id = f.instructor',
  },
  searches: {
    counted: `select day, area, "fromHour", "toHour", searches, empty from search_sums
      where ${inDays('day')} and ($3::text is null or area = $3)
        and ($4::integer is null or case when $4 = -1 then "toHour" - "fromHour" = 24 else $4 between "fromHour" and "toHour" - 1 and "toHour" - "fromHour" < 24 end)`,
    order: 'f.day desc, f.empty desc, f.searches desc, f.area, f."fromHour", f."toHour"',
    columns: `concat_ws(' ', f.day, f.area, f."fromHour", f."toHour") as id, f.area as name, '' as detail, '' as by, ${none('isLate')},
      ${ms("(f.day::timestamp at time zone 'Asia/Singapore')")} as "atMs", f.empty::double precision as amount, f.searches::double precision as of,
      f."fromHour", f."toHour"`,
    joins: '',
  },
  cohort: {
    counted: `select f.learner, f.start from learner_firsts f where ${inSpan('f.start')} and exists (
      select from learner_years y, unnest(y."taughtFrom") d (day)
      where y.learner = f.learner and y.year = extract(year from ${dayOf('$3')})::integer and d.day >= ${dayOf('$3')} and d.day < ${dayOf('$4')})`,
    order: 'f.start, f.learner',
    isIndexed: true,
    total: `select coalesce(sum(learners), 0) from cohort_days where cohort = ${dayOf('$1')} and day >= ${dayOf('$3')} and day < ${dayOf('$4')}`,
    columns: `f.learner as id, ${learnerName} as name, '' as detail, '' as by, ${none('isLate')}, ${ms('f.start')} as "atMs",
      (select count(*) from lessons l where l.learner = f.learner and l.start >= ${at('$3')} and l.start < ${at('$4')}
         and l.status in ${statesIn('taught')})::double precision as amount, ${none('of')}, ${noHours}`,
    joins: 'left join users u on u.id = f.learner',
  },
};

type Wanted = { span: Span; before: Span; page: number; perPage: number };

/** A page of the rows that a figure of a span was counted from; the page is chosen before anything is looked up for its rows. */
export async function findFigureRows(
  db: Queryable,
  asked: RowsAsked,
  { span, before, page, perPage }: Wanted,
): Promise<{ items: CountedRow[]; totalItems: number }> {
  const values = valuesOf(asked, { span, before });
  const [limit, offset] = [`$${values.length + 1}`, `$${values.length + 2}`];
  const { counted, order, columns, joins, isIndexed, total = 'select count(*) from counted' } = sources[asked.figure];
  const [found] = await db.query<{ totalItems: number; items: CountedRow[] }>(
    `with counted as ${isIndexed ? 'not ' : ''}materialized (${counted}), page as (
       select f.* from counted f order by ${order} limit ${limit} offset ${offset}
     ) select (${total})::integer as "totalItems",
       (select coalesce(json_agg(r), '[]') from (select ${columns} from page f ${joins} order by ${order}) r) as items`,
    [...values, perPage, (page - 1) * perPage],
  );
  if (!found) throw new Error('An aggregate answers one row.');
  return found;
}

function valuesOf(asked: RowsAsked, { span, before }: Pick<Wanted, 'span' | 'before'>): unknown[] {
  switch (asked.figure) {
    // Only the instructors who left are compared with what was before.
    case 'leaving':
      return [span.fromMs, span.toMs, before.fromMs];
    case 'fill':
      return fillParameters(span);
    case 'searches':
      return [span.fromMs, span.toMs, asked.area, asked.hour === 'any' ? -1 : asked.hour];
    case 'cohort':
      return [asked.began.fromMs, asked.began.toMs, asked.came.fromMs, asked.came.toMs];
    default:
      return [span.fromMs, span.toMs];
  }
}
