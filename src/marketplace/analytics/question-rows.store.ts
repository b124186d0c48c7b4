import type { Queryable } from '#engine/database/database.ts';
import type { Span } from '../reads/read-span.ts';
import { fillByInstructor, inSpan, leavers } from './questions.store.ts';

export type RowFigure = 'fill' | 'firstLesson' | 'cancellations' | 'leaving';

/** One row of what a figure was counted from; what a figure has no part of is null or empty. */
export type FigureRow = {
  /** The instructor, learner or lesson that it is about. */
  id: string;
  name: string;
  /** A status, or the reason that was given. */
  detail: string;
  by: string;
  isLate: boolean | null;
  atMs: number | null;
  /** Minutes taken, or days waited. */
  amount: number | null;
  /** Minutes that were open. */
  of: number | null;
};

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::double precision`;
const none = (...names: string[]) => names.map((name) => `null as "${name}"`).join(', ');

type Source = {
  /** What a figure counts, in SQL, and the order of its rows. */
  counted: string;
  order: string;
  /** Its rows, from what was counted of a page as `f`. */
  columns: string;
  joins: string;
};

const sources: Record<RowFigure, Source> = {
  fill: {
    counted: `select c.*, n.name from (${fillByInstructor}) c join instructors n on n.id = c.instructor`,
    order: 'f.booked::double precision / nullif(f.minutes, 0) nulls last, f.name, f.instructor',
    columns: `f.instructor as id, f.name, i.status as detail, '' as by, ${none('isLate', 'atMs')},
      f.booked::double precision as amount, f.minutes::double precision as of`,
    joins: 'join instructors i on i.id = f.instructor',
  },
  firstLesson: {
    counted: `select learner, start, joined from learner_firsts where ${inSpan('start')} and joined is not null`,
    order: 'f.start - f.joined desc, f.learner',
    columns: `f.learner as id, coalesce(u.name, '') as name, '' as detail, '' as by, ${none('isLate')}, ${ms('f.start')} as "atMs",
      (extract(epoch from f.start - f.joined) / 86400)::double precision as amount, ${none('of')}`,
    joins: 'left join users u on u.id = f.learner',
  },
  cancellations: {
    counted: `select id, lesson, reason, excuse, "cancelledBy", "isLate", created from cancellations where ${inSpan('created')}`,
    order: 'f.created desc, f.id',
    columns: `f.lesson as id, i.name, coalesce(nullif(f.reason, ''), f.excuse) as detail, f."cancelledBy" as by, f."isLate",
      ${ms('f.created')} as "atMs", ${none('amount', 'of')}`,
    joins: 'join lessons l on l.id = f.lesson join instructors i on i.id = l.instructor',
  },
  leaving: {
    counted: leavers,
    order: 'f.last desc, f.instructor',
    columns: `f.instructor as id, i.name, i.status as detail, '' as by, ${none('isLate')}, ${ms('f.last')} as "atMs", ${none('amount', 'of')}`,
    joins: 'join instructors i on i.id = f.instructor',
  },
};

type Wanted = { span: Span; before: Span; page: number; perPage: number };

/** A page of the rows that a figure of a span was counted from; the page is chosen before anything is looked up for its rows. */
export async function findFigureRows(
  db: Queryable,
  figure: RowFigure,
  { span, before, page, perPage }: Wanted,
): Promise<{ items: FigureRow[]; totalItems: number }> {
  // Only the instructors who left are compared with what was before.
  const parameters = figure === 'leaving' ? [span.fromMs, span.toMs, before.fromMs] : [span.fromMs, span.toMs];
  const [limit, offset] = [`$${parameters.length + 1}`, `$${parameters.length + 2}`];
  const { counted, order, columns, joins } = sources[figure];
  // Counted once for the page and the number of all; there is a row even for a page beyond the last.
  const rows = await db.query<Omit<FigureRow, 'id'> & { id: string | null; total: number }>(
    `with counted as (${counted}), page as (
       select f.* from counted f order by ${order} limit ${limit} offset ${offset}
     ) select t.total, r.* from (select count(*)::integer as total from counted) t
     left join (select ${columns}, row_number() over (order by ${order}) as place from page f ${joins}) r on true order by r.place`,
    [...parameters, perPage, (page - 1) * perPage],
  );
  const items = rows.flatMap(({ total: _, id, ...row }) => (id === null ? [] : [{ ...row, id }]));
  return { items, totalItems: rows[0]?.total ?? 0 };
}
