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

const instructors = 200;
const clients = 32;
/** Nobody may hold more than twelve times at once: enough for some seconds. */
const learners = 640;

const product = await startProduct();
const pool = new pg.Pool({ connectionString: product.databaseUrl, max: 10 });
const api = (path: string) => `${product.url}/api/collections/${path}`;

// Each call gets a time of its own: no two of one instructor, no two of one learner.
const firstDay = Math.ceil(Date.now() / 86_400_000) + 2;
function timeOf(call: number): { instructor: string; learner: number; start: string } {
  const startMs = firstDay * 86_400_000 + Math.floor(call / instructors) * 3_600_000;
  return {
    instructor: idOf.teacher(call % instructors),
    learner: call % learners,
    start: new Date(startMs).toISOString(),
  };
}

async function overHttp(
  tokens: string[],
  seconds: number,
): Promise<{ perSecond: number; p50: number; p99: number; held: number }> {
  let call = 0;
  const seen = await load(api('lessons/records'), {
    clients,
    seconds,
    next() {
      const { instructor, learner, start } = timeOf(call++);
      return {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: tokens[learner] ?? '' },
        body: JSON.stringify({ instructor, start, durationMinutes: 60, pickup: 'Bedok MRT', postalCode: '467360' }),
      };
    },
  });
  return { ...seen, held: seen.statuses[200] ?? 0 };
}

async function straight(seconds: number): Promise<{ perSecond: number; p50: number; p99: number; held: number }> {
  const latencies: number[] = [];
  const until = performance.now() + seconds * 1000;
  let call = 0;
  let held = 0;
  const text = `select r.refusal, (r.lesson).* from book_lesson(row($1::text, 'bench', $2::text, $3::text, $4::text, $5::timestamptz, 60,
    'Bedok MRT', '467360', '', '', null)::booking, now(), false) r`;
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
  const start = new Date((firstDay + 40) * 86_400_000).toISOString();
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
await pool.query('delete from lessons where instructor like $1', ['benchteach%']);
await overHttp(tokens, 2);
const rounds = { http: [] as number[], straight: [] as number[] };
const last: Record<string, Awaited<ReturnType<typeof straight>>> = {};
for (let round = 0; round < 3; round++) {
  await pool.query('delete from lessons where instructor like $1', ['benchteach%']);
  last.straight = await straight(4);
  rounds.straight.push(last.straight.perSecond);
  await pool.query('delete from lessons where instructor like $1', ['benchteach%']);
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
await pool.query('delete from lessons where instructor like $1', ['benchteach%']);
await rivals(tokens);
await pool.query('delete from lessons where instructor like $1', ['benchteach%']);
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
