import type { Queryable } from '#engine/database/database.ts';
import { likeText } from '../../platform/reads/like-text.ts';
import { statesIn, wasTaught } from '../../platform/reads/states-in.ts';

/** An account as the platform's people see it. Instants in epoch milliseconds. */
export type PersonRow = {
  id: string;
  name: string;
  email: string;
  avatar: string;
  role: string;
  verified: boolean;
  suspended: boolean;
  twoFactor: boolean;
  status: 'active' | 'inactive' | 'pending';
  lastSeenMs: number | null;
  createdMs: number | null;
  phone: string;
  location: string;
  instructor: string | null;
  instructorStatus: string | null;
};

// Each order and its opposite are one index, read from either end.
export const personSorts = {
  '-created': 'u.created desc nulls last, u.id',
  created: 'u.created nulls first, u.id desc',
  name: 'lower(u.name), u.id',
  '-name': 'lower(u.name) desc, u.id desc',
  email: 'lower(u.email), u.id',
  '-email': 'lower(u.email) desc, u.id desc',
  role: 'u.role, lower(u.name), u.id',
  '-role': 'u.role desc, lower(u.name) desc, u.id desc',
  status: 'status, lower(u.name), u.id',
  '-status': 'status desc, lower(u.name), u.id',
  '-lastSeen': 's.at desc nulls last, s.account',
  lastSeen: 's.at nulls first, s.account desc',
} as const;

export type PersonSort = keyof typeof personSorts;

/** Somebody who was not here for so long is inactive. */
const inactiveDays = 90;

/*
 * An account is pending until its address is proved; it is inactive when it is suspended, or was neither seen nor made in 90 days. When each was seen
 * is kept (db/functions/sums.sql).
 */
const cutoff = `($1::timestamptz - interval '${inactiveDays} days')`;
const standings = {
  active: `(s.standing = 'open' and (s.recent >= ${cutoff} or s.recent is null))`,
  inactive: `(s.standing = 'suspended' or (s.standing = 'open' and s.recent < ${cutoff}))`,
  pending: `s.standing = 'pending'`,
} as const;
/** What may be asked for: a status, or of the inactive only those that are suspended. */
const askedStandings = { ...standings, suspended: `s.standing = 'suspended'` } as const;
const status = `case when ${standings.pending} then 'pending' when ${standings.inactive} then 'inactive' else 'active' end`;
const accounts = 'users u join account_seen s on s.account = u.id';

const columns = `u.id, u.name, u.email, u.avatar, u.role, u.verified, u.suspended, u."twoFactor", u.phone, u.location, ${status} as status,
  i.id as instructor, i.status as "instructorStatus",
  (extract(epoch from least(s.at, $1)) * 1000)::double precision as "lastSeenMs",
  (extract(epoch from u.created) * 1000)::double precision as "createdMs"`;
const people = `select ${columns} from ${accounts} left join instructors i on i."user" = u.id where u._closed is null`;

export type AskedStatus = keyof typeof askedStandings;
export type PeopleQuery = {
  nowMs: number;
  q: string;
  role: string;
  status: AskedStatus | '';
  /** Made from the one on and before the other; null leaves the end open. */
  fromMs: number | null;
  toMs: number | null;
  sort: PersonSort;
  page: number;
  perPage: number;
};

