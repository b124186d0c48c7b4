import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '#engine/database/database.ts';
import { hashPassword } from '#engine/passwords/password-hash.ts';
import { startApp, type TestApp } from '#support/start-app.ts';
import { fillBooks } from '../../bench/support/fill-books.ts';

/** Tables that grow with every lesson: no page reads one of them from end to end. */
const growing = [
  'ledger_entries',
  'ledger_transactions',
  'ledger_accounts',
  'ledger_chain',
  'lessons',
  'payments',
  'payouts',
  'payables',
  'refunds',
  'settlements',
];
const password = 'a-password-of-these-books';
const nowMs = Date.parse('2026-12-09T12:00:00+08:00');
let app: TestApp;
let ids: { lesson: string; instructor: string; payout: string };

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
};

beforeAll(async () => {
  app = await startApp();
  app.clock.set(new Date(nowMs).toISOString());
  const scale = { instructors: 50, learners: 100, lessons: 5000, days: 340, upTo: 'paid out', nowMs } as const;
  await fillBooks(app.db, scale);
  const hash = await hashPassword(password);
  await app.db.query(`update users set password = $1 where id in ('booklearne00000', 'bookowners00000')`, [hash]);
  await app.db.query(
    `insert into users (id, password, "tokenKey", email, verified, name, role, created, updated)
     values ('bookadmins00000', $1, md5('a') || md5('b'), 'bookadmins0@kerbside.example', true, 'Admin', 'admin', now(), now())`,
    [hash],
  );
  const [found] = await app.db.query<typeof ids>(
    `select lesson, instructor, payout from payables where instructor = 'bookteachr00000' and payout <> '' limit 1`,
  );
  if (!found) throw new Error('Nothing was paid out.');
  ids = found;
});
afterAll(() => app.close());

const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)];

/** What the statements of a call read: growing tables from end to end, though indexes are preferred, and pages of the database in all. */
async function readsOf(path: string, person: string): Promise<{ whole: string[]; buffers: number }> {
  const answer = await fetch(`${app.url}/api/collections/users/auth-with-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identity: `${person}@kerbside.example`, password }),
  });
  const { token } = await answer.json();
  const asked: Array<{ text: string; values: readonly unknown[] }> = [];
  const { db } = app.app.engine;
  const { query } = db;
  db.query = async <T extends Row>(text: string, values: readonly unknown[] = []) => {
    asked.push({ text, values });
    return query<T>(text, values);
  };
  try {
    const page = await fetch(app.url + path, { headers: { authorization: token } });
    expect(page.status, await page.text()).toBe(200);
  } finally {
    db.query = query;
  }
  const plans: Plan[] = [];
  for (const { text, values } of asked.filter(({ text }) => /^\s*(?:select|with)/i.test(text))) {
    const [row] = await app.db.transaction(async (tx) => {
      await tx.script('set local enable_seqscan = off');
      return tx.query<{ 'QUERY PLAN': Array<{ Plan: Plan }> }>(
        `explain (analyze, buffers, format json) ${text}`,
        values,
      );
    });
    if (row) plans.push(...row['QUERY PLAN'].map(({ Plan }) => Plan));
  }
  const whole = plans
    .flatMap(flat)
    .filter((node) => node['Node Type'] === 'Seq Scan' && growing.includes(node['Relation Name'] ?? ''))
    .map((node) => node['Relation Name'] ?? '');
  const buffers = plans.reduce((sum, plan) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], 0);
  return { whole, buffers };
}

const [admin, owner, learner] = ['bookadmins0', 'bookowners0', 'booklearne0'];
const records = (path: string) => () => `/api/collections/${path}`;
const market = (path: () => string) => () => `/api/marketplace/${path()}`;

// The bound is some times what is read now: what reads all, of 5,000 lessons and their 58,000 entries, is far above it.
test.each<[name: string, person: string, path: () => string, most: number]>([
  ['invoices', admin, market(() => 'invoices'), 1500],
  ['invoices from the dearest', admin, market(() => 'invoices?sort=-amount'), 1500],
  ['the ledger’s first page', admin, market(() => 'ledger'), 400],
  ['the ledger’s fees', admin, market(() => 'ledger?account=platform_fees'), 600],
  ['the ledger of a lesson', admin, market(() => `ledger?lesson=${ids.lesson}`), 200],
  ['the ledger of an instructor', admin, market(() => `ledger?account=instructor_payable:${ids.instructor}`), 800],
  [
    'the entries behind a month’s revenue',
    admin,
    market(() => 'entries?of=revenue&from=2026-10-01&to=2026-11-01'),
    900,
  ],
  ['those in the middle of it', admin, market(() => 'entries?of=revenue&from=2026-10-01&to=2026-11-01&page=8'), 1500],
  ['the entries behind a month’s fees', admin, market(() => 'entries?of=fees&from=2026-10-01&to=2026-11-01'), 900],
  ['what is to be sent by hand', admin, market(() => 'bank/to-send'), 200],
  ['an instructor’s payouts', owner, records('payouts/records?sort=-created'), 300],
  ['a payout’s statement', owner, market(() => `payouts/${ids.payout}/statement`), 600],
  ['an instructor’s earnings of a year', owner, market(() => 'earnings?from=2026-01-01&to=2027-01-01'), 12_000],
  ['a learner’s payments', learner, records('payments/records?sort=-created'), 400],
  ['a learner’s refunds', learner, records('refunds/records?sort=-created'), 400],
  ['a learner’s year', learner, market(() => 'statements/2026'), 1500],
  ['a learner’s balance', learner, market(() => 'balance'), 200],
  ['a learner’s credit', learner, market(() => 'credit'), 200],
  ['everybody’s lessons, the latest', admin, records('lessons/records?sort=-start,-id&perPage=30&skipTotal=1'), 400],
  [
    'everybody’s lessons, the cheapest',
    admin,
    records('lessons/records?sort=priceCents,id&perPage=30&skipTotal=1'),
    400,
  ],
  [
    'everybody’s lessons of a status',
    admin,
    records(`lessons/records?sort=start,id&perPage=30&skipTotal=1&filter=${encodeURIComponent("status = 'closed'")}`),
    400,
  ],
  ['payments of a lesson', admin, () => `/api/collections/payments/records?filter=lesson%3D%22${ids.lesson}%22`, 200],
])('%s is read by indexes, whatever there is of others', async (_name, person, path, most) => {
  const { whole, buffers } = await readsOf(path(), `${person}`);
  expect(whole).toEqual([]);
  expect(buffers).toBeLessThan(most);
});
