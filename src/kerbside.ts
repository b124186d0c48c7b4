import './keep-private.ts';

import { join } from 'node:path';
import { systemClock } from '#engine/clock.ts';
import { installCollections } from '#engine/collections/install-collections.ts';
import { systemCollections } from '#engine/collections/system.collection.ts';
import { createEngine, type RunningEngine } from '#engine/create-engine.ts';
import { type DatabaseOptions, openDatabase } from '#engine/database/database.ts';
import { startEmbeddedPostgres } from '#engine/database/embedded-postgres.ts';
import { migrate } from '#engine/database/migrate.ts';
import { describeStartError } from '#engine/describe-start-error.ts';
import { createLocalFileStore } from '#engine/files/local-file-store.ts';
import { createLogger } from '#engine/log.ts';
import { MoveError } from '#engine/moving/move-error.ts';
import { runMoving } from '#engine/moving/run-moving.ts';
import { systemRandom } from '#engine/random.ts';
import { marketplaceCollections } from '#marketplace/marketplace-collections.ts';
import { withGoogle } from '#marketplace/people/users/with-google.ts';
import { administer } from './administer.ts';
import { type Config, readConfig } from './config.ts';

const log = createLogger('warn');

/** `bin/kerbside <command>`: what is done to the configured server's data, while it stands still where it starts its database itself. Ends with 1 when it did not work. */
async function run(config: Config, args: readonly string[]): Promise<number> {
  const postgres = config.databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  try {
    const connection = postgres?.connection ?? { connectionString: config.databaseUrl };
    await bringUpToDate(connection, !config.isProduction);
    if (args[0] === 'admin') return await administer(args.slice(1), { config, connection, log, out: console.log });
    const engine = await openEngine(config, connection);
    try {
      return await runMoving(engine, args, { out: console.log, progress: process.stderr });
    } finally {
      await engine.close();
    }
  } finally {
    await postgres?.stop();
  }
}

async function bringUpToDate(connection: DatabaseOptions['connection'], isDevelopment: boolean): Promise<void> {
  const db = openDatabase({ connection, maxConnections: 1 });
  try {
    await migrate(db, join(import.meta.dirname, '..', 'db'), { allowEdited: isDevelopment });
  } finally {
    await db.close();
  }
}

async function openEngine(config: Config, connection: DatabaseOptions['connection']): Promise<RunningEngine> {
  const engine = await createEngine({
    ...config,
    connection,
    clock: systemClock,
    random: systemRandom,
    log,
    files: createLocalFileStore(join(config.dataDir, 'files')),
    isDevelopment: !config.isProduction,
  });
  const collections = marketplaceCollections.map((collection) =>
    collection.name === 'users' ? withGoogle(collection, config.google) : collection,
  );
  await installCollections(engine, [...systemCollections, ...collections]);
  return engine;
}

const result = await readConfig();
if (!result.ok) {
  console.error(result.faults.join('\n'));
  process.exit(1);
}
run(result.config, process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof MoveError ? error.message : (describeStartError(error) ?? error));
    process.exit(1);
  },
);
