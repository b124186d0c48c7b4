import { join } from 'node:path';
import pg from 'pg';
import type { Logger } from '../log.ts';
import { makeDataFolder } from '../make-data-folder.ts';
import { endOrphanedServer } from './embedded/end-orphaned-server.ts';
import { holdDataDir } from './embedded/hold-data-dir.ts';
import { makeCluster } from './embedded/make-cluster.ts';
import { type PostgresBinaries, preparePostgresBinaries } from './embedded/postgres-binaries.ts';
import { chooseServerAccount, type ServerAccount } from './embedded/server-account.ts';
import { prepareSocketFolder, removeSocketFolder } from './embedded/socket-folder.ts';
import { startServer } from './embedded/start-server.ts';
import { superviseServer } from './embedded/supervise-server.ts';
import { findSystemTools, type SystemTools } from './embedded/system-tools.ts';

export type EmbeddedPostgresOptions = {
  /** The cluster lives in its folder `postgres-18`, the server's log in `postgres.log`. */
  dataDir: string;
  log: Logger;
  /** False only for throw-away data: nothing is flushed to disk. */
  isDurable?: boolean;
  /** The operating system's tools and the npm package's folder; found unless given. Tests give those of other machines. */
  tools?: SystemTools;
  packageFolder?: string;
};

export type EmbeddedPostgres = {
  connection: pg.PoolConfig;
  stop: () => Promise<void>;
};

type Plan = {
  options: EmbeddedPostgresOptions;
  dataDir: string;
  cluster: string;
  tools: SystemTools;
  account: ServerAccount;
  isDurable: boolean;
};

const name = 'kerbside';

/**
 * Runs our own PostgreSQL on `dataDir`, reachable through a Unix socket only, durable, and comes back when it takes connections. It
 * restarts when it dies and ends when we end. Everything that can be in the way throws an error whose message is one sentence.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = await makeDataFolder(options.dataDir);
  const release = holdDataDir(dataDir);
  try {
    const tools = options.tools ?? findSystemTools();
    const cluster = join(dataDir, 'postgres-18');
    const account = chooseServerAccount(cluster, tools);
    const plan = { options, dataDir, cluster, tools, account, isDurable: options.isDurable ?? true };
    const running = await run(plan);
    return {
      connection: running.connection,
      async stop() {
        await running.stop();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

async function run(plan: Plan): Promise<EmbeddedPostgres> {
  const { cluster, account, tools, isDurable } = plan;
  const { log } = plan.options;
  const binaries = await findBinaries(plan);
  await makeCluster({ cluster, initdb: binaries.initdb, account, tools, user: name, isDurable });
  const socketFolder = prepareSocketFolder(plan.dataDir, account);
  const logFile = join(plan.dataDir, 'postgres.log');
  const start = async () => {
    await endOrphanedServer(cluster, socketFolder, log);
    return startServer({ ...plan, postgres: binaries.postgres, socketFolder, logFile, user: name });
  };
  const stopServer = superviseServer(await start(), start, log);
  const stop = async () => {
    await stopServer();
    removeSocketFolder(socketFolder);
  };
  const connection = { host: socketFolder, user: name, database: name };
  try {
    await ensureDatabase(connection);
  } catch (error) {
    await stop();
    throw error;
  }
  return { connection, stop };
}

function findBinaries(plan: Plan): Promise<PostgresBinaries> {
  const { account, tools, dataDir, options } = plan;
  const cacheFolders = [join(dataDir, 'programs'), '/var/lib/kerbside', '/run/kerbside'];
  return preparePostgresBinaries({ account, tools }, cacheFolders, options.packageFolder);
}

async function ensureDatabase(connection: { host: string; user: string; database: string }): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  // A database that goes away now fails the query that waits for it, and nothing else.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [connection.database]);
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(connection.database)}`);
  } finally {
    await client.end();
  }
}
