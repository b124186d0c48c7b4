import type { Queryable } from '#engine/database/database.ts';
import type { Recheck } from '#wire/rechecks.ts';
import { likeText } from '../../platform/reads/like-text.ts';
import { recheckDays } from './recheck-due-before.ts';

/** Whose profile an instructor is, and since when it is due for a comparison: a month after the last one, or at once where that did not find them. */
export async function findRechecked(
  db: Queryable,
  instructor: string,
): Promise<{ user: string; due: Date | null } | undefined> {
  const [row] = await db.query<{ user: string; due: Date | null }>(
    `select "user", case when "_comparedOn" is null then "verifiedAt"
       else ("_comparedOn"::date + case when "_isUnlisted" then 0 else $2::integer end)::timestamp at time zone 'Asia/Singapore' end as due
     from instructors where id = $1`,
    [instructor, recheckDays],
  );
  return row;
}

export const recheckSorts = {
  // In the order of an index; the other way round only days are, and those of one day are put in order.
  lastCheckedOn: 'i."_comparedOn" nulls first, lower(i.name), i.id',
  '-lastCheckedOn': 'i."_comparedOn" desc nulls last, lower(i.name), i.id',
  name: 'lower(i.name), i.id',
  '-name': 'lower(i.name) desc, i.id',
  licenceExpiresOn: 'i."licenceExpiresOn", lower(i.name), i.id',
  '-licenceExpiresOn': 'i."licenceExpiresOn" desc, lower(i.name), i.id',
} as const;
export type RecheckSort = keyof typeof recheckSorts;

/*
 * Who was not found at the last comparison is due at once, and stays so until they are found, or suspended. When it was is kept
 * (db/functions/police-checks.sql).
 */
const isRechecked = `i.status in ('listed', 'paused')`;
const isDue = (place: string) => `(i."_comparedOn" is null or i."_comparedOn" < ${place} or i."_isUnlisted")`;

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

/** A page of the listed and paused instructors whose name has the text in it, and how many of all are due. */
export async function findRechecks(
  db: Queryable,
  { dueBefore, q, state, status, sort, page, perPage }: RecheckQuery,
): Promise<{ items: Recheck[]; totalItems: number; due: number }> {
  const like = q === '' ? '' : likeText(q);
  const found = `($2 = '' or i.name ilike $2) and ($3 = '' or ${isDue('$1')} = ($3 = 'due')) and ($4 = '' or i.status = $4)`;
  const order = recheckSorts[sort];
  const [items, [counts]] = await Promise.all([
    db.query<Recheck>(
      `with page as materialized (
         select i.* from instructors i where ${isRechecked} and ${found} order by ${order} limit $5 offset $6
       ) select i.id, i.name, i.status, i."licenceExpiresOn", p."listedOn" as "lastListedOn", p.outcome as "lastOutcome", p."checkerName" as "lastChecker",
         i."_comparedOn" as "lastCheckedOn", ${isDue('$1')} as "isDue"
       from page i left join lateral (
         select "listedOn", outcome, "checkerName" from police_checks where instructor = i.id order by created desc, _seq desc limit 1) p on true
       order by ${order}`,
      [dueBefore, like, state, status, perPage, (page - 1) * perPage],
    ),
    db.query<{ total: number; due: number }>(
      `select count(*) filter (where ${found})::integer as total, count(*) filter (where ${isDue('$1')})::integer as due
       from instructors i where ${isRechecked}`,
      [dueBefore, like, state, status],
    ),
  ]);
  return { items, totalItems: counts?.total ?? 0, due: counts?.due ?? 0 };
}

/** How many listed and paused instructors are due. */
export async function countDue(db: Queryable, dueBefore: string): Promise<number> {
  const [row] = await db.query<{ due: number }>(
    `select count(*)::integer as due from instructors i where ${isRechecked} and ${isDue('$1')}`,
    [dueBefore],
  );
  return row?.due ?? 0;
}
