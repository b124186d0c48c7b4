import type { Queryable } from '#engine/database/database.ts';
import { statesIn } from '../reads/states-in.ts';

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

export const personSorts = {
  '-created': 'created desc nulls last, id',
  created: 'created nulls last, id',
  name: 'lower(name), id',
  '-name': 'lower(name) desc, id',
  email: 'lower(email), id',
  '-email': 'lower(email) desc, id',
  role: 'role, lower(name), id',
  '-role': 'role desc, lower(name), id',
  status: 'status, lower(name), id',
  '-status': 'status desc, lower(name), id',
  '-lastSeen': '"lastSeen" desc nulls last, id',
  lastSeen: '"lastSeen" nulls first, id',
} as const;

export type PersonSort = keyof typeof personSorts;

/** Somebody who was not here for so long is inactive. */
const inactiveDays = 90;

/*
 * Being seen is a fact: a sign-in, or a lesson that one took or gave. An account is pending until its address is proved; it is inactive when
 * it is suspended, or was not seen for 90 days (counted from its making when never).
 */
const people = `
  select facts.*, case
    when facts.suspended then 'inactive'
    when not facts.verified then 'pending'
    when coalesce(facts."lastSeen", facts.created) < $1::timestamptz - interval '${inactiveDays} days' then 'inactive'
    else 'active' end as status
  from (
    select u.id, u.name, u.email, u.avatar, u.role, u.verified, u.suspended, u."twoFactor", u.phone, u.location, u.created,
      i.id as instructor, i.status as "instructorStatus",
      greatest(
        (select max(o.updated) from "_authOrigins" o where o."collectionRef" = '_pb_users_auth_' and o."recordRef" = u.id),
        (select max(l.start) from lessons l where l.learner = u.id and l.start <= $1
           and l.status in ${statesIn('learnerCame')}),
        (select max(l.start) from lessons l where l.instructor = i.id and l.start <= $1
           and l.status in ${statesIn('instructorCame')})) as "lastSeen"
    from users u left join instructors i on i."user" = u.id where u._closed is null
  ) facts`;

const columns = `id, name, email, avatar, role, verified, suspended, "twoFactor", status, phone, location, instructor, "instructorStatus",
  (extract(epoch from "lastSeen") * 1000)::double precision as "lastSeenMs",
  (extract(epoch from created) * 1000)::double precision as "createdMs"`;

export type PeopleQuery = {
  nowMs: number;
  q: string;
  role: string;
  status: string;
  sort: PersonSort;
  page: number;
  perPage: number;
};

/** A page of accounts whose name or address has the text in it. */
export async function findPeople(
  db: Queryable,
  { nowMs, q, role, status, sort, page, perPage }: PeopleQuery,
): Promise<{ items: PersonRow[]; totalItems: number }> {
  const rows = await db.query<PersonRow & { total: number }>(
    `select ${columns}, count(*) over ()::integer as total from (${people}) people
     where ($2 = '' or name ilike $2 or email ilike $2) and ($3 = '' or role = $3) and ($4 = '' or status = $4)
     order by ${personSorts[sort]} limit $5 offset $6`,
    [new Date(nowMs).toISOString(), likeText(q), role, status, perPage, (page - 1) * perPage],
  );
  if (rows.length === 0 && page > 1) {
    const first = await findPeople(db, { nowMs, q, role, status, sort, page: 1, perPage: 1 });
    return { items: [], totalItems: first.totalItems };
  }
  return { items: rows.map(({ total: _, ...row }) => row), totalItems: rows[0]?.total ?? 0 };
}

function likeText(text: string): string {
  return text === '' ? '' : `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** How many accounts there are of each status. */
export async function countPeople(
  db: Queryable,
  nowMs: number,
): Promise<{ all: number; active: number; inactive: number; pending: number }> {
  const [row] = await db.query<{ all: number; active: number; inactive: number; pending: number }>(
    `select count(*)::integer as all, count(*) filter (where status = 'active')::integer as active,
       count(*) filter (where status = 'inactive')::integer as inactive,
       count(*) filter (where status = 'pending')::integer as pending
     from (${people}) people`,
    [new Date(nowMs).toISOString()],
  );
  return row ?? { all: 0, active: 0, inactive: 0, pending: 0 };
}

/** One account, or undefined. */
export async function findPerson(db: Queryable, id: string, nowMs: number): Promise<PersonRow | undefined> {
  const [row] = await db.query<PersonRow>(`select ${columns} from (${people}) people where id = $2`, [
    new Date(nowMs).toISOString(),
    id,
  ]);
  return row;
}

export type PersonFigures = {
  lessonsTaken: number;
  lessonsComing: number;
  lessonsGiven: number;
  paidCents: number;
  refundedCents: number;
};

/** What an account has done here, in lessons and cents. */
export async function sumPerson(db: Queryable, id: string): Promise<PersonFigures> {
  const [row] = await db.query<PersonFigures>(
    `select
       (select count(*)::integer from lessons where learner = $1 and status in ${statesIn('taught')}) as "lessonsTaken",
       (select count(*)::integer from lessons where learner = $1 and status in ${statesIn('coming')})
         as "lessonsComing",
       (select count(*)::integer from lessons l join instructors i on i.id = l.instructor
        where i."user" = $1 and l.status in ${statesIn('taught')}) as "lessonsGiven",
       coalesce(sum("amountCents") filter (where status in ('succeeded', 'refunded', 'part_refunded')), 0)::double precision
         as "paidCents",
       coalesce(sum("refundedCents"), 0)::double precision as "refundedCents"
     from payments where learner = $1`,
    [id],
  );
  if (!row) throw new Error('An aggregate answers one row.');
  return row;
}
