import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../bin/lib/free-port.mjs';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { startMain, stopMains } from '../support/start-main.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(stopMains);
afterAll(() => database.drop());

/** How many connections to this database wait for a lock, or are the queue's. */
async function connections(condition: string): Promise<number> {
  const rows = await database.db.query(
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${condition}`,
  );
  return rows.length;
}

test('a server that is told to stop before it is ready ends in peace and says nothing', async () => {
  await database.db.transaction(async (tx) => {
    // Its start comes so far, and waits.
    await tx.query('lock table holidays in access exclusive mode');
    const main = startMain({ DATABASE_URL: database.url, DEMO: '0', PORT: String(await freePort()) });
    await expect.poll(() => connections(`wait_event_type = 'Lock'`), { timeout: 30_000 }).toBe(1);
    main.child.kill('SIGTERM');
    await expect.poll(() => connections(`application_name = 'kerbside jobs'`), { timeout: 30_000 }).toBe(0);
    tx.afterCommit(async () => {
      expect(await main.ended, main.output()).toBe(0);
      expect(main.output()).toBe('');
    });
  });
});
