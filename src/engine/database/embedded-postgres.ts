import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Logger } from '../log.ts';
import { makeCluster } from './embedded/make-cluster.ts';
import { preparePostgresBinaries } from './embedded/postgres-binaries.ts';
import { chooseServerAccount } from './embedded/server-account.ts';
import { prepareSocketFolder } from './embedded/socket-folder.ts';
import { startServer } from './embedded/start-server.ts';
import { findSystemTools, type SystemTools } from './embedded/system-tools.ts';

export type EmbeddedPostgresOptions = {
  dataDir: string;
  log: Logger;
  /** False only for throw-away data: nothing is flushed to disk. */
  isDurable?: boolean;
  /** For tests of machines that lack some. */
  tools?: SystemTools;
};

export type EmbeddedPostgres = { connection: pg.PoolConfig; stop: () => Promise<void> };

const name = 'kerbside';

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const isDurable = options.isDurable ?? true;
  const tools = options.tools ?? findSystemTools();
  const cluster = join(dataDir, 'postgres-18');
  const account = chooseServerAccount(cluster, tools);
  const binaries = await preparePostgresBinaries({ account, tools }, [
    join(dataDir, 'programs'),
    '/var/lib/kerbside',
    '/tmp',
  ]);
  await makeCluster({ cluster, initdb: binaries.initdb, account, tools, user: name, isDurable });
  const socketFolder = prepareSocketFolder(dataDir, account);
  const server = await startServer({
    cluster,
    postgres: binaries.postgres,
    account,
    tools,
    socketFolder,
    logFile: join(dataDir, 'postgres.log'),
    user: name,
    isDurable,
  });
  const connection = { host: socketFolder, user: name, database: name };
  await ensureDatabase(connection);
  return { connection, stop: server.stop };
}

async function ensureDatabase(connection: { host: string; user: string; database: string }): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [connection.database]);
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(connection.database)}`);
  } finally {
    await client.end();
  }
}
