import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '#engine/database/database.ts';
import { startEmbeddedPostgres } from '#engine/database/embedded-postgres.ts';
import { migrate } from '#engine/database/migrate.ts';
import { createLogger } from '#engine/log.ts';
import { type ServerProcess, startServerProcess } from '#support/start-server-process.ts';

export type BenchDatabase = { db: Database; databaseUrl: string; dataDir: string; stop: () => Promise<void> };

/** A durable PostgreSQL of its own, migrated and empty; or the one of an address, migrated, which stays. */
export async function startDatabase(address?: string): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-bench-'));
  if (address) {
    const db = await openMigrated(address);
    return {
      db,
      databaseUrl: address,
      dataDir,
      async stop() {
        await db.close();
        rmSync(dataDir, { recursive: true, force: true });
      },
    };
  }
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLogger('error') });
  const { host, user, database } = postgres.connection;
  const databaseUrl = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`;
  const db = await openMigrated(databaseUrl);
  return {
    db,
    databaseUrl,
    dataDir,
    async stop() {
      await db.close();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function openMigrated(databaseUrl: string): Promise<Database> {
  const db = openDatabase({ connection: { connectionString: databaseUrl }, maxConnections: 10 });
  await migrate(db, join(import.meta.dirname, '..', '..', 'db'));
  return db;
}

/** The product on such a database, in a process of its own, whose clock stands and whose calls of the database are counted. */
export async function startCounted(nowMs: number): Promise<BenchDatabase & { server: ServerProcess }> {
  const database = await startDatabase();
  const { databaseUrl, dataDir } = database;
  const server = await startServerProcess({ databaseUrl, dataDir: join(dataDir, 'server'), nowMs });
  return {
    ...database,
    server,
    async stop() {
      if (server.isAlive()) await server.stop();
      await database.stop();
    },
  };
}
