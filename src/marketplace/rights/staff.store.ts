import type { Queryable } from '#engine/database/database.ts';

/** The accounts that have one of these roles and are not suspended; a hundred at most. */
export async function selectPeopleOf(db: Queryable, roles: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'select id from users where role = any($1) and not suspended order by id limit 100',
    [roles],
  );
  return rows.map(({ id }) => id);
}
