import type { Queryable } from '#engine/database/database.ts';

export type Impersonation = { id: string; actor: string; user: string; reason: string };

/** Writes down that somebody begins to look through an account. Instants in epoch milliseconds. */
export async function insertImpersonation(
  tx: Queryable,
  { id, actor, user, reason, nowMs, untilMs }: Impersonation & { nowMs: number; untilMs: number },
): Promise<void> {
  await tx.query(
    `insert into impersonations (id, actor, "user", reason, begun, until) values ($1, $2, $3, $4, $5, $6)`,
    [id, actor, user, reason, new Date(nowMs), new Date(untilMs)],
  );
}

/** Ends one that is open; undefined when it has ended already, or is none of `actor`'s. */
export async function markEnded(
  tx: Queryable,
  { id, actor, nowMs }: { id: string; actor: string; nowMs: number },
): Promise<Impersonation | undefined> {
  const [row] = await tx.query<Impersonation>(
    `update impersonations set ended = $3 where id = $1 and actor = $2 and ended is null
     returning id, actor, "user", reason`,
    [id, actor, new Date(nowMs)],
  );
  return row;
}

/** Those of an account of the staff that have not ended. */
export async function findOpenOf(db: Queryable, actor: string): Promise<Impersonation[]> {
  return db.query(`select id, actor, "user", reason from impersonations where actor = $1 and ended is null`, [actor]);
}

/** Those whose time is over and that nobody ended, the oldest first. */
export async function findOverdue(db: Queryable, nowMs: number): Promise<Impersonation[]> {
  return db.query(
    `select id, actor, "user", reason from impersonations where ended is null and until <= $1 order by until limit 100`,
    [new Date(nowMs)],
  );
}
