import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Queryable } from '#engine/database/database.ts';
import { findUndelivered } from '#engine/mail/undelivered-mails.store.ts';
import { plansOf } from '#support/plans-of.ts';
import { makePerson, startApp, type TestApp } from '#support/start-app.ts';
import { findAuditEntries } from '../../platform/audit/audit.store.ts';
import { takeRecipients } from '../../talk/broadcasts/broadcasts.store.ts';
import { findRechecks } from '../../teaching/rechecks/rechecks.store.ts';
import { findInvoices } from '../billing/billing.store.ts';
import { findPeople } from '../people/people.store.ts';
import { takeDueSchedule } from '../reports/report-schedules.store.ts';
import { findActiveLearners } from './active-learners.store.ts';
import { countPeriod } from './analytics.store.ts';
import { countLessons } from './count-lessons.store.ts';
import { findFigureRows } from './question-rows.store.ts';
import {
  countFill,
  countFirstLessons,
  countLeavers,
  countReasons,
  listCohorts,
  listSearches,
} from './questions.store.ts';
import { mostFound, searchLessons } from './search-lessons.store.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  // Of nobody there is no order.
  await makePerson(app);
  await app.db.query('select fold_sums()');
});
afterAll(() => app.close());

const at = (day: string) => Date.parse(`${day}T00:00:00+08:00`);
const span = { fromMs: at('2026-11-01'), toMs: at('2026-12-01') };
const days = { fromMs: at('2026-11-01'), toMs: at('2026-12-09') };
const before = { fromMs: at('2026-10-02'), toMs: at('2026-11-01') };
const rows = { span, before, page: 1, perPage: 30 };
const anything = { isWithoutLooks: false, record: '', actor: '', collection: '', action: '', fromMs: null, toMs: null };

const people = {
  nowMs: span.toMs,
  q: '',
  fromMs: null,
  toMs: null,
  role: '',
  status: '',
  sort: '-created',
  page: 1,
  perPage: 30,
} as const;
const counted = { status: '', ...span, nowMs: span.toMs } as const;

/** Tables that hold hundreds of thousands of rows one day. */
const isBig =
  /Seq Scan on (?:lessons|users|cancellations|cancellation_sums|search_sums|search_months|offered_days|audit_entries|_mails|broadcast_recipients|day_sums|cohort_days|fill_months|learner_\w+|account_seen)/;

test.each<[name: string, ask: (db: Queryable) => Promise<unknown>, indexes: string[]]>([
  ['searches of a span', (db) => listSearches(db, { span: days, before }), ['search_months_pkey', 'search_sums_pkey']],
  ['the hours taken', (db) => countFill(db, span), ['day_fills_pkey']],
  ['first lessons', (db) => countFirstLessons(db, span), ['learner_firsts_start']],
  ['reasons of cancellation', (db) => countReasons(db, span), ['cancellation_sums_pkey']],
  ['instructors who left', (db) => countLeavers(db, { span, before }), ['instructor_years_pkey']],
  ['who came again', (db) => listCohorts(db, span.toMs), ['cohort_days_pkey']],
  ['figures of a span', (db) => countPeriod(db, span), ['day_sums_pkey', 'learner_years_pkey', 'users_created']],
  [
    'rows of the hours taken',
    (db) => findFigureRows(db, { figure: 'fill' }, { ...rows, span: days }),
    ['fill_months_pkey', 'offered_days_pkey'],
  ],
  ['rows of first lessons', (db) => findFigureRows(db, { figure: 'firstLesson' }, rows), ['learner_firsts_start']],
  [
    'rows of cancellations',
    (db) => findFigureRows(db, { figure: 'cancellations' }, rows),
    ['cancellations_created', 'cancellation_sums_pkey'],
  ],
  [
    'rows of searches',
    (db) => findFigureRows(db, { figure: 'searches', area: 'Bedok', hour: 18 }, rows),
    ['search_sums_pkey'],
  ],
  [
    'the learners of a cohort',
    (db) => findFigureRows(db, { figure: 'cohort', began: before, came: span }, rows),
    ['learner_years_pkey'],
  ],
  [
    'active learners',
    (db) => findActiveLearners(db, { span, q: '', sort: '-days', page: 1, perPage: 30 }),
    ['learner_years_pkey'],
  ],
  ['the number of lessons', (db) => countLessons(db, counted), ['day_sums_pkey']],
  ['the number of held times', (db) => countLessons(db, { ...counted, status: 'held' }), ['lessons_hold']],
  ['accounts by status', (db) => findPeople(db, { ...people, status: 'inactive' }), ['account_seen_standing']],
  [
    'the audit trail by words',
    (db) => findAuditEntries(db, { ...anything, words: [['mei']] }, rows),
    ['audit_entries_words'],
  ],
  [
    'the audit trail of a record',
    (db) => findAuditEntries(db, { ...anything, words: [], record: 'x' }, rows),
    ['audit_entries_record'],
  ],
  ['mails that came back', (db) => findUndelivered(db, false, 200), ['_mails_undelivered']],
  ['who is told next', (db) => takeRecipients(db, 'x', 100), ['broadcast_recipients_waiting']],
])('%s are found by an index, never by reading everything', async (_, ask, indexes) => {
  const plans = await plansOf(app.db, ask);
  for (const index of indexes) expect(plans.join('\n')).toContain(index);
  expect(plans.filter((plan) => isBig.test(plan))).toEqual([]);
});

