import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import PocketBase, { ClientResponseError } from 'pocketbase';
import { ensureSuperuser } from '#engine/auth/ensure-superuser.ts';
import type { BackupKeyOptions } from '#engine/backups/backup-keys.ts';
import { type Clock, systemClock } from '#engine/clock.ts';
import type { Collection } from '#engine/collections/collection.ts';
import { installCollections } from '#engine/collections/install-collections.ts';
import { systemCollections } from '#engine/collections/system.collection.ts';
import { createEngine, type RunningEngine } from '#engine/create-engine.ts';
import type { DatabaseTimes } from '#engine/database/time-limits.ts';
import { engineRoutes } from '#engine/engine-routes.ts';
import { createLocalFileStore } from '#engine/files/local-file-store.ts';
import { createRequestLimiter } from '#engine/limits/create-request-limiter.ts';
import { createLogger, type Logger } from '#engine/log.ts';
import { systemRandom } from '#engine/random.ts';
import { serveHttp } from '#engine/serve-http.ts';
import { type Beginning, createTestDatabase } from './postgres.ts';

export type EngineServer = {
  engine: RunningEngine;
  url: string;
  /** The database it stands on, for a second server beside it. */
  connection: pg.PoolConfig;
  dataDir: string;
  /** A client of nobody. */
  guest: PocketBase;
  /** A client of a superuser. */
  root: PocketBase;
  close: () => Promise<void>;
};

const rootEmail = 'root@example.com';
const rootPassword = 'correct horse battery';
const common = {
  random: systemRandom,
  log: createLogger('error'),
  publicUrl: 'http://localhost',
  smtpUrl: undefined,
  mailFrom: 'Test <test@example.com>',
};

/** The records server after its first start: its own collections, the queue's tables, a superuser. */
const firstStart: Beginning = {
  name: 'engine',
  async make(connection) {
    const dataDir = await mkdtemp(join(tmpdir(), 'kerbside-files-'));
    const files = createLocalFileStore(join(dataDir, 'files'));
    const engine = await createEngine({
      ...common,
      connection,
      clock: systemClock,
      files,
      isDevelopment: true,
      dataDir,
    });
    await installCollections(engine, systemCollections);
    await ensureSuperuser(engine, { email: rootEmail, password: rootPassword });
    await engine.jobs.start();
    await engine.close();
    await rm(dataDir, { recursive: true, force: true });
  },
};

/** The records server alone, without the marketplace, on a port of its own and a database of its own, or on that of one `beside` it. */
export async function startEngineServer(
  options: {
    clock?: Clock;
    collections?: readonly Collection[];
    beside?: EngineServer;
    backupKeys?: BackupKeyOptions;
    isDevelopment?: boolean;
    databaseTimes?: DatabaseTimes;
    machine?: Clock;
    log?: Logger;
  } = {},
): Promise<EngineServer> {
  const { beside } = options;
  const database = beside
    ? { connection: beside.connection, drop: async () => {} }
    : await createTestDatabase({ beginning: firstStart });
  const dataDir = beside?.dataDir ?? (await mkdtemp(join(tmpdir(), 'kerbside-files-')));
  const engine = await createEngine({
    ...common,
    log: options.log ?? common.log,
    connection: database.connection,
    clock: options.clock ?? systemClock,
    files: createLocalFileStore(join(dataDir, 'files')),
    isDevelopment: options.isDevelopment ?? true,
    dataDir,
    backupKeys: options.backupKeys,
    ...(options.databaseTimes ? { databaseTimes: options.databaseTimes } : {}),
    ...(options.machine ? { machine: options.machine } : {}),
  });
  await installCollections(engine, [...systemCollections, ...(options.collections ?? [])]);
  await engine.jobs.start();
  const limiter = createRequestLimiter(engine);
  const app = serveHttp(engine, engineRoutes(engine, { isShown: () => true, limit: limiter.limit }), limiter);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const root = clientOf(url);
  await root.collection('_superusers').authWithPassword(rootEmail, rootPassword);
  return {
    engine,
    url,
    connection: database.connection,
    dataDir,
    guest: clientOf(url),
    root,
    async close() {
      await app.close();
      await engine.close();
      await database.drop();
      if (!beside) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A client that does not cancel equal calls. */
export function clientOf(url: string): PocketBase {
  return new PocketBase(url).autoCancellation(false);
}

/** The refusal of a call: its status, message and data. Fails when the call went through. */
export async function refusalOf(
  call: Promise<unknown>,
): Promise<{ status: number; message: string; data: Record<string, unknown> }> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ClientResponseError)) throw error;
    const { message = '', data = {} } = error.response;
    return { status: error.status, message, data };
  }
  throw new Error('The call was expected to be refused.');
}
