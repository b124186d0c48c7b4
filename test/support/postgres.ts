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

/** What a database begins with, beyond being migrated: made once in a run, by whoever needs it first. */
export type Beginning = { name: string; make: (connection: pg.PoolConfig) => Promise<void> };

/**
 * A fresh, migrated database for one test file. Call it in `beforeAll` and `drop` in `afterAll`. With `isEmpty` no migration has
 * been applied; with a `beginning` it holds what that one made.
 */
export async function createTestDatabase(
  options: { isEmpty?: boolean; beginning?: Beginning } = {},
): Promise<TestDatabase> {
  const { adminUrl, template } = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await withAdmin(adminUrl, async (admin) => {
    const migrated = options.beginning ? await ensureBeginning(admin, options.beginning) : template;
    await copyDatabase(admin, options.isEmpty ? 'template0' : migrated, name);
  });
  const connection = connectionTo(name);
  const db = openDatabase({ connection });
  return {
    db,
    connection,
    url: connection.connectionString,
    async drop() {
      await db.close();
      await withAdmin(adminUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`));
    },
  };
}

function connectionTo(name: string): { connectionString: string } {
  const url = new URL(inject('postgres').adminUrl);
  url.pathname = `/${name}`;
  return { connectionString: url.href };
}

// By copying its files, which takes little more than half as long as the usual way, by the log.
const copyDatabase = (admin: Database, from: string, to: string) =>
  admin.query(`create database ${to} template ${from} strategy file_copy`);

/** The name of the database to copy. Workers that need it at the same time wait for the first of them. */
async function ensureBeginning(admin: Database, { name, make }: Beginning): Promise<string> {
  const { adminUrl, template } = inject('postgres');
  const made = `${template}_${name}`;
  const exists = async () => (await admin.query('select from pg_database where datname = $1', [made])).length > 0;
  if (await exists()) return made;
  await withAdmin(adminUrl, (waiting) =>
    // Databases can't be made in a transaction: this one only holds the lock.
    waiting.transaction(async (tx) => {
      await tx.query('select pg_advisory_xact_lock(hashtext($1))', [made]);
      if (await exists()) return;
      const half = `${made}_half`;
      await copyDatabase(admin, template, half);
      await make(connectionTo(half));
      await admin.query(`alter database ${half} rename to ${made}`);
    }),
  );
  return made;
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
