import type { Queryable } from '#engine/database/database.ts';
import type { LessonState } from '#rules/lessons/lesson-states.ts';
import { likeText } from '../../platform/reads/like-text.ts';
import { statesIn } from '../../platform/reads/states-in.ts';

/** Each order is an index, read from either end. */
export const lessonSorts = {
  '-start': 'l.start desc nulls last, l.id collate "C" desc',
  start: 'l.start nulls first, l.id collate "C"',
  '-priceCents': 'l."priceCents" desc, l.id collate "C" desc',
  priceCents: 'l."priceCents", l.id collate "C"',
  '-created': 'l.created desc nulls last, l.id collate "C" desc',
  created: 'l.created nulls first, l.id collate "C"',
} as const;

export type LessonSearch = {
  q: string;
  status: LessonState | '';
  /** Begins on the one or later, before the other; null leaves the end open. */
  fromMs: number | null;
  toMs: number | null;
  nowMs: number;
  sort: keyof typeof lessonSorts;
  page: number;
  perPage: number;
};

/** As many are counted and put in order; of more a page is met soon enough in any order. */
export const mostFound = 2000;

/** What is shorter is in no index of places, and would be looked for in every lesson. */
const leastOfPlace = 3;

/** Of so few names it is known at once whose a lesson is: all of theirs may lie far behind the newest. */
const fewNames = 1000;

const places = '(l.pickup ilike $1 or l."postalCode" ilike $1)';
type Names = [side: 'learner' | 'instructor', table: 'users' | 'instructors'];
const isOfNamed = (...[side, table]: Names) => `l.${side} in (select p.id from ${table} p where p.name ilike $1)`;
/** By the name of somebody of the lesson at hand: where many have it a page is full before everybody's name would have been looked at. */
const isNamed = (...[side, table]: Names) => `(select p.name from ${table} p where p.id = l.${side}) ilike $1`;

/**
 * A page of the lessons whose learner's or instructor's name, pick-up or postal code has the text in it, by id, and how many there are: more than
 * `mostFound` are counted as that. Places are searched from three letters on. Each of the names and places is looked for by an index of its own.
 */
export async function searchLessons(
  db: Queryable,
  search: LessonSearch,
): Promise<{ ids: string[]; total: number; hasMore: boolean }> {
  const { q, status, fromMs, toMs, nowMs, sort, page, perPage } = search;
  const values: unknown[] = [likeText(q), perPage, (page - 1) * perPage];
  const place = (value: unknown) => `$${values.push(value)}`;
  const instant = (ms: number) => `${place(new Date(ms).toISOString())}::timestamptz`;
  const conditions = [
    ...statusConditions(status, () => instant(nowMs), place),
    ...(fromMs === null ? [] : [`l.start >= ${instant(fromMs)}`]),
    ...(toMs === null ? [] : [`l.start < ${instant(toMs)}`]),
  ];
  const where = (match: string) => [match, ...conditions].join(' and ');
  // With what they are sorted by, which spares a second look at each.
  const columns = 'l.id, l.start, l."priceCents", l.created';
  const arm = (match: string) => `(select ${columns} from lessons l where ${where(match)} limit ${mostFound + 1})`;
  // One name after the other, until there are enough: of all at once every lesson would be gone through first.
  const named = (...[side, table]: Names) =>
    `(select ${columns} from ${table} p cross join lateral ${arm(`l.${side} = p.id`)} l where p.name ilike $1 limit ${mostFound + 1})`;
  const order = lessonSorts[sort];
  const hasPlaces = q.length >= leastOfPlace;
  const arms = [named('learner', 'users'), named('instructor', 'instructors'), ...(hasPlaces ? [arm(places)] : [])];
  const [few] = await db.query<{ total: number; ids: string[] }>(
    `with hits as materialized (${arms.join(' union ')})
     select (select count(*)::integer from hits) as total,
       array(select l.id from hits l order by ${order} limit $2 offset $3) as ids`,
    values,
  );
  if (!few) throw new Error('An aggregate answers one row.');
  if (few.total <= mostFound) return { ...few, hasMore: false };
  const isHit = (await haveMany(db, likeText(q))) ? isNamed : isOfNamed;
  const any = `(${isHit('learner', 'users')} or ${isHit('instructor', 'instructors')}${hasPlaces ? ` or ${places}` : ''})`;
  const rows = await db.query<{ id: string }>(
    `select l.id from lessons l where ${where(any)} order by ${order} limit $2 offset $3`,
    values,
  );
  return { ids: rows.map(({ id }) => id), total: mostFound, hasMore: true };
}

/** Whether more than a few people have a text in their names. */
async function haveMany(db: Queryable, like: string): Promise<boolean> {
  const some = (table: 'users' | 'instructors') => `(select from ${table} where name ilike $1 limit ${fewNames + 1})`;
  const [row] = await db.query<{ many: boolean }>(
    `select count(*) > ${fewNames} as many from (${some('users')} union all ${some('instructors')}) n`,
    [like],
  );
  return row?.many === true;
}

/** As the list's own filter has them: a closed lesson is a completed one, a held time that was not paid in its minutes has expired. */
function statusConditions(status: LessonState | '', now: () => string, place: (value: unknown) => string): string[] {
  if (status === '') return [];
  if (status === 'held') return [`l.status = 'held' and l."holdExpiresAt" > ${now()}`];
  if (status === 'expired') return [`(l.status = 'expired' or l.status = 'held' and l."holdExpiresAt" <= ${now()})`];
  if (status === 'completed') return [`l.status in ${statesIn('taught')}`];
  return [`l.status = ${place(status)}`];
}

/** Until then every search goes through what was put aside. */
export async function sortPlacesIn(db: Queryable): Promise<void> {
  await db.query(`select gin_clean_pending_list('lessons_places')`);
}
