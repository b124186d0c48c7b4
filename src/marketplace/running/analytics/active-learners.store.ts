import type { Queryable } from '#engine/database/database.ts';
import { likeText } from '../../platform/reads/like-text.ts';
import type { Span } from '../../platform/reads/read-span.ts';
import { statesIn } from '../../platform/reads/states-in.ts';
import { activeIn } from './analytics.store.ts';
import { learnerName } from './question-rows.store.ts';
import { inSpan } from './questions.store.ts';

/** A learner of the figure; of a closed account the name is empty. The instant in epoch milliseconds. */
export type ActiveLearnerRow = { id: string; name: string; days: number; lessons: number; lastMs: number };

/** Accounts that were closed have no name, and come last. */
export const activeLearnerSorts = {
  '-days': 'a.days desc, a.learner',
  days: 'a.days, a.learner desc',
  name: 'u._closed is not null, lower(u.name), u.id',
  '-name': 'u._closed is not null, lower(u.name) desc, u.id desc',
} as const;
export type ActiveLearnerSort = keyof typeof activeLearnerSorts;

type Wanted = { span: Span; q: string; sort: ActiveLearnerSort; page: number; perPage: number };

/** As many are put in order; of more the names are gone through in the order of their index until a page is full. */
const mostSorted = 5000;

/** A page of the learners whom `countPeriod` counts as active, those whose name or address has the text in it; the sums must be folded. */
export async function findActiveLearners(
  db: Queryable,
  { span, q, sort, page, perPage }: Wanted,
): Promise<{ items: ActiveLearnerRow[]; totalItems: number }> {
  const values: unknown[] = [span.fromMs, span.toMs];
  const active = activeIn('learner', span);
  const text = q === '' ? '' : `$${values.push(likeText(q))}`;
  const named = text && `(u.name ilike ${text} or u.email ilike ${text})`;
  const found = text ? `(${active}) a join users u on u.id = a.learner where ${named}` : `(${active}) a`;
  const [counted] = await db.query<{ total: number }>(`select count(*)::integer as total from ${found}`, values);
  const totalItems = counted?.total ?? 0;
  const isByName = sort === 'name' || sort === '-name';
  const people = `(${active}) a join users u on u.id = a.learner${text && ` where ${named}`}`;
  const [limit, offset] = [perPage, (page - 1) * perPage].map((value) => `$${values.push(value)}`);
  const slice = `limit ${limit} offset ${offset}`;
  const chosen = `select a.learner, a.days from ${isByName ? people : found} order by ${activeLearnerSorts[sort]} ${slice}`;
  const isWalked = isByName && totalItems > mostSorted;
  const items = await db.query<ActiveLearnerRow>(
    `with page as materialized (${isWalked ? walk({ active, named, sort, limit, offset }) : chosen})
     select a.learner as id, ${learnerName} as name, a.days, l.lessons, (extract(epoch from l.last) * 1000)::double precision as "lastMs"
     from page a left join users u on u.id = a.learner, lateral (
       select count(*)::integer as lessons, max(start) as last from lessons
       where learner = a.learner and ${inSpan('start')} and status in ${statesIn('agreed')}
     ) l order by ${activeLearnerSorts[sort]}`,
    values,
  );
  return { items, totalItems };
}

type Walk = {
  active: string;
  named: string;
  sort: ActiveLearnerSort;
  limit: string | undefined;
  offset: string | undefined;
};

/** The open accounts by the index of their names, then the closed, of which there are few. */
function walk({ active, named, sort, limit, offset }: Walk): string {
  const order = activeLearnerSorts[sort].replace('u._closed is not null, ', '');
  const part = (state: string) => `(select a.learner, a.days from users u join (${active}) a on a.learner = u.id
    where u._closed ${state}${named && ` and ${named}`} order by ${order} limit ${limit}::integer + ${offset}::integer)`;
  return `select a.learner, a.days from (${part('is null')} union all ${part('is not null')}) a join users u on u.id = a.learner
    order by ${activeLearnerSorts[sort]} limit ${limit} offset ${offset}`;
}
