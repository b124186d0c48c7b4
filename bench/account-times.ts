/*
 * How long asking for a code or a link takes by an address that has an account, and by one that has none, in turns: the two must not be told apart. The
 * limit is the spread of one of the two: what two halves of its own calls differ by at the most.
 */
import pg from 'pg';
import PocketBase from 'pocketbase';
import { printTable, quantile } from './support/print-table.ts';
import { startProduct } from './support/start-product.ts';

const calls = 300;
/** One network is mailed no more codes in ten minutes. */
const codes = 45;
const superuser = { SUPERUSER_EMAIL: 'root@kerbside.example', SUPERUSER_PASSWORD: 'bench-password-1' };
const product = await startProduct({ ...superuser });
const pool = new pg.Pool({ connectionString: product.databaseUrl, max: 1 });

const known = (count: number) => `known-${count}@example.com`;
const unknown = (count: number) => `nobody-${count}@example.com`;

// What one network may ask for is not what is measured.
const root = new PocketBase(product.url);
await root.collection('_superusers').authWithPassword(superuser.SUPERUSER_EMAIL, superuser.SUPERUSER_PASSWORD);
await root.settings.update({ budgets: { mailsPerHour: 1_000_000, guestRequestsPerMinute: 1_000_000 } });

await pool.query(
  `insert into users (id, password, "tokenKey", email, verified, name, role, created, updated)
   select 'known' || lpad(n::text, 10, '0'), 'x', 'known-token-key-of-thirty-characters' || n, 'known-' || n || '@example.com', false, 'Known', 'user', now(), now()
   from generate_series(0, $1) n`,
  [calls * 3],
);

async function ask(call: string, email: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${product.url}/api/collections/users/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  await answer.text();
  if (!answer.ok) throw new Error(`${call} was answered ${answer.status}.`);
  return performance.now() - began;
}

const median = (values: readonly number[]) => quantile(values, 0.5);

async function compare(call: string, times: number): Promise<Record<string, string | number>> {
  const [with_, without]: [number[], number[]] = [[], []];
  for (let count = 0; count < times; count++) {
    with_.push(await ask(call, known(count)));
    without.push(await ask(call, unknown(count)));
  }
  const halves = [0, 1].map((half) => median(with_.filter((_, place) => place % 2 === half)));
  const spread = Math.max(...halves) / Math.min(...halves);
  return {
    call,
    'with an account, p50 ms': median(with_).toFixed(2),
    'without, p50 ms': median(without).toFixed(2),
    ratio: (median(with_) / median(without)).toFixed(3),
    'halves of one': spread.toFixed(3),
  };
}

try {
  const rows = [];
  for (const call of ['request-password-reset', 'request-verification']) rows.push(await compare(call, calls));
  rows.push(await compare('request-otp', codes));
  printTable('account-times', rows);
} finally {
  await pool.end();
  await product.stop();
}