test.each([
  ['-created', 'users_created'],
  ['created', 'users_created'],
  ['-name', 'users_name'],
  ['email', 'users_email_order'],
  ['-role', 'users_role'],
  ['lastSeen', 'account_seen_at'],
  ['-lastSeen', 'account_seen_at'],
  ['status', 'users_name'],
  ['-status', 'users_name'],
] as const)('accounts in the order %s are read by %s', async (sort, index) => {
  const plans = await plansOf(app.db, (db) => findPeople(db, { ...people, sort }), ['sort']);
  expect(plans.join('\n')).toMatch(new RegExp(`Index (?:Only )?Scan (?:Backward )?using ${index} `));
  expect(plans.filter((plan) => isBig.test(plan))).toEqual([]);
});

test('who waited in the middle is met in the order of an index, as many as there may be', async () => {
  const plans = await plansOf(app.db, (db) => countFirstLessons(db, span), ['sort']);
  expect(plans.join('\n')).toContain('learner_firsts_waits');
  expect(plans.filter((plan) => isBig.test(plan))).toEqual([]);
});

test('of the newest inactive accounts those that were made too late to be inactive are never gone through', async () => {
  const plans = await plansOf(app.db, (db) => findPeople(db, { ...people, status: 'inactive' }), ['sort']);
  expect(plans.join('\n')).toMatch(/using users_created on users u[^\n]*\n\s*Index Cond: \(created < /);
});

test('everything in the audit trail is counted by its last place', async () => {
  const asked = { ...anything, words: [] };
  const entries = `insert into audit_entries (created, actor, action, collection, record) select now(), 'somebody', 'update', 'users', 'n' || n
    from generate_series(1, $1) n`;
  await app.db.query(entries, [3]);
  // One of before the chain has no place in it.
  await app.db.transaction(async (tx) => {
    await tx.query("set local session_replication_role = 'replica'");
    await tx.query(entries, [1]);
  });
  const plans = await plansOf(app.db, (db) => findAuditEntries(db, asked, rows));
  expect(plans.join('\n')).toContain('Index Only Scan Backward using audit_entries_sequence');
  const [counted] = await app.db.query<{ count: number }>('select count(*)::integer as count from audit_entries');
  expect(counted?.count).toBeGreaterThanOrEqual(4);
  expect((await findAuditEntries(app.db, asked, rows)).totalItems).toBe(counted?.count);
});

test('who is to be compared with the Police’s list, and fee invoices, are read in the order of an index', async () => {
  const query = {
    dueBefore: '2026-11-01',
    q: '',
    state: '',
    status: '',
    sort: 'lastCheckedOn',
    page: 1,
    perPage: 30,
  } as const;
  const compared = await plansOf(app.db, (db) => findRechecks(db, query), ['sort']);
  expect(compared[0]).toContain('using instructors_compared');
  // Neither is gone through what each was ever looked at for.
  expect(compared.join('\n')).not.toContain('verifications');
  const invoices = { nowMs: span.toMs, q: '', status: '', sort: '-date', page: 1, perPage: 30 } as const;
  expect((await plansOf(app.db, (db) => findInvoices(db, invoices), ['sort']))[0]).toContain(
    'Backward using fee_months_month',
  );
});

test('accounts with some letters are found by an index', async () => {
  const plans = await plansOf(app.db, (db) => findPeople(db, { ...people, q: 'tan mei' }), ['indexscan']);
  expect(plans.join('\n')).toContain('users_words');
});

test('lessons with some letters are found by an index for each name and place', async () => {
  const search = { ...counted, fromMs: null, toMs: null, q: 'tan mei', sort: '-start', page: 1, perPage: 30 } as const;
  const plans = await plansOf(app.db, (db) => searchLessons(db, search), ['indexscan', 'sort']);
  for (const index of [
    'lessons_learner_start',
    'lessons_instructor_start',
    'lessons_places',
    'users_words',
    'instructors_words',
  ])
    expect(plans.join('\n')).toContain(index);
});

test('of very many lessons of few people each is compared with who these are, not with names looked up for it', async () => {
  const search = { ...counted, fromMs: null, toMs: null, q: 'zebra', sort: '-start', page: 1, perPage: 3 } as const;
  const lessons = `insert into lessons (id, instructor, learner, start, "end", "durationMinutes", status, "priceCents", lines)
    select 'zebra' || to_char(n, 'FM0000000000'), 'zebrainstructor', 'nobody', t, t + interval '1 hour', 60, 'expired', n, '[]'
    from generate_series(1, ${mostFound + 1}) n, lateral (select timestamptz '2027-01-01' + make_interval(hours => n) as t) s`;
  const namesakes = `insert into users (id, name, email, "tokenKey")
    select 'zebra' || n, 'Zebra', 'zebra' || n || '@kerbside.example', 'zebra' || n from generate_series(1, 1000) n`;
  const plans: string[] = [];
  const found: unknown[] = [];
  await app.db
    .transaction(async (tx) => {
      await tx.query("set local session_replication_role = 'replica'");
      await tx.query(`insert into instructors (id, "user", name) values ('zebrainstructor', 'nobody', 'Zebra')`);
      await tx.query(lessons);
      const within = { ...app.db, transaction: (run: (inside: typeof tx) => Promise<unknown>) => run(tx) } as never;
      const ask = async (db: Queryable) => found.push(await searchLessons(db, search));
      plans.push((await plansOf(within, ask)).at(-1) ?? '');
      await tx.query(namesakes);
      plans.push((await plansOf(within, ask)).at(-1) ?? '');
      throw new Error('Nothing of it stays.');
    })
    .catch((error: Error) => expect(error.message).toBe('Nothing of it stays.'));
  expect(plans[0]).toContain('hashed SubPlan');
  expect(plans[1]).not.toContain('hashed SubPlan');
  const ids = [2001, 2000, 1999].map((n) => `zebra${String(n).padStart(10, '0')}`);
  expect(found).toEqual(Array(2).fill({ ids, total: mostFound, hasMore: true }));
});

test('the schedule that is due is found by its index', async () => {
  const plans = await plansOf(app.db, (db) => takeDueSchedule({ ...db, afterCommit() {} } as never, span.toMs));
  expect(plans.join('\n')).toContain('report_schedules_due');
});
