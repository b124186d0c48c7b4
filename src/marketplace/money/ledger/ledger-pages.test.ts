import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#support/start-app.ts';
import { proveLedger } from '../../prove-ledger.ts';
import { findLedgerEntries } from './ledger.store.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

let count = 0;

async function post(account: string): Promise<void> {
  count += 1;
  const entries = [
    { account: 'provider_clearing', cents: count },
    { account, cents: -count },
  ];
  await app.db.query("select post_ledger_transaction($1, 'adjustment', null, null, now(), $2)", [
    `adjustment:${count}`,
    JSON.stringify(entries),
  ]);
}

test('every page of the ledger begins where the one before ended, also where ids were left out and blocks of them are empty', async () => {
  for (const from of [0, 19_995, 39_997, 120_000]) {
    if (from > 0) await app.db.query("select setval(pg_get_serial_sequence('ledger_entries', 'id'), $1)", [from]);
    for (const account of ['platform_fees', 'credit:a', 'platform_fees', 'credit:b']) await post(account);
  }
  for (const account of [undefined, 'provider_clearing', 'platform_fees', 'credit:a', 'credit:nobody']) {
    const all = await app.db.query<{ id: string }>(
      'select e.id::text from ledger_entries e where $1::text is null or account = $1 order by e.id',
      [account ?? null],
    );
    const paged: string[] = [];
    for (let page = 1; page <= Math.ceil(all.length / 3) + 1; page++) {
      const { items, totalItems } = await findLedgerEntries(app.db, {
        page,
        perPage: 3,
        ...(account ? { account } : {}),
      });
      expect(totalItems).toBe(all.length);
      paged.push(...items.map(({ id }) => id));
    }
    expect(paged).toEqual(all.map(({ id }) => id));
  }
  expect((await proveLedger(app.db)).faults).toEqual([]);
});
