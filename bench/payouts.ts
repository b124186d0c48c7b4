/*
 * A month of payouts: 5,000 instructors with 20 settled lessons each, two thirds of them settled anew after a claim, planned and sent through the sandbox by what the sweeper calls. The limit:
 * 60 seconds. Then nothing is due any more, and the books are proved.
 */
import { join } from 'node:path';
import { createLogger } from '#engine/log.ts';
import { sealLedger } from '#marketplace/money/ledger/seal-ledger.ts';
import { createSandboxProvider } from '#marketplace/money/payments/sandbox-provider.ts';
import { payOut } from '#marketplace/money/payouts/send-payout.ts';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { createApp } from '../src/create-app.ts';
import { fillBooks } from './support/fill-books.ts';
import { printTable } from './support/print-table.ts';
import { startDatabase } from './support/start-counted.ts';

const instructors = 5000;
const lessons = 100_000;
// Noon of a Wednesday in Singapore.
const wednesday = Date.parse('2026-12-09T12:00:00+08:00');

const database = await startDatabase();
await fillBooks(database.db, { instructors, learners: 2000, lessons, days: 25, upTo: 'settled', nowMs: wednesday });
const app = await createApp({
  connection: { connectionString: database.databaseUrl },
  clock: { nowMs: () => wednesday },
  log: createLogger('error'),
  publicUrl: 'http://kerbside.example',
  isDevelopment: true,
  dataDir: join(database.dataDir, 'server'),
});
const amounts = await database.db.query('select 1 from payables where payout = $1', ['']);

const began = performance.now();
await payOut(app.engine, createSandboxProvider(), wednesday);
const seconds = (performance.now() - began) / 1000;
const sealing = performance.now();
await sealLedger(app.engine);
const sealSeconds = (performance.now() - sealing) / 1000;
const proving = performance.now();
const proof = await proveLedger(database.db);
const proveSeconds = (performance.now() - proving) / 1000;
const [paid] = await database.db.query<{ count: number }>(
  `select count(*)::int as count from payouts where status = 'paid'`,
);
printTable('payouts', [
  {
    instructors,
    amounts: amounts.length,
    paid: paid?.count ?? 0,
    seconds: seconds.toFixed(1),
    'of 60 s': (seconds / 60).toFixed(2),
    'seal s': sealSeconds.toFixed(1),
    'prove s': proveSeconds.toFixed(1),
    transactions: proof.transactions,
    faults: proof.faults.length,
  },
]);
await app.close();
await database.stop();
