import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#engine/database/database.ts';
import { startEmbeddedPostgres } from '#engine/database/embedded-postgres.ts';
import { migrate } from '#engine/database/migrate.ts';
import { createLogger } from '#engine/log.ts';
import { readSchema } from './read-schema.ts';

// `bin/check --write-schema`: migrates an empty database and writes what came of it to db/schema.sql.
const folder = join(import.meta.dirname, '../../db');
const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-schema-'));
const server = await startEmbeddedPostgres({ dataDir, log: createLogger('error'), isDurable: false });
try {
  const db = openDatabase({ connection: server.connection, maxConnections: 1 });
  await migrate(db, folder);
  writeFileSync(join(folder, 'schema.sql'), await readSchema(db));
  await db.close();
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
