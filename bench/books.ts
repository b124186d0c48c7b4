/*
 * Pages of money over big books: 1,000,000 lessons of 10,000 instructors and 90,000 learners, some 10,000,000 entries, paid out every week for a year; LESSONS asks
 * fewer. Each call is made 40 times, of other people where it is somebody's; the limit is 100 ms at the 95th percentile. Then bin/verify-ledger proves all of it, within
 * 60 seconds. With BOOKS, the address of a database, the books are filled there, and a database that has some is taken as it is.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { hashPassword } from '#engine/passwords/password-hash.ts';
import { startServerProcess } from '#support/start-server-process.ts';
import { fillBooks } from './support/fill-books.ts';
import { call, password, signIn } from './support/make-people.ts';
import { printTable, quantile } from './support/print-table.ts';
import { startDatabase } from './support/start-counted.ts';

const lessons = Number(process.env.LESSONS ?? 1_000_000);
const instructors = Math.max(20, lessons / 100);
const allLearners = 9 * instructors;
const [people, times] = [10, 40];
const nowMs = Date.parse('2026-12-09T12:00:00+08:00');

const database = await startDatabase(process.env.BOOKS);
const { db, databaseUrl, dataDir } = database;
const filling = performance.now();
const isFilled = (await db.query("select from lessons where id like 'booklesson%' limit 1")).length > 0;
if (!isFilled) await fillBooks(db, { instructors, learners: allLearners, lessons, days: 340, upTo: 'paid out', nowMs });
const fillSeconds = (performance.now() - filling) / 1000;
const hash = await hashPassword(password);
await db.query(
  `update users set password = $1 where email = any (select p || n || '@kerbside.example' from unnest(array['booklearne', 'bookowners']) p,
     generate_series(0, $2::int - 1) n)`,
  [hash, people],
);
await db.query(
  `insert into users (id, password, "tokenKey", email, verified, name, role, created, updated)
   values ('bookadmins00000', $1, md5('a') || md5('b'), 'bookadmins0@kerbside.example', true, 'Admin', 'admin', now(), now())
   on conflict do nothing`,
  [hash],
);
const server = await startServerProcess({ databaseUrl, dataDir: join(dataDir, 'server'), nowMs });
const learners = await signIn(server.url, 'booklearne', people);
const owners = await signIn(server.url, 'bookowners', people);
const [admin = ''] = await signIn(server.url, 'bookadmins', 1);
const [counts] = await db.query<{ entries: number; transactions: number; payouts: number }>(
  `select (select count(*)::int from ledger_entries) as entries, (select count(*)::int from ledger_transactions) as transactions,
     (select count(*)::int from payouts) as payouts`,
);
const ids = await db.query<{ lesson: string; instructor: string; payout: string; owner: number }>(
  `select l.id as lesson, l.instructor, p.payout, right(l.instructor, 5)::int as owner from lessons l join payables p on p.lesson = l.id
   where p.payout <> '' and right(l.instructor, 5)::int < $1 and l.instructor like 'bookteachr%' order by l.id desc limit $2`,
  [people, times],
);
const lastPage = Math.ceil((counts?.entries ?? 0) / 30);
const year = 'from=2026-01-01&to=2027-01-01';
const month = 'from=2026-10-01&to=2026-11-01';
/** Of some 30 days, each with as many payments as settlements. */
const middleOfMonth = Math.floor((lessons / 340) * 0.5);
const of = (list: string[]) => (turn: number) => list[turn % people] ?? '';

