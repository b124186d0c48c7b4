/*
 * The pages of the platform's people over 100,000 accounts, 10,000 of them instructors', and 1,000,000 lessons of a year; LESSONS asks fewer. Each table, queue and chart
 * is read 20 times one after the other: the limit is 100 ms at the 95th percentile. With BOOKS, the address of a database, they are filled there, and a database that
 * has some is taken as it is.
 */
import { join } from 'node:path';
import { hashPassword } from '#engine/passwords/password-hash.ts';
import { startServerProcess } from '#support/start-server-process.ts';
import { fillDesks } from './support/fill-desks.ts';
import { call, password, signIn } from './support/make-people.ts';
import { printTable, quantile } from './support/print-table.ts';
import { startDatabase } from './support/start-counted.ts';

const lessons = Number(process.env.LESSONS ?? 1_000_000);
const instructors = Math.max(20, lessons / 100);
const learners = 9 * instructors;
const times = 20;
const nowMs = Date.parse('2026-12-09T12:00:00+08:00');

const database = await startDatabase(process.env.BOOKS);
const { db, databaseUrl, dataDir } = database;
const filling = performance.now();
const isFilled = (await db.query("select from lessons where id like 'booklesson%' limit 1")).length > 0;
if (!isFilled) await fillDesks(db, { instructors, learners, lessons, nowMs });
const fillSeconds = (performance.now() - filling) / 1000;
await db.query(
  `insert into users (id, password, "tokenKey", email, verified, name, role, created, updated)
   values ('bookadmins00000', $1, md5('a') || md5('b'), 'bookadmins0@kerbside.example', true, 'Admin', 'admin', now(), now())
   on conflict do nothing`,
  [await hashPassword(password)],
);
const server = await startServerProcess({ databaseUrl, dataDir: join(dataDir, 'server'), nowMs });
const [admin = ''] = await signIn(server.url, 'bookadmins', 1);

const month = 'from=2026-11-01&to=2026-12-01';
const year = 'from=2026-01-01&to=2026-12-09';
const records = (collection: string, rest: string) => `/api/collections/${collection}/records?${rest}`;
const filter = (text: string) => `filter=${encodeURIComponent(text)}`;
const limitMs = 100;
const pages: Record<string, string> = {
  'users, newest': '/api/marketplace/users',
  'users, a name': '/api/marketplace/users?q=learner%200077',
  'users, inactive': '/api/marketplace/users?status=inactive',
  'users, last seen': '/api/marketplace/users?sort=-lastSeen',
  'users, by status': '/api/marketplace/users?sort=status',
  'lessons, latest': records('lessons', 'sort=-start,-id&perPage=30&skipTotal=1&expand=instructor,learner'),
  'number of all lessons': '/api/marketplace/lessons/count',
  'lessons, cheapest': records('lessons', 'sort=priceCents,id&perPage=30&skipTotal=1&expand=instructor,learner'),
  'lessons, cancelled': records(
    'lessons',
    `sort=-start,-id&perPage=30&skipTotal=1&${filter("status = 'cancelled_by_learner'")}`,
  ),
  'number of those': '/api/marketplace/lessons/count?status=cancelled_by_learner',
  'lessons, words': '/api/marketplace/lessons/search?q=Learner%2000077',
  'lessons, words of many': '/api/marketplace/lessons/search?q=learner&sort=-priceCents',
  'lessons, a place': '/api/marketplace/lessons/search?q=Blk%20777%20Bedok',
  'lessons, a postal code': '/api/marketplace/lessons/search?q=412345',
  'queue of papers': records('instructors', `sort=updated&perPage=200&${filter("status = 'submitted'")}`),
  'queue of claims': records('claims', `sort=decideBy,id&${filter("status = 'open' || status = 'talking'")}`),
  'queue of requests': records('support_requests', `sort=answerBy,id&perPage=200&${filter("status = 'open'")}`),
  'requests, newest': records('support_requests', 'sort=-lastMessageAt&perPage=20&expand=user'),
  'queue of reported reviews': records(
    'review_reports',
    'sort=-created&perPage=200&expand=review,review.instructor,review.review_replies_via_review',
  ),
  'queue of failed payouts': records(
    'payouts',
    `perPage=30&sort=-date,id&expand=instructor&${filter("status = 'failed'")}`,
  ),
  'police list, longest unchecked': '/api/marketplace/rechecks?sort=lastCheckedOn',
  'police list, due': '/api/marketplace/rechecks?state=due&sort=name',
  'pardons, newest': '/api/marketplace/pardons',
  'pardons, a kind by person': '/api/marketplace/pardons?kind=reliability&sort=person',
  broadcasts: records('broadcasts', 'sort=-created,id&perPage=30'),
  'queue of mails': '/api/marketplace/mails/undelivered',
  reports: records('reports', 'sort=-created,id&perPage=30'),
  'audit trail, newest': '/api/marketplace/audit',
  'audit trail of a record': '/api/marketplace/audit?record=booklearne00077',
  'audit trail, words': '/api/marketplace/audit?q=Learner%20007',
  'figures of a month': `/api/marketplace/analytics?${month}`,
  'figures of a year': `/api/marketplace/analytics?${year}`,
  'active learners of a month': `/api/marketplace/analytics/learners?${month}`,
  'active learners of a year': `/api/marketplace/analytics/learners?${year}`,
  'active learners of a year by name': `/api/marketplace/analytics/learners?sort=name&${year}`,
  'active learners of a year, a name': `/api/marketplace/analytics/learners?q=learner%2000077&${year}`,
  'questions of a month': `/api/marketplace/analytics/questions?${month}`,
  'questions of a year': `/api/marketplace/analytics/questions?${year}`,
  'rows of the hours taken': `/api/marketplace/analytics/rows?figure=fill&${month}`,
  'rows of the hours taken of a year': `/api/marketplace/analytics/rows?figure=fill&${year}`,
  'rows of first lessons': `/api/marketplace/analytics/rows?figure=firstLesson&${month}`,
  'rows of cancellations': `/api/marketplace/analytics/rows?figure=cancellations&${year}`,
  'rows of searches': `/api/marketplace/analytics/rows?figure=searches&area=Area%203&hour=18&${year}`,
  'rows of a cohort': `/api/marketplace/analytics/rows?figure=cohort&month=2026-02&later=3&${year}`,
};

const rows = [];
for (const [page, path] of Object.entries(pages)) {
  const latencies: number[] = [];
  for (let turn = 0; turn < times; turn++) {
    const began = performance.now();
    await call(server.url + path, admin);
    latencies.push(performance.now() - began);
  }
  const p95 = quantile(latencies, 0.95);
  rows.push({
    page,
    'p50 ms': quantile(latencies, 0.5).toFixed(1),
    'p95 ms': p95.toFixed(1),
    'limit ms': limitMs,
    'of it': (p95 / limitMs).toFixed(2),
  });
}
printTable('admin', rows);
printTable('admin-filled', [{ lessons, accounts: instructors + learners, 'filled s': fillSeconds.toFixed(0) }]);
await server.stop();
await database.stop();