/** A page of accounts whose name or address has the text in it; the sums must be folded. */
export async function findPeople(
  db: Queryable,
  { nowMs, q, role, status: standing, fromMs, toMs, sort, page, perPage }: PeopleQuery,
): Promise<{ items: PersonRow[]; totalItems: number }> {
  const now = new Date(nowMs).toISOString();
  const values: unknown[] = [now];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions = ['u._closed is null', '$1::timestamptz is not null'];
  const text = q === '' ? '' : place(likeText(q));
  const matches = `(u.name ilike ${text} or u.email ilike ${text})`;
  if (text) conditions.push(matches);
  if (role !== '') conditions.push(`u.role = ${place(role)}`);
  if (standing !== '') conditions.push(askedStandings[standing]);
  if (fromMs !== null) conditions.push(`u.created >= ${place(new Date(fromMs).toISOString())}::timestamptz`);
  if (toMs !== null) conditions.push(`u.created < ${place(new Date(toMs).toISOString())}::timestamptz`);
  const condition = conditions.join(' and ');
  const countWhere = (where: string) => countFound(db, `${accounts} where ${where}`, values);
  const isCounted = q !== '' || role !== '' || fromMs !== null || toMs !== null;
  const total = isCounted ? await countWhere(condition) : (await countPeople(db, nowMs))[standing || 'all'];
  // Few are found by the words and then put in order; many are met soon enough in any order, and their words looked at.
  const isFew = text && total <= mostSorted;
  const few = isFew ? `with few as materialized (select u.id from users u where ${matches}) ` : '';
  const slice = { limit: perPage, offset: (page - 1) * perPage };
  const source: Source = {
    few,
    where: isFew ? `${condition} and u.id in (select id from few)` : condition,
    values,
  };
  const groups = isFew ? undefined : groupsOf(sort, standing);
  const sizeOf = async (group: Status) =>
    isCounted ? countWhere(`${condition} and ${standings[group]}`) : (await countPeople(db, nowMs))[standing || group];
  const ids = groups
    ? await findByStatus(db, source, { groups, sizeOf, slice })
    : await findInOrder(db, source, { sort, isManyInactive: standing === 'inactive' && !isFew, slice });
  const rows = await db.query<PersonRow>(`${people} and u.id = any ($2)`, [now, ids]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { items: ids.flatMap((id) => byId.get(id) ?? []), totalItems: total };
}

const mostSorted = 5000;

/** Which accounts are asked for: `few` goes before the query, empty or the accounts that `where` may choose from. */
type Source = { few: string; where: string; values: readonly unknown[] };
type Slice = { limit: number; offset: number };

function findSlice(
  db: Queryable,
  { few, where, values }: Source,
  { order, limit, offset }: Slice & { order: string },
): Promise<string[]> {
  const [most, after] = [values.length + 1, values.length + 2];
  const sliced = `${few}select u.id from ${accounts} where ${where} order by ${order} limit $${most} offset $${after}`;
  return idsOf(db, sliced, [...values, limit, offset]);
}

type InOrder = { sort: PersonSort; isManyInactive: boolean; slice: Slice };

function findInOrder(db: Queryable, source: Source, { sort, isManyInactive, slice }: InOrder): Promise<string[]> {
  if (isManyInactive && sort === '-created') return findNewestInactive(db, source, slice);
  return findSlice(db, source, { order: personSorts[sort].replace(/^status/, status), ...slice });
}

/**
 * Who was made in the last 90 days is active unless suspended, and of the newest accounts they would all be gone through first: so the suspended, of whom there are few,
 * are put in order by themselves, and the others are read from the day on which one can be inactive.
 */
function findNewestInactive(
  db: Queryable,
  { few, where, values }: Source,
  { limit, offset }: Slice,
): Promise<string[]> {
  const [most, after] = [`$${values.length + 1}::integer`, `$${values.length + 2}::integer`];
  const arm = (conditions: string) =>
    `(${few}select u.id, u.created from ${accounts} where ${where} and ${conditions} order by ${personSorts['-created']} limit ${most} + ${after})`;
  const open = `s.standing = 'open'`;
  const arms = [`s.standing = 'suspended'`, `${open} and u.created < ${cutoff}`, `${open} and u.created is null`];
  const sliced = `select u.id from (${arms.map(arm).join(' union all ')}) u order by ${personSorts['-created']} limit ${most} offset ${after}`;
  return idsOf(db, sliced, [...values, limit, offset]);
}

async function idsOf(db: Queryable, text: string, values: readonly unknown[]): Promise<string[]> {
  return (await db.query<{ id: string }>(text, [...values])).map(({ id }) => id);
}

type Status = keyof typeof standings;

/** The statuses in the order that a sort asks for; undefined for sorts by something else. */
function groupsOf(sort: PersonSort, asked: AskedStatus | ''): Status[] | undefined {
  if (sort !== 'status' && sort !== '-status') return undefined;
  if (asked !== '') return [asked === 'suspended' ? 'inactive' : asked];
  return sort === 'status' ? ['active', 'inactive', 'pending'] : ['pending', 'inactive', 'active'];
}

type ByStatus = { groups: readonly Status[]; sizeOf: (group: Status) => Promise<number>; slice: Slice };

/** One status after the other, each in the order of its names, which is an index: what a status comes to is in none. */
async function findByStatus(
  db: Queryable,
  { where, ...source }: Source,
  { groups, sizeOf, slice }: ByStatus,
): Promise<string[]> {
  const ids: string[] = [];
  let { limit, offset } = slice;
  for (const group of groups) {
    const size = await sizeOf(group);
    if (offset < size) {
      const part = { order: 'lower(u.name), u.id', limit, offset };
      ids.push(...(await findSlice(db, { ...source, where: `${where} and ${standings[group]}` }, part)));
    }
    limit = slice.limit - ids.length;
    offset = Math.max(0, offset - size);
    if (limit === 0) break;
  }
  return ids;
}

async function countFound(db: Queryable, found: string, values: readonly unknown[]): Promise<number> {
  const [row] = await db.query<{ total: number }>(`select count(*)::integer as total from ${found}`, [...values]);
  return row?.total ?? 0;
}

/** How many accounts there are of each status, and of the inactive how many are suspended; the sums must be folded. */
export async function countPeople(db: Queryable, nowMs: number): Promise<Record<AskedStatus | 'all', number>> {
  // By whole days; of the day on which 90 days ago was, each account is asked.
  const [row] = await db.query<Record<AskedStatus, number>>(
    `with days as (
       select coalesce(sum(accounts) filter (where standing = 'open'), 0)::integer as open,
         coalesce(sum(accounts) filter (where standing = 'open' and day > recent_day(${cutoff})), 0)::integer as later,
         coalesce(sum(accounts) filter (where standing = 'suspended'), 0)::integer as suspended,
         coalesce(sum(accounts) filter (where standing = 'pending'), 0)::integer as pending
       from account_days
     ), active as (
       select days.*, days.later + (
         select count(*)::integer from account_seen s where s.standing = 'open' and s.recent >= ${cutoff}
           and s.recent < (recent_day(${cutoff}) + 1)::timestamp at time zone 'Asia/Singapore'
       ) as active from days
     ) select active, suspended + open - active as inactive, suspended, pending from active`,
    [new Date(nowMs).toISOString()],
  );
  if (!row) throw new Error('An aggregate answers one row.');
  return { all: row.active + row.inactive + row.pending, ...row };
}

/** One account, or undefined. */
export async function findPerson(db: Queryable, id: string, nowMs: number): Promise<PersonRow | undefined> {
  const [row] = await db.query<PersonRow>(`${people} and u.id = $2`, [new Date(nowMs).toISOString(), id]);
  return row;
}

export type PersonFigures = {
  lessonsTaken: number;
  lessonsComing: number;
  lessonsGiven: number;
};

/** What an account has done here, in lessons. */
export async function sumPerson(db: Queryable, id: string): Promise<PersonFigures> {
  const [row] = await db.query<PersonFigures>(
    `select
       (select count(*)::integer from lessons l where learner = $1 and ${wasTaught('l')}) as "lessonsTaken",
       (select count(*)::integer from lessons where learner = $1 and status in ${statesIn('coming')})
         as "lessonsComing",
       (select count(*)::integer from lessons l join instructors i on i.id = l.instructor
        where i."user" = $1 and ${wasTaught('l')}) as "lessonsGiven"`,
    [id],
  );
  if (!row) throw new Error('An aggregate answers one row.');
  return row;
}
