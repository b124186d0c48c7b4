import { afterAll, beforeAll, expect, test } from 'vitest';
import { plansOf } from '#support/plans-of.ts';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import { platformFigures } from '../../../platform/reads/platform-figures.ts';
import { findPlatformEntries } from './entries.store.ts';

let database: TestDatabase;
const atMs = Date.parse('2026-10-05T10:00:00Z');
const span = { fromMs: Date.parse('2026-09-30T16:00:00Z'), toMs: Date.parse('2026-10-31T16:00:00Z') };

beforeAll(async () => {
  database = await createTestDatabase();
  // As many as a day of payouts, or of an import, has: all at once.
  await database.db.query(
    `select post_ledger_transactions((select jsonb_agg(jsonb_build_object('cause', 'test ' || n, 'kind', 'payment', 'entries', jsonb_build_array(
         jsonb_build_object('account', 'provider_clearing', 'cents', n), jsonb_build_object('account', 'unmatched_money', 'cents', -n))))
       from generate_series(1, 3000) n), to_timestamp($1::double precision / 1000))`,
    [atMs],
  );
  await database.db.query('analyze ledger_transactions, ledger_entries');
});
afterAll(() => database.drop());

test('of thousands of entries at one instant a page reads those up to it, in the order of an index', async () => {
  const first = { ...span, page: 1, perPage: 30 };
  const [, page = ''] = await plansOf(database.db, (db) => findPlatformEntries(db, platformFigures.revenue, first));
  expect(page).toMatch(/Presorted Key: \w+\.created, /);
});

test('every page has entries of its own, and all of them have each entry once', async () => {
  const ids = new Set<string>();
  for (const page of [1, 2, 50, 100]) {
    const { items, totalItems } = await findPlatformEntries(database.db, platformFigures.revenue, {
      ...span,
      page,
      perPage: 30,
    });
    expect([items.length, totalItems]).toEqual([30, 3000]);
    for (const { id } of items) ids.add(id);
  }
  expect(ids.size).toBe(120);
});
