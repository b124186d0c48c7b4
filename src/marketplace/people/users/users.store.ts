import type { Queryable } from '#engine/database/database.ts';

/** What stands in the way of deleting an account. */
export async function countUserTies(
  db: Queryable,
  user: string,
): Promise<{ lessons: number; payments: number; profiles: number }> {
  const [row] = await db.query<{ lessons: number; payments: number; profiles: number }>(
    `select (select count(*)::integer from lessons where learner = $1) as lessons,
       (select count(*)::integer from payments where learner = $1) as payments,
       (select count(*)::integer from instructors where "user" = $1) as profiles`,
    [user],
  );
  return row ?? { lessons: 0, payments: 0, profiles: 0 };
}

/** Takes the profile of a suspended account out of the search; it is listed again by hand. What it was is kept for a lock (`holdProfile`). */
export async function suspendInstructor(db: Queryable, user: string): Promise<void> {
  await db.query(
    `update instructors set _before_lock = case when status in ('submitted', 'listed', 'paused') then status else '' end,
       status = case when status in ('submitted', 'listed', 'paused') then 'suspended' else status end
     where "user" = $1`,
    [user],
  );
}

/** Which of these addresses, in small letters, somebody has proved to be their account's own. */
export async function findProvedAddresses(db: Queryable, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ address: string }>(
    `select lower(email) as address from users where lower(email) = any ($1) and email <> '' and verified`,
    [addresses],
  );
  return new Set(rows.map(({ address }) => address));
}
