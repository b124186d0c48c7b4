/*
 * A month of payouts: 5,000 instructors with 20 settled lessons each, planned and sent through the sandbox by what the sweeper calls. The limit:
 * 60 seconds. Then nothing is due any more, and the books are proved.
 */
import { createApp } from '../src/create-app.ts';
import { openDatabase } from '../src/engine/database/database.ts';
import { createLogger } from '../src/engine/log.ts';
import { proveLedger } from '../src/marketplace/ledger/prove-ledger.ts';
import { sealLedger } from '../src/marketplace/ledger/seal-ledger.ts';
import { createSandboxProvider } from '../src/marketplace/payments/sandbox-provider.ts';
import { payOut } from '../src/marketplace/payouts/send-payout.ts';
import { printTable } from './support/print-table.ts';
import { startProduct } from './support/start-product.ts';

const instructors = 5000;
const lessonsEach = 20;
// Noon of a Wednesday in Singapore, ahead of the running product's own sweeps.
const dayMs = 86_400_000;
const wednesday = (Math.floor(Date.now() / dayMs / 7) * 7 + 13) * dayMs + 4 * 3_600_000;

const product = await startProduct();
const database = {
  connection: { connectionString: product.databaseUrl },
  db: openDatabase({ connection: { connectionString: product.databaseUrl }, maxConnections: 2 }),
};
const app = await createApp({
  connection: database.connection,
  clock: { nowMs: () => wednesday },
  log: createLogger('error'),
  publicUrl: 'http://kerbside.example',
  isDevelopment: true,
  dataDir: '/tmp/kerbside-bench-payouts',
});
await database.db.query(`insert into users (id, password, "tokenKey", email, verified, name, role, created, updated)
  select 'benchperson' || to_char(n, 'FM0000'), '', md5(n::text) || md5('x' || n), 'bench' || n || '@kerbside.example', true, 'Bench ' || n,
    'user', now(), now() from generate_series(1, ${instructors}) n`);
await database.db.query(`insert into instructors (id, "user", name, status, timezone, created, updated)
  select 'benchteach' || to_char(n, 'FM00000'), 'benchperson' || to_char(n, 'FM0000'), 'Teacher ' || n, 'draft', 'Asia/Singapore', now(), now()
  from generate_series(1, ${instructors}) n`);
await database.db.query(`select post_ledger_transaction('bench:' || n || ':' || k, 'settlement', null, null, '${new Date(wednesday - 3_600_000).toISOString()}',
    jsonb_build_array(jsonb_build_object('account', 'held:bench' || n || 'x' || k, 'cents', 6600),
      jsonb_build_object('account', 'instructor_payable:benchteach' || to_char(n, 'FM00000'), 'cents', -5940),
      jsonb_build_object('account', 'platform_fees', 'cents', -660)))
  from generate_series(1, ${instructors}) n, generate_series(1, ${lessonsEach}) k`);
await database.db.query('analyze');

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
    amounts: instructors * lessonsEach,
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
await database.db.close();
await product.stop();
