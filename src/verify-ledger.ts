import './keep-private.ts';

import { openDatabase } from '#engine/database/database.ts';
import { startEmbeddedPostgres } from '#engine/database/embedded-postgres.ts';
import { describeStartError } from '#engine/describe-start-error.ts';
import { createLogger } from '#engine/log.ts';
import { sealLedger } from '#marketplace/ledger/seal-ledger.ts';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { type Config, readConfig } from './config.ts';

/** `bin/verify-ledger [<transactions>:<hash>]`: proves the books of the configured database; ends with 1 when something is wrong with them. */
async function verify(config: Config, kept: string | undefined): Promise<number> {
  const postgres = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: createLogger('warn') });
  const connection = postgres?.connection ?? { connectionString: config.databaseUrl };
  const db = openDatabase({ connection, maxConnections: 6 });
  try {
    const [transactions, hash = ''] = kept?.split(':') ?? [];
    await sealLedger({ db });
    const proof = await proveLedger(
      db,
      transactions === undefined ? undefined : { transactions: Number(transactions), hash },
    );
    for (const fault of proof.faults) console.error(fault);
    const isWhole = proof.faults.length === 0;
    console.log(`${isWhole ? 'The books are right' : 'The books are wrong'}: ${proof.transactions}:${proof.hash}`);
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
