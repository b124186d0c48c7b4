/**
 * How long a search takes over 5,000 instructors, with 200,000 lessons and with ten times as many in the same months, over HTTP and
 * with one client. `node bench/search.ts` prints a table and writes bench/results/search.json; `--small` tries it with little data.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '#engine/database/database.ts';
import { startEmbeddedPostgres } from '#engine/database/embedded-postgres.ts';
import { migrate } from '#engine/database/migrate.ts';
import type { Engine } from '#engine/engine.ts';
import { createHttpServer } from '#engine/http/create-http-server.ts';
import type { Route } from '#engine/http/route.ts';
import { bodyLimitsOf } from '#engine/limits/body-limits-of.ts';
import { createLogger } from '#engine/log.ts';
import { searchInstructorsRoute } from '#marketplace/booking/search/search-instructors-route.ts';
import { fillMarket, type SearchScale } from './search-data.ts';
import { load } from './support/load.ts';
import { type BenchRow, printTable, quantile } from './support/print-table.ts';

const now = '2026-12-01T01:00:00Z';
const isSmall = process.argv.includes('--small');
const scale: SearchScale = isSmall
  ? { instructors: 500, learners: 2000, lessons: 20_000 }
  : { instructors: 5000, learners: 20_000, lessons: 200_000 };
const samples = isSmall ? 40 : 300;
const goal = { p50Ms: 30, ratio: 1.5 };

const questions: Record<string, string> = {
  'free Saturday 9 to 12, class 3A, near Bedok':
    'licenceClass=3A&weekday=6&afterMinute=540&beforeMinute=720&postalCode=460123&sort=distance',
  'the same, area Bedok alone': 'licenceClass=3A&area=Bedok&weekday=6&afterMinute=540&beforeMinute=720',
  'no filter, soonest first': 'sort=soonest',
};

const bareRoute = (db: Database): Route => ({
  method: 'GET',
  path: '/bare',
  async handle() {
    return {
      status: 200,
      body: (await db.query('select count(*) from instructor_calendars where instructor = $1', ['']))[0],
    };
  },
});

async function measure(url: string, before?: () => Promise<unknown>): Promise<{ p50: number; p99: number }> {
  const times: number[] = [];
  for (let sample = -10; sample < samples; sample++) {
    await before?.();
    const began = performance.now();
    const answer = await fetch(url);
    await answer.text();
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    if (sample >= 0) times.push(performance.now() - began);
  }
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

const round = (value: number) => Math.round(value * 100) / 100;

/** Measures everything against one database; rows carry the number of lessons. */
async function measureMarket(db: Database, lessons: number): Promise<BenchRow[]> {
  const clock = { nowMs: () => Date.parse(now) };
  const app = createHttpServer([searchInstructorsRoute({ db, clock } as Engine), bareRoute(db)], {
    log: createLogger('error'),
    loadAuth: async () => null,
    bodyLimits: (sender) => bodyLimitsOf({}, sender),
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const rows: BenchRow[] = [];
  const add = (what: string, times: { p50: number; p99: number }) =>
    rows.push({ what, lessons, 'p50 ms': round(times.p50), 'p99 ms': round(times.p99) });
  const search = `${url}/api/marketplace/instructors?`;
  const [main = ''] = Object.values(questions);
  const began = performance.now();
  await (await fetch(search + main)).text();
  const firstMs = performance.now() - began;
  add('the first search after a start', { p50: firstMs, p99: firstMs });
  add('a bare route with one named query', await measure(`${url}/bare`));
  for (const [what, query] of Object.entries(questions)) add(what, await measure(search + query));
  let turn = 0;
  const book = () =>
    db.query(
      `select move_lesson(id, array[status], row('given', case status when 'confirmed' then 'cancelled_by_learner' else 'confirmed' end,
         '', 'system', '')::lesson_move, '{}', $1::timestamptz)
       from (select id, status from lessons where start > $1::timestamptz order by start, id limit 1 offset $2) l`,
      [now, turn++ % 50],
    );
  add('the main question, a lesson changed before each', await measure(search + main, book));
  const { p50, p99, perSecond } = await load(search + main, { clients: 8, amount: samples });
  add(`the main question, 8 clients (${Math.round(perSecond)} a second)`, { p50, p99 });
  await app.close();
  return rows;
}

const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-bench-'));
const server = await startEmbeddedPostgres({ dataDir, log: createLogger('error'), isDurable: false });
try {
  const tables: BenchRow[][] = [];
  for (const lessons of [scale.lessons, scale.lessons * 10]) {
    const admin = openDatabase({ connection: server.connection, maxConnections: 1 });
    await admin.query(`create database search_${lessons}`);
    await admin.close();
    const db = openDatabase({ connection: { ...server.connection, database: `search_${lessons}` } });
    await migrate(db, join(import.meta.dirname, '../db'));
    console.log(`filling ${lessons} lessons …`);
    await fillMarket(db, { ...scale, lessons }, now);
    tables.push(await measureMarket(db, lessons));
    await db.close();
  }
  const [once = [], tenfold = []] = tables;
  printTable('search', [
    ...once,
    ...tenfold.map((row, index) => ({ ...row, ratio: round(Number(row['p50 ms']) / Number(once[index]?.['p50 ms'])) })),
  ]);
  console.log(
    `\nThe goal: p50 of the main question at most ${goal.p50Ms} ms, and at most ${goal.ratio} times that with ten times the lessons.`,
  );
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
