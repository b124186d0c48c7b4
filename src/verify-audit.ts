import './keep-private.ts';

import { openDatabase } from '#engine/database/database.ts';
import { startEmbeddedPostgres } from '#engine/database/embedded-postgres.ts';
import { describeStartError } from '#engine/describe-start-error.ts';
import { createLogger } from '#engine/log.ts';
import { findAuditFaults } from '#marketplace/platform/audit/find-audit-faults.ts';
import { type Config, readConfig } from './config.ts';

/** `bin/verify-audit [<entries>:<hash>]`: proves the audit trail of the configured database; ends with 1 when it was tampered with. */
async function verify(config: Config, kept: string | undefined): Promise<number> {
  const postgres = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: createLogger('warn') });
  const connection = postgres?.connection ?? { connectionString: config.databaseUrl };
  const db = openDatabase({ connection, maxConnections: 1 });
  try {
    const [entries, hash = ''] = kept?.split(':') ?? [];
    const proof = await findAuditFaults(db, entries === undefined ? undefined : { entries: Number(entries), hash });
    for (const { place, fault } of proof.faults) console.error(`${place ?? '-'}: ${fault}`);
    const isWhole = proof.faults.length === 0;
    console.log(
      `${isWhole ? 'The audit trail is whole' : 'The audit trail was changed'}: ${proof.entries}:${proof.hash}`,
    );
    return isWhole ? 0 : 1;
  } finally {
    await db.close();
    await postgres?.stop();
  }
}

const result = await readConfig();
if (!result.ok) {
  console.error(result.faults.join('\n'));
  process.exit(1);
}
verify(result.config, process.argv[2]).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(describeStartError(error) ?? error);
    process.exit(1);
  },
);
