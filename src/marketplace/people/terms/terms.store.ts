import type { Queryable } from '#engine/database/database.ts';

/** How somebody agreed: by the tick of the registration, when asked after signing in, or when asked before booking or paying. */
export const acceptanceWays = ['registration', 'asked', 'booking'] as const;

export type Acceptance = { version: number; accepted: Date; how: (typeof acceptanceWays)[number] };

/** What an account agreed to, the newest version first. */
export function findAcceptances(db: Queryable, user: string): Promise<Acceptance[]> {
  return db.query(`select version, accepted, how from terms_acceptances where "user" = $1 order by version desc`, [
    user,
  ]);
}

/** Writes down that an account agreed to a version; again is no second entry. An account that is gone meanwhile agrees to nothing. */
export async function insertAcceptance(
  db: Queryable,
  { user, version, how, nowMs }: { user: string; version: number; how: string; nowMs: number },
): Promise<void> {
  await db.query(
    `insert into terms_acceptances ("user", version, accepted, how)
     select id, $2, to_timestamp($4::double precision / 1000), $3 from users where id = $1 for key share
     on conflict on constraint terms_acceptances_once do nothing`,
    [user, version, how, nowMs],
  );
}

/** Keeps the version that was ticked while an account was registered. */
export async function noteTick(tx: Queryable, user: string, version: number): Promise<void> {
  await tx.query('update users set "_agreedTerms" = $2 where id = $1', [user, version]);
}

/** Writes the tick of the registration down as an acceptance of then. True where that version was ticked. */
export async function acceptByTick(db: Queryable, user: string, version: number): Promise<boolean> {
  const rows = await db.query(
    `insert into terms_acceptances ("user", version, accepted, how)
     select id, $2, created, 'registration' from users where id = $1 and "_agreedTerms" = $2 for key share
     on conflict on constraint terms_acceptances_once do nothing returning version`,
    [user, version],
  );
  return rows.length > 0;
}
