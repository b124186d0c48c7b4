import type { Queryable } from '../database/database.ts';

/** A sign-in of two factors after its first half. */
export type Challenge = { id: string; collectionRef: string; recordRef: string; method: string };

/** Stores a challenge that begins at a wire date. */
export async function insertChallenge(db: Queryable, challenge: Challenge, now: string): Promise<void> {
  await db.query(
    `insert into _mfas (id, "collectionRef", "recordRef", method, created, updated) values ($1, $2, $3, $4, $5, $5)`,
    [challenge.id, challenge.collectionRef, challenge.recordRef, challenge.method, now],
  );
}

/** The challenge of that id, or undefined. */
export async function findChallenge(db: Queryable, id: string): Promise<(Challenge & { created: Date }) | undefined> {
  const rows = await db.query<Challenge & { created: Date }>('select * from _mfas where id = $1', [id]);
  return rows[0];
}

/** Ends a challenge; false when it had ended already. */
export async function deleteChallenge(db: Queryable, id: string): Promise<boolean> {
  return (await db.query('delete from _mfas where id = $1 returning id', [id])).length > 0;
}

/** Ends challenges that began before a wire date. */
export async function deleteOldChallenges(db: Queryable, before: string): Promise<void> {
  await db.query('delete from _mfas where created < $1', [before]);
}
