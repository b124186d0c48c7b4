import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '#engine/database/database.ts';

export type TestDatabase = {
  db: Database;
  /** For a second pool on the same database. */
  connection: pg.PoolConfig;
  url: string;
  /** Closes `db` and removes the database, whoever else is connected to it. */
  drop: () => Promise<void>;
};

/**
 * A fresh, migrated database for one test file. Call it in `beforeAll` and `drop` in `afterAll`. With `isEmpty` no migration has
 * been applied.
 */
export async function createTestDatabase(options: { isEmpty?: boolean } = {}): Promise<TestDatabase> {
  const { adminUrl, template } = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await withAdmin(adminUrl, (admin) =>
    admin.query(`create database ${name} template ${options.isEmpty ? 'template0' : template}`),
  );
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const connection = { connectionString: url.href };
  const db = openDatabase({ connection });
  return {
    db,
    connection,
    url: url.href,
    async drop() {
      await db.close();
      await withAdmin(adminUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** The same connection as an address. */
export function urlOf(connection: pg.PoolConfig): string {
  const host = encodeURIComponent(connection.host ?? '');
  return `postgresql://${connection.user}@localhost/${connection.database}?host=${host}`;
}

async function withAdmin(adminUrl: string, run: (admin: Database) => Promise<unknown>): Promise<void> {
  const admin = openDatabase({ connection: { connectionString: adminUrl }, maxConnections: 1 });
  try {
    await run(admin);
  } finally {
    await admin.close();
  }
}
