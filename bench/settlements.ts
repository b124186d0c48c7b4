/*
 * Whether the balances of the platform's accounts are a bottleneck: settlements posted by 1, 8 and 32 connections at once, each of another lesson and
 * instructor but all with the platform's fee; beside as many bare inserts, and inserts that also add to one row, as a balance that everybody shares would.
 * The limit: with 32 connections settlements keep what bare inserts keep of their own pace at 8.
 */
import pg from 'pg';
import { printTable } from './support/print-table.ts';
import { startDatabase } from './support/start-counted.ts';

const seconds = Number(process.env.SECONDS ?? 4);
const database = await startDatabase();
await database.db.query(
  'create table bench_rows (id bigint generated always as identity primary key, said text not null)',
);
await database.db.query('create table bench_balance (id integer primary key, cents bigint not null)');
await database.db.query('insert into bench_balance values (1, 0)');

let made = 0;
const ways: Record<string, (client: pg.PoolClient) => Promise<unknown>> = {
  settlements: (client) => {
    const number = ++made;
    const entries = [
      { account: `held:bench${number}`, cents: 6600 },
      { account: `instructor_payable:bench${number % 1000}`, cents: -5940 },
      { account: 'platform_fees', cents: -660 },
    ];
    const text = `select post_ledger_transaction($1, 'settlement', null, null, now(), $2)`;
    return client.query({ name: 'settle', text, values: [`bench:${number}`, JSON.stringify(entries)] });
  },
  'bare inserts': (client) =>
    client.query({ name: 'bare', text: 'insert into bench_rows (said) values ($1)', values: ['row'] }),
  'inserts and one row': (client) =>
    client.query({
      name: 'one-row',
      text: 'with made as (insert into bench_rows (said) values ($1)) update bench_balance set cents = cents + 1 where id = 1',
      values: ['row'],
    }),
};

async function paceOf(way: (client: pg.PoolClient) => Promise<unknown>, workers: number): Promise<number> {
  // The database stops before the last connection is told that it may go.
  const pool = new pg.Pool({ connectionString: database.databaseUrl, max: workers }).on('error', () => {});
  const clients = await Promise.all(Array.from({ length: workers }, () => pool.connect()));
  let count = 0;
  const untilMs = performance.now() + seconds * 1000;
  await Promise.all(
    clients.map(async (client) => {
      for (; performance.now() < untilMs; count++) await way(client);
    }),
  );
  for (const client of clients) client.release();
  await pool.end();
  return count / seconds;
}

const paces = new Map<string, number[]>();
for (const workers of [1, 8, 32])
  for (const [name, way] of Object.entries(ways))
    paces.set(name, [...(paces.get(name) ?? []), await paceOf(way, workers)]);
printTable(
  'settlements',
  [...paces].map(([way, [one = 0, eight = 0, many = 0]]) => ({
    way,
    'a second, 1': one.toFixed(0),
    'a second, 8': eight.toFixed(0),
    'a second, 32': many.toFixed(0),
    '8 over 1': (eight / one).toFixed(2),
    '32 over 8': (many / eight).toFixed(2),
  })),
);
await database.stop();
