import { expect } from 'vitest';
import type { TestApp } from './start-app.ts';

/** Takes back what a change of the database's own hand did, after it was looked at. */
class TakenBack extends Error {
  override readonly name = 'TakenBack';
}

/** What the proof says of records that somebody changed past the product, where no trigger keeps them; all of it is as before then. */
export async function seenAfter({ db }: Pick<TestApp, 'db'>, sql: string): Promise<string[]> {
  let seen: string[] = [];
  const looking = db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(sql);
    const rows = await tx.query<{ fault: string }>('select fault from record_faults()');
    seen = rows.map(({ fault }) => fault);
    throw new TakenBack();
  });
  await expect(looking).rejects.toThrow(TakenBack);
  return seen;
}
