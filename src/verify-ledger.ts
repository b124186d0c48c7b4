import './keep-private.ts';

import { systemClock } from '#engine/clock.ts';
import { type Database, openDatabase } from '#engine/database/database.ts';
import { startEmbeddedPostgres } from '#engine/database/embedded-postgres.ts';
import { describeStartError } from '#engine/describe-start-error.ts';
import { createLogger } from '#engine/log.ts';
import { systemRandom } from '#engine/random.ts';
import { sealLedger } from '#marketplace/money/ledger/seal-ledger.ts';
import { reportOutside } from '#marketplace/money/outside/report-outside.ts';
import { chooseProvider } from '#marketplace/money/payments/choose-provider.ts';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { type Config, readConfig } from './config.ts';

/**
 * `bin/verify-ledger [--outside] [<transactions>:<hash>]`: proves the books of the configured database, with `--outside` also against what the payment provider
 * says; ends with 1 when something is wrong with them.
 */
async function verify(config: Config, { kept, isOutside }: Asked): Promise<number> {
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
    const agrees = !isOutside || (await agreesOutside(config, db));
    return isWhole && agrees ? 0 : 1;
  } finally {
    await db.close();
    await postgres?.stop();
  }
}

async function agreesOutside(config: Config, db: Database): Promise<boolean> {
  const provider = await chooseProvider({ ...config, random: systemRandom });
  const { lines, isRight } = await reportOutside(db, provider, systemClock.nowMs());
  for (const line of lines) console.log(line);
  return isRight;
}

type Asked = { kept: string | undefined; isOutside: boolean };

const given = process.argv.slice(2);
const asked = { kept: given.find((word) => !word.startsWith('--')), isOutside: given.includes('--outside') };

const result = await readConfig();
if (!result.ok) {
  console.error(result.faults.join('\n'));
  process.exit(1);
}
verify(result.config, asked).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(describeStartError(error) ?? error);
    process.exit(1);
  },
);
