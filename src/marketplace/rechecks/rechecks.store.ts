import type { Queryable } from '#engine/database/database.ts';
import type { Recheck } from '#wire/rechecks.ts';
import { likeText } from '../reads/like-text.ts';

/** Whose profile it is. */
export async function findRechecked(db: Queryable, instructor: string): Promise<{ user: string } | undefined> {
  const [row] = await db.query<{ user: string }>('select "user" from instructors where id = $1', [instructor]);
  return row;
}

export const recheckSorts = {
  lastCheckedOn: '"lastCheckedOn" nulls first, lower(name), id',
  '-lastCheckedOn': '"lastCheckedOn" desc nulls last, lower(name), id',
  name: 'lower(name), id',
  '-name': 'lower(name) desc, id',
  licenceExpiresOn: '"licenceExpiresOn", lower(name), id',
  '-licenceExpiresOn': '"licenceExpiresOn" desc, lower(name), id',
} as const;
export type RecheckSort = keyof typeof recheckSorts;

/*
 * Somebody was on the list on the day of a verification that says so, or of the last comparison. Who was not found then is due at once, and stays so
 * until they are found, or suspended.
 */
const rechecked = `
  select i.id, i.name, i.status, i."licenceExpiresOn", p."listedOn" as "lastListedOn", p.outcome as "lastOutcome", p."checkerName" as "lastChecker",
    greatest(p."checkedOn", v."checkedOn") as "lastCheckedOn",
    greatest(p."checkedOn", v."checkedOn") is null or greatest(p."checkedOn", v."checkedOn") < $1
      or coalesce(p.outcome <> 'found' and p."checkedOn" >= coalesce(v."checkedOn", ''), false) as "isDue"
  from instructors i
  left join lateral (
    select "listedOn", outcome, "checkerName", to_char(created at time zone 'Asia/Singapore', 'YYYY-MM-DD') as "checkedOn"
    from police_checks where instructor = i.id order by created desc, _seq desc limit 1) p on true
  left join lateral (
    select c ->> 'checkedOn' as "checkedOn" from verifications w, jsonb_array_elements(coalesce(w.checks, '[]'::jsonb)) c
    where w.instructor = i.id and w.outcome = 'accepted' and w.status = 'done' and c ->> 'kind' = 'tp_list'
    order by w.created desc, w._seq desc limit 1) v on true
  where i.status in ('listed', 'paused')`;

export type RecheckQuery = {
  /** Who was compared before this date is due. */
  dueBefore: string;
  q: string;
  state: '' | 'due' | 'done';
  /** Of the profile. */
  status: '' | 'listed' | 'paused';
  sort: RecheckSort;
  page: number;
  perPage: number;
};

const asked = `($2 = '' or name ilike $2) and ($3 = '' or "isDue" = ($3 = 'due')) and ($4 = '' or status = $4)`;

/** A page of the listed and paused instructors whose name has the text in it, and how many of all are due. */
export async function findRechecks(
  db: Queryable,
  { dueBefore, q, state, status, sort, page, perPage }: RecheckQuery,
): Promise<{ items: Recheck[]; totalItems: number; due: number }> {
  const like = q === '' ? '' : likeText(q);
  const [items, [counts]] = await Promise.all([
    db.query<Recheck>(
      `select * from (${rechecked}) r where ${asked} order by ${recheckSorts[sort]} limit $5 offset $6`,
      [dueBefore, like, state, status, perPage, (page - 1) * perPage],
    ),
    db.query<{ total: number; due: number }>(
      `select count(*) filter (where ${asked})::integer as total, count(*) filter (where "isDue")::integer as due
       from (${rechecked}) r`,
      [dueBefore, like, state, status],
    ),
  ]);
  return { items, totalItems: counts?.total ?? 0, due: counts?.due ?? 0 };
}

/** How many listed and paused instructors are due. */
export async function countDue(db: Queryable, dueBefore: string): Promise<number> {
  const [row] = await db.query<{ due: number }>(
    `select count(*) filter (where "isDue")::integer as due from (${rechecked}) r`,
    [dueBefore],
  );
  return row?.due ?? 0;
}