type Page = { path: (turn: number) => string; token: (turn: number) => string };
const market = (path: (turn: number) => string) => (turn: number) => `/api/marketplace/${path(turn)}`;
const records = (path: string) => () => `/api/collections/${path}`;
const pages: Record<string, Page> = {
  'billing (admin)': { path: market(() => 'billing'), token: () => admin },
  'invoices, newest (admin)': { path: market(() => 'invoices'), token: () => admin },
  'invoices, dearest (admin)': { path: market(() => 'invoices?sort=-amount'), token: () => admin },
  'ledger, first page (admin)': { path: market(() => 'ledger'), token: () => admin },
  'ledger, last page (admin)': { path: market(() => `ledger?page=${lastPage}`), token: () => admin },
  'ledger, a page in the middle (admin)': {
    path: market((turn) => `ledger?page=${Math.floor(lastPage / 3) + turn}`),
    token: () => admin,
  },
  'ledger of the fees (admin)': { path: market(() => 'ledger?account=platform_fees'), token: () => admin },
  'ledger of a lesson (admin)': { path: market((turn) => `ledger?lesson=${ids[turn]?.lesson}`), token: () => admin },
  'ledger of an instructor (admin)': {
    path: market((turn) => `ledger?account=instructor_payable:${ids[turn]?.instructor}`),
    token: () => admin,
  },
  'entries behind a month’s revenue (admin)': { path: market(() => `entries?of=revenue&${month}`), token: () => admin },
  'a page in the middle of them (admin)': {
    path: market((turn) => `entries?of=revenue&${month}&page=${middleOfMonth + 40 * turn}`),
    token: () => admin,
  },
  'in the middle of a month’s fees (admin)': {
    path: market((turn) => `entries?of=fees&${month}&page=${middleOfMonth + 40 * turn}`),
    token: () => admin,
  },
  'payouts (admin)': { path: records('payouts/records?sort=-created'), token: () => admin },
  'payouts by day (admin)': {
    path: records('payouts/records?perPage=30&sort=-date,id&expand=instructor'),
    token: () => admin,
  },
  'payouts that failed (admin)': {
    path: records(`payouts/records?perPage=30&sort=-date,id&filter=${encodeURIComponent('status = "failed"')}`),
    token: () => admin,
  },
  'payouts of a name (admin)': {
    path: (turn) =>
      `/api/collections/payouts/records?perPage=30&sort=-date,id&filter=${encodeURIComponent(`instructor.name ~ "Teacher ${turn}"`)}`,
    token: () => admin,
  },
  'to be sent by hand (admin)': { path: market(() => 'bank/to-send'), token: () => admin },
  'payments of a lesson (admin)': {
    path: (turn) =>
      `/api/collections/payments/records?sort=-created&filter=${encodeURIComponent(`lesson = "${ids[turn]?.lesson}"`)}`,
    token: () => admin,
  },
  'dashboard (admin)': { path: market(() => 'dashboard'), token: () => admin },
  'dashboard (instructor)': { path: market(() => 'dashboard'), token: of(owners) },
  'dashboard (learner)': { path: market(() => 'dashboard'), token: of(learners) },
  'payouts (instructor)': { path: records('payouts/records?sort=-created'), token: of(owners) },
  'earnings of a year (instructor)': { path: market(() => `earnings?${year}`), token: of(owners) },
  'statement of a payout': { path: market((turn) => `payouts/${ids[turn]?.payout}/statement`), token: () => admin },
  'payments (learner)': { path: records('payments/records?sort=-created'), token: of(learners) },
  'refunds (learner)': { path: records('refunds/records?sort=-created'), token: of(learners) },
  'statement of a year (learner)': { path: market(() => 'statements/2026'), token: of(learners) },
  'balance (learner)': { path: market(() => 'balance'), token: of(learners) },
  'credit (learner)': { path: market(() => 'credit'), token: of(learners) },
};

const rows = [];
for (const [page, { path, token }] of Object.entries(pages)) {
  const latencies: number[] = [];
  for (let turn = 0; turn < times; turn++) {
    const began = performance.now();
    await call(server.url + path(turn), token(turn));
    latencies.push(performance.now() - began);
  }
  const p95 = quantile(latencies, 0.95);
  rows.push({
    page,
    'p50 ms': quantile(latencies, 0.5).toFixed(1),
    'p95 ms': p95.toFixed(1),
    'of 100 ms': (p95 / 100).toFixed(2),
  });
}
printTable('books', rows);
await server.stop();
const proving = performance.now();
const proof = spawnSync(process.execPath, ['src/verify-ledger.ts'], {
  env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: join(dataDir, 'server') },
  encoding: 'utf8',
});
const proveSeconds = (performance.now() - proving) / 1000;
printTable('books-proved', [
  {
    lessons,
    ...counts,
    'filled s': fillSeconds.toFixed(0),
    'proved s': proveSeconds.toFixed(1),
    'of 60 s': (proveSeconds / 60).toFixed(2),
    said: proof.stdout.trim().slice(0, 40) || proof.stderr.slice(0, 200),
  },
]);
await database.stop();
