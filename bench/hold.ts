/*
 * Holding a time: over HTTP beside the same SQL function called straight through pg, 200 instructors, 32 clients. The limit: at least half
 * as many a second. Then 50 rivals for one time: all must be answered within 250 ms.
 */
import pg from 'pg';
import { openDatabase } from '#engine/database/database.ts';
import { load } from './support/load.ts';
import { idOf, makePeople, signIn } from './support/make-people.ts';
import { printTable, quantile } from './support/print-table.ts';
import { startProduct } from './support/start-product.ts';
import { holdCall, letGo, timesToHold } from './support/times-to-hold.ts';

const instructors = 200;
const clients = 32;
/** Nobody may hold more than twelve times at once: enough for some seconds. */
const learners = 640;

const product = await startProduct();
const pool = new pg.Pool({ connectionString: product.databaseUrl, max: 10 });
const api = (path: string) => `${product.url}/api/collections/${path}`;

const timeOf = timesToHold({ instructors, learners });

async function overHttp(
  tokens: string[],
  seconds: number,
): Promise<{ perSecond: number; p50: number; p99: number; held: number }> {
  let call = 0;
  const seen = await load(api('lessons/records'), {
    clients,
    seconds,
    next: () => holdCall(timeOf(call++), tokens),
  });
  return { ...seen, held: seen.statuses[200] ?? 0 };
}

async function straight(seconds: number): Promise<{ perSecond: number; p50: number; p99: number; held: number }> {
  const latencies: number[] = [];
  const until = performance.now() + seconds * 1000;
  let call = 0;
  let held = 0;
  const text = `select r.refusal, (r.lesson).* from book_lesson(row($1::text, 'bench', $2::text, $3::text, $4::text, $5::timestamptz, 60,
    'Bedok MRT', '467360', '', '', null, '', '')::booking, now(), false) r`;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < until) {
        const { instructor, learner, start } = timeOf(call++);
        const began = performance.now();
        const person = idOf.learner(learner);
        const { rows } = await pool.query({
          name: 'book',
          text,
          values: [`b${call}`.padEnd(15, 'x'), `h${call}`, person, instructor, start],
        });
        latencies.push(performance.now() - began);
        if (rows[0]?.refusal === null) held++;
      }
    }),
  );
  return { perSecond: latencies.length / seconds, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), held };
}

async function rivals(tokens: string[]): Promise<{ slowest: number; statuses: Record<number, number> }> {
  const { start } = timeOf(40 * 24 * instructors);
  const statuses: Record<number, number> = {};
  const began = performance.now();
  await Promise.all(
    Array.from({ length: 50 }, async (_, rival) => {
      const answer = await fetch(api('lessons/records'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: tokens[rival] ?? '' },
        body: JSON.stringify({ instructor: idOf.teacher(instructors - 1), start, durationMinutes: 60 }),
      });
      await answer.text();
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    }),
  );
  return { slowest: performance.now() - began, statuses };
}

const db = openDatabase({ connection: { connectionString: product.databaseUrl }, maxConnections: 1 });
await makePeople(db, { learners, instructors });
await db.close();
const tokens = await signIn(product.url, 'benchlearn', learners);
await letGo(pool);
await overHttp(tokens, 2);
const rounds = { http: [] as number[], straight: [] as number[] };
const last: Record<string, Awaited<ReturnType<typeof straight>>> = {};
for (let round = 0; round < 3; round++) {
  await letGo(pool);
  last.straight = await straight(4);
  rounds.straight.push(last.straight.perSecond);
  await letGo(pool);
  last.http = await overHttp(tokens, 4);
  rounds.http.push(last.http.perSecond);
}
const limit = quantile(rounds.straight, 0.5);
printTable('hold', [
  ...(['straight', 'http'] as const).map((name) => ({
    way: name === 'http' ? 'POST lessons over HTTP' : 'book_lesson through pg',
    'a second': Math.round(quantile(rounds[name], 0.5)),
    'p50 ms': last[name]?.p50.toFixed(2) ?? '',
    'p99 ms': last[name]?.p99.toFixed(2) ?? '',
    held: last[name]?.held ?? 0,
    refused: Math.round((last[name]?.perSecond ?? 0) * 4) - (last[name]?.held ?? 0),
    'of the limit': (quantile(rounds[name], 0.5) / limit).toFixed(2),
  })),
]);
await letGo(pool);
await rivals(tokens);
await letGo(pool);
const settled = await rivals(tokens);
printTable('rivals', [
  {
    rivals: 50,
    'all answered ms': settled.slowest.toFixed(1),
    'of 250 ms': (settled.slowest / 250).toFixed(2),
    answers: JSON.stringify(settled.statuses),
  },
]);
await pool.end();
await product.stop();
