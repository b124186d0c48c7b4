import type { Queryable } from '../database/database.ts';

/** How bringing a backup back ended, or that it still goes on. */
export type RestoreState = 'checking' | 'restoring' | 'done' | 'refused' | 'failed';
export type StoredRestore = {
  id: number;
  backup: string;
  by: string;
  started: Date;
  finished: Date | null;
  state: RestoreState;
  message: string;
};

/** Writes down that a backup is about to be restored, and by whom. */
export async function insertRestore(
  db: Queryable,
  { backup, by, nowMs }: { backup: string; by: string; nowMs: number },
): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    `insert into _restores (backup, by, started, state) values ($1, $2, to_timestamp($3::double precision / 1000), 'checking') returning id`,
    [backup, by, nowMs],
  );
  if (!row) throw new Error('A restore got no number.');
  return row.id;
}

/** Moves a restore on that has not ended yet. */
export async function updateRestore(
  db: Queryable,
  { id, state, message = '', nowMs }: { id: number; state: RestoreState; message?: string; nowMs: number },
): Promise<void> {
  await db.query(
    `update _restores set state = $2, message = $3,
       finished = case when $2 in ('done', 'refused', 'failed') then to_timestamp($4::double precision / 1000) end
     where id = $1 and state in ('checking', 'restoring')`,
    [id, state, message, nowMs],
  );
}

/** Ends those of which no server knows any more: it went down on the way, and the database undid what it did. */
export async function endLostRestores(db: Queryable, nowMs: number): Promise<void> {
  await db.query(
    `update _restores set state = 'failed', finished = to_timestamp($1::double precision / 1000),
       message = 'The server ended before it was done; everything is as it was.'
     where state in ('checking', 'restoring')`,
    [nowMs],
  );
}

/** The latest restores, newest first. */
export function findRestores(db: Queryable, count: number): Promise<StoredRestore[]> {
  return db.query<StoredRestore>('select * from _restores order by id desc limit $1', [count]);
}
