import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#engine/database/embedded-postgres.ts';
import { createLogger } from '#engine/log.ts';
import { memoryEnvironment, memoryFlags } from '../../bin/lib/server-memory.mjs';
import { type RunningServer, runServer } from './run-server.ts';

export type Product = RunningServer & { databaseUrl: string; dataDir: string };

/** What `bin/start` gives the server for its memory. */
export const memoryLimits = {
  ...memoryEnvironment,
  NODE_OPTIONS: [...memoryFlags, process.env.NODE_OPTIONS ?? ''].join(' '),
};

/** The product as it is started, on a durable PostgreSQL of its own and fresh data, with or without the demo. */
export async function startProduct(environment: Record<string, string> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLogger('error') });
  const { host, user, database } = postgres.connection;
  const databaseUrl = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`;
  const server = await runServer('src/main.ts', {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(dataDir, 'server'),
    DEMO: '1',
    ...environment,
  });
  return {
    ...server,
    databaseUrl,
    dataDir,
    async stop() {
      await server.stop();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
