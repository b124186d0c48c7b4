import type { Queryable } from '../database/database.ts';

export type SessionOwner = { collectionRef: string; recordRef: string };

/** A device that is signed in. Instants in epoch milliseconds. */
export type StoredSession = {
  id: string;
  /** How it was signed in: `password`, `otp`, `oauth2` …; empty when that was before sessions were kept. */
  method: string;
  userAgent: string;
  ip: string;
  createdMs: number;
  lastUsedMs: number;
};

type NewSession = SessionOwner & {
  id: string;
  method: string;
  userAgent: string;
  ip: string;
  /** When its owner signed in, if not now. */
  created?: string;
  now: string;
  expires: string;
};

/** Keeps a new session. Dates are wire dates. */
export async function insertSession(db: Queryable, session: NewSession): Promise<void> {
  const { id, collectionRef, recordRef, method, userAgent, ip, now, expires, created = now } = session;
  await db.query(
    `insert into _sessions (id, "collectionRef", "recordRef", method, "userAgent", ip, created, "lastUsed", expires)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, collectionRef, recordRef, method, userAgent, ip, created, now, expires],
  );
}

/** True while a session of that owner has not been ended. */
export async function hasSession(db: Queryable, { id, ...owner }: SessionOwner & { id: string }): Promise<boolean> {
  const rows = await db.query('select 1 from _sessions where id = $1 and "collectionRef" = $2 and "recordRef" = $3', [
    id,
    owner.collectionRef,
    owner.recordRef,
  ]);
  return rows.length > 0;
}

/** Notes that a session was used at a wire date. */
export async function noteSessionUse(db: Queryable, id: string, now: string): Promise<void> {
  await db.query('update _sessions set "lastUsed" = greatest("lastUsed", $2) where id = $1', [id, now]);
}

/** When a session began, in epoch milliseconds; undefined when there is none of that id. */
export async function findSessionStart(db: Queryable, id: string): Promise<number | undefined> {
  const rows = await db.query<{ ms: number }>(
    'select (extract(epoch from created) * 1000)::double precision as ms from _sessions where id = $1',
    [id],
  );
  return rows[0]?.ms;
}

/** When a session began and when it is over, in epoch milliseconds; undefined when it has been ended. */
export async function findSessionSpan(
  db: Queryable,
  id: string,
): Promise<{ createdMs: number; expiresMs: number } | undefined> {
  const rows = await db.query<{ created: Date; expires: Date }>(
    'select created, expires from _sessions where id = $1',
    [id],
  );
  return rows[0] && { createdMs: rows[0].created.getTime(), expiresMs: rows[0].expires.getTime() };
}

/** Lets a session last until a wire date, used now from an address. */
export async function extendSession(
  db: Queryable,
  { id, ip, now, expires }: { id: string; ip: string; now: string; expires: string },
): Promise<void> {
  await db.query('update _sessions set ip = $2, "lastUsed" = $3, expires = $4 where id = $1', [id, ip, now, expires]);
}

/** A page of the sessions that last beyond a wire date, last used first, and how many there are. */
export async function findSessions(
  db: Queryable,
  { collectionRef, recordRef, now, limit, offset }: SessionOwner & { now: string; limit: number; offset: number },
): Promise<{ items: StoredSession[]; totalItems: number }> {
  const rows = await db.query<StoredSession & { total: number }>(
    `select id, method, "userAgent", ip, (extract(epoch from created) * 1000)::double precision as "createdMs",
       (extract(epoch from "lastUsed") * 1000)::double precision as "lastUsedMs", count(*) over () as total
     from _sessions where "collectionRef" = $1 and "recordRef" = $2 and expires > $3
     order by "lastUsed" desc, id limit $4 offset $5`,
    [collectionRef, recordRef, now, limit, offset],
  );
  return { items: rows.map(({ total: _total, ...session }) => session), totalItems: rows[0]?.total ?? 0 };
}

/** Ends the sessions of an owner, or one of them, or all but one; how many that were. */
export async function deleteSessions(
  db: Queryable,
  { collectionRef, recordRef, only = '', except = '' }: SessionOwner & { only?: string; except?: string },
): Promise<number> {
  const rows = await db.query(
    `delete from _sessions where "collectionRef" = $1 and "recordRef" = $2
     and ($3 = '' or id = $3) and id <> $4 returning id`,
    [collectionRef, recordRef, only, except],
  );
  return rows.length;
}

/** Forgets sessions that were over before a wire date. */
export async function deleteOldSessions(db: Queryable, before: string): Promise<void> {
  await db.query('delete from _sessions where expires < $1', [before]);
}
