import './keep-private.ts';

import { join } from 'node:path';
import { systemClock } from '#engine/clock.ts';
import { openDatabase } from '#engine/database/database.ts';
import { startEmbeddedPostgres } from '#engine/database/embedded-postgres.ts';
import { describeEdited, migrate } from '#engine/database/migrate.ts';
import { describeStartError } from '#engine/describe-start-error.ts';
import { createLogger } from '#engine/log.ts';
import { closePaths } from '#engine/private-paths.ts';
import { refuseDemo } from '#marketplace/running/demo/refuse-demo.ts';
import { type Config, readConfig } from './config.ts';
import { createApp } from './create-app.ts';
import { findShortcomings } from './find-shortcomings.ts';

const root = join(import.meta.dirname, '..');

const usage = `bin/doctor [--fix]
Says what is not as it should be, each with the mend; ends with 1 when there is something.
--fix   closes what other accounts of the machine can read or write in the data folder`;

/** `bin/doctor`: says what is not as it should be, each with the mend; ends with 1 when there is something. `fixes`: it first mends what it can. */
async function examine(config: Config, fixes: boolean): Promise<number> {
  const log = createLogger('error');
  if (fixes) {
    const closed = await closePaths(config.dataDir);
    if (closed > 0) console.log(`Closed to other accounts of the machine: ${closed} files and folders.`);
  }
  const postgres = config.databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  const connection = postgres?.connection ?? { connectionString: config.databaseUrl };
  try {
    const found = await inDatabase(connection);
    const app = await createApp({
      ...config,
      connection,
      log,
      clock: systemClock,
      isDevelopment: !config.isProduction,
    });
    try {
      if (config.isProduction) await refuseDemo(app.engine).catch((error: Error) => found.push(error.message));
      for (const { what, mend } of await findShortcomings(app.engine, config, { looksAtAllFiles: true }))
        found.push(`${what} ${mend}`);
    } finally {
      await app.close();
    }
    console.log(found.length === 0 ? 'All is as it should be.' : found.join('\n'));
    return found.length === 0 ? 0 : 1;
  } finally {
    await postgres?.stop();
  }
}

async function inDatabase(connection: Parameters<typeof openDatabase>[0]['connection']): Promise<string[]> {
  const db = openDatabase({ connection, maxConnections: 1 });
  try {
    const { edited, unknown } = await migrate(db, join(root, 'db'), { allowEdited: true });
    return [
      ...(edited.length > 0 ? [describeEdited(edited)] : []),
      ...(unknown.length > 0
        ? [`A newer version migrated this database (${unknown.join(', ')}). Run that version again.`]
        : []),
    ];
  } finally {
    await db.close();
  }
}

const args = process.argv.slice(2);
if (args.some((arg) => arg !== '--fix')) {
  console.error(usage);
  process.exit(1);
}
const result = await readConfig();
if (!result.ok) {
  console.log(result.faults.join('\n'));
  process.exit(1);
}
examine(result.config, args.includes('--fix')).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(describeStartError(error) ?? error);
    process.exit(1);
  },
);
