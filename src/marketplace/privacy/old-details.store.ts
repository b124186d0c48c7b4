import type { Queryable } from '#engine/database/database.ts';

type Due = { beforeMs: number; limit: number };

/** Empties the exact addresses of lessons that ended before; answers how many. */
export async function clearOldAddresses(db: Queryable, { beforeMs, limit }: Due): Promise<number> {
  const rows = await db.query(
    `update lessons set pickup = '', "postalCode" = '' where id in (
       select id from lessons
       where "end" < to_timestamp($1::double precision / 1000) and (pickup <> '' or "postalCode" <> '') order by "end" limit $2
     ) returning id`,
    [beforeMs, limit],
  );
  return rows.length;
}

/** Papers with a file that were decided before, and not touched since. */
export async function findOldPapers(db: Queryable, { beforeMs, limit }: Due): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from instructor_documents
     where status <> 'pending' and file <> '' and updated < to_timestamp($1::double precision / 1000) order by updated limit $2`,
    [beforeMs, limit],
  );
  return rows.map(({ id }) => id);
}

/** Says of papers that their files are gone. */
export async function clearPapers(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.query(`update instructor_documents set file = '' where id = any ($1::text[])`, [ids]);
}
