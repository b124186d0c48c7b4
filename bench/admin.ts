/*
 * The pages of the platform's people over 100,000 accounts and 1,000,000 lessons of a year; LESSONS asks fewer. Each table, queue and chart is read 20 times
 * one after the other: the limit is 100 ms at the 95th percentile, of what the analytics answer 1,000 ms.
 */
import { join } from 'node:path';
import { hashPassword } from '#engine/passwords/password-hash.ts';
import { startServerProcess } from '#support/start-server-process.ts';
import { fillDesks } from './support/fill-desks.ts';
import { call, password, signIn } from './support/make-people.ts';
import { printTable, quantile } from './support/print-table.ts';
import { startDatabase } from './support/start-counted.ts';

const lessons = Number(process.env.LESSONS ?? 1_000_000);
const instructors = Math.max(20, lessons / 200);
const learners = 19 * instructors;
const times = 20;
const nowMs = Date.parse('2026-12-09T12:00:00+08:00');

const database = await startDatabase();
const { db, databaseUrl, dataDir } = database;
const filling = performance.now();
await fillDesks(db, { instructors, learners, lessons, nowMs });
const fillSeconds = (performance.now() - filling) / 1000;
await db.query(
  `insert into users (id, password, "tokenKey", email, verified, name, role, created, updated)
   values ('bookadmins00000', $1, md5('a') || md5('b'), 'bookadmins0@kerbside.example', true, 'Admin', 'admin', now(), now())`,
  [await hashPassword(password)],
);
const server = await startServerProcess({ databaseUrl, dataDir: join(dataDir, 'server'), nowMs });
const [admin = ''] = await signIn(server.url, 'bookadmins', 1);

const month = 'from=2026-11-01&to=2026-12-01';
const year = 'from=2026-01-01&to=2026-12-09';
const records = (collection: string, rest: string) => `/api/collections/${collection}/records?${rest}`;
const filter = (text: string) => `filter=${encodeURIComponent(text)}`;
const table = 100;
const chart = 1000;
const pages: Record<string, [path: string, limitMs: number]> = {
  'users, newest': ['/api/marketplace/users', table],
  'users, a name': ['/api/marketplace/users?q=learner%2077', table],
  'users, inactive': ['/api/marketplace/users?status=inactive', table],
  'users, last seen': ['/api/marketplace/users?sort=-lastSeen', table],
  'users, by status': ['/api/marketplace/users?sort=status', table],
  'lessons, latest': [records('lessons', 'sort=-start,-id&perPage=30&skipTotal=1&expand=instructor,learner'), table],
  'number of all lessons': ['/api/marketplace/lessons/count', table],
  'lessons, cheapest': [
    records('lessons', 'sort=priceCents,id&perPage=30&skipTotal=1&expand=instructor,learner'),
    table,
  ],
  'lessons, cancelled': [
    records('lessons', `sort=-start,-id&perPage=30&skipTotal=1&${filter("status = 'cancelled_by_learner'")}`),
    table,
  ],
  'number of those': ['/api/marketplace/lessons/count?status=cancelled_by_learner', table],
  'lessons, words': [
    records(
      'lessons',
      `sort=-start,-id&perPage=30&skipTotal=1&${filter("learner.name ~ 'Learner 00077' || pickup ~ '077'")}`,
    ),
    table,
  ],
  'queue of papers': [records('instructors', `sort=updated&perPage=200&${filter("status = 'submitted'")}`), table],
  'queue of claims': [records('claims', `sort=decideBy,id&${filter("status = 'open' || status = 'talking'")}`), table],
  'queue of requests': [
    records('support_requests', `sort=answerBy,id&perPage=200&${filter("status = 'open'")}`),
    table,
  ],
  'requests, newest': [records('support_requests', 'sort=-lastMessageAt&perPage=20&expand=user'), table],
  'queue of reported reviews': [
    records(
      'review_reports',
      'sort=-created&perPage=200&expand=review,review.instructor,review.review_replies_via_review',
    ),
    table,
  ],
  'queue of failed payouts': [
    records('payouts', `perPage=30&sort=-date,id&expand=instructor&${filter("status = 'failed'")}`),
    table,
  ],
  'police list, longest unchecked': ['/api/marketplace/rechecks?sort=lastCheckedOn', table],
  'police list, due': ['/api/marketplace/rechecks?state=due&sort=name', table],
  'pardons, newest': ['/api/marketplace/pardons', table],
  'pardons, a kind by person': ['/api/marketplace/pardons?kind=reliability&sort=person', table],
  broadcasts: [records('broadcasts', 'sort=-created,id&perPage=30'), table],
  'queue of mails': ['/api/marketplace/mails/undelivered', table],
  reports: [records('reports', 'sort=-created,id&perPage=30'), table],
  'audit trail, newest': ['/api/marketplace/audit', table],
  'audit trail of a record': ['/api/marketplace/audit?record=booklearne00077', table],
  'audit trail, words': ['/api/marketplace/audit?q=Learner%2077', table],
  'figures of a month': [`/api/marketplace/analytics?${month}`, chart],
  'figures of a year': [`/api/marketplace/analytics?${year}`, chart],
  'questions of a month': [`/api/marketplace/analytics/questions?${month}`, chart],
  'questions of a year': [`/api/marketplace/analytics/questions?${year}`, chart],
  'rows of the hours taken': [`/api/marketplace/analytics/rows?figure=fill&${month}`, chart],
  'rows of first lessons': [`/api/marketplace/analytics/rows?figure=firstLesson&${month}`, chart],
  'rows of cancellations': [`/api/marketplace/analytics/rows?figure=cancellations&${year}`, chart],
};

const rows = [];
for (const [page, [path, limitMs]] of Object.entries(pages)) {
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
