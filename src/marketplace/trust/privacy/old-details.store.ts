import type { Queryable } from '#engine/database/database.ts';

type Due = { beforeMs: number; limit: number };

/** Empties the exact addresses of lessons that ended before, and what their learners noted; answers how many. */
export async function clearOldAddresses(db: Queryable, { beforeMs, limit }: Due): Promise<number> {
  const rows = await db.query(
    `update lessons set pickup = '', "postalCode" = '', note = '' where id in (
       select id from lessons
       where "end" < to_timestamp($1::double precision / 1000) and (pickup <> '' or "postalCode" <> '' or note <> '') order by "end" limit $2
     ) returning id`,
    [beforeMs, limit],
  );
  return rows.length;
}

/** Empties what instructors wrote about lessons that ended before; answers how many. */
export async function clearLessonWords(db: Queryable, { beforeMs, limit }: Due): Promise<number> {
  const rows = await db.query(
    `update lesson_logs set notes = '' where id in (
       select g.id from lesson_logs g join lessons l on l.id = g.lesson
       where g.notes <> '' and l."end" < to_timestamp($1::double precision / 1000) limit $2
     ) returning id`,
    [beforeMs, limit],
  );
  return rows.length;
}

/** Deletes notifications from before; answers how many. */
export async function deleteOldNotifications(db: Queryable, { beforeMs, limit }: Due): Promise<number> {
  const rows = await db.query(
    `delete from notifications where id in (
       select id from notifications where created < to_timestamp($1::double precision / 1000) limit $2
     ) returning id`,
    [beforeMs, limit],
  );
  return rows.length;
}

/** The reports that were made before. */
export async function findOldReports(db: Queryable, beforeMs: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from reports where created < to_timestamp($1::double precision / 1000)`,
    [beforeMs],
  );
  return rows.map(({ id }) => id);
}

/** Deletes mails from before to an address that is no account's any more, the goodbye to a closed one among them. */
export async function deleteStrayMails(
  db: Queryable,
  { beforeMs, tables }: { beforeMs: number; tables: readonly string[] },
): Promise<void> {
  const known = tables.map((name) => `select lower(email) from "${name}"`).join(' union all ');
  await db.query(
    `delete from _mails where created < to_timestamp($1::double precision / 1000)
       and lower("to") not in (${known})`,
    [beforeMs],
  );
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
