/*
 * Free times of one instructor over 28 days: the product's route beside a bare Fastify route that answers the same bytes from one named
 * query. The limit: at least half as many requests per second, and the 99th percentile within three times the median;
 * of five rounds the middle one counts. Then the same when every request asks another instructor and week than the one before.
 */
import { openDatabase } from '#engine/database/database.ts';
import { load } from './support/load.ts';
import { printTable, quantile } from './support/print-table.ts';
import { runServer } from './support/run-server.ts';
import { memoryLimits, startProduct } from './support/start-product.ts';

const product = await startProduct(memoryLimits);
const db = openDatabase({ connection: { connectionString: product.databaseUrl }, maxConnections: 1 });
const [instructor] = await db.query<{ id: string }>(
  `select id from instructors where status = 'listed' order by name limit 1`,
);
const from = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000);
const to = new Date(from.getTime() + 28 * 86_400_000);
const path = `/api/marketplace/slots?instructor=${instructor?.id}&from=${from.toISOString()}&to=${to.toISOString()}&durationMinutes=60`;
const answer = await (await fetch(product.url + path)).text();
await db.query('create table bench_bodies (id integer primary key, body text not null)');
await db.query('insert into bench_bodies values (1, $1)', [answer]);
// What the demo's rows leave to be tidied up is not part of the question.
await db.query('vacuum analyze');
const bare = await runServer('bench/support/bare-server.ts', { DATABASE_URL: product.databaseUrl }, '/');

const others = await db.query<{ id: string }>(
  `select id from instructors where status = 'listed' and "lessonMinutes" @> '60' order by name`,
);
let asked = 0;
/** The week after that of the last request, and once round the weeks the next instructor. */
function nextWeek(): { path: string } {
  const week = asked % 8;
  const { id } = others[Math.floor(asked++ / 8) % others.length] ?? { id: '' };
  const at = (days: number) => new Date(from.getTime() + days * 86_400_000).toISOString();
  return {
    path: `/api/marketplace/slots?instructor=${id}&from=${at(week * 7)}&to=${at(week * 7 + 7)}&durationMinutes=60`,
  };
}

const targets: Record<string, { url: string; next?: () => { path: string } }> = {
  'bare route, same bytes': { url: `${bare.url}/` },
  'slots, 28 days': { url: product.url + path },
  'slots, each another instructor and week': { url: product.url, next: nextWeek },
};
const rounds: Record<string, Array<Awaited<ReturnType<typeof load>>>> = {};
for (let round = 0; round < 5; round++) {
  for (const [name, { url, ...more }] of Object.entries(targets)) {
    // The two take turns, and one that rested has let go of its memory.
    await load(url, { clients: 32, seconds: 2, ...more });
    rounds[name] = [...(rounds[name] ?? []), await load(url, { clients: 32, seconds: 5, ...more })];
  }
}
const middle = (name: string) => [...(rounds[name] ?? [])].sort((a, b) => a.perSecond - b.perSecond)[2];
const tail = (name: string) =>
  quantile(
    (rounds[name] ?? []).map(({ p50, p99 }) => p99 / p50),
    0.5,
  );
const limit = middle('bare route, same bytes');
const rows = Object.keys(targets).map((name) => {
  const seen = middle(name);
  return {
    route: name,
    'requests/s': Math.round(seen?.perSecond ?? 0),
    'p50 ms': (seen?.p50 ?? 0).toFixed(2),
    'p99 ms': (seen?.p99 ?? 0).toFixed(2),
    'p99 / p50': tail(name).toFixed(2),
    'of the limit': ((seen?.perSecond ?? 0) / (limit?.perSecond ?? 1)).toFixed(2),
    bytes: answer.length,
  };
});
printTable('slots', rows);
await db.query('drop table bench_bodies');
await db.close();
await bare.stop();
await product.stop();
