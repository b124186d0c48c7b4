import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';
import { proveLedger } from '../../prove-ledger.ts';
import { sealLedger } from './seal-ledger.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

let day = 0;

/** A lesson that was paid, and given where wanted. */
async function paid(isGiven: boolean): Promise<string> {
  day += 1;
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const start = `2026-12-${String(day).padStart(2, '0')}T02:00:00Z`;
  const lesson = await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });
  await learner.collection('payments').create({ lesson: lesson.id, method: 'card', cardNumber: '4242424242424242' });
  if (isGiven) await app.root.collection('lessons').update(lesson.id, { status: 'closed' });
  return lesson.id;
}

/** What somebody with the database's password does, whom no trigger stops. */
async function tamper(statement: string, parameters: unknown[] = []): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(statement, parameters);
  });
}

test('books in which everything is right are proved, sealed or not, and the chain’s end shows that nothing was cut off', async () => {
  await paid(true);
  await paid(false);
  expect((await proveLedger(app.db)).faults).toEqual([]);
  await Promise.all([1, 2, 3].map(() => sealLedger(app.app.engine)));
  const first = await proveLedger(app.db);
  expect(first).toMatchObject({ transactions: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/), faults: [] });
  await paid(true);
  await sealLedger(app.app.engine);
  expect(await proveLedger(app.db, first)).toMatchObject({ transactions: 5, faults: [] });
  const other = { ...first, hash: first.hash.replace(/./, 'x') };
  expect((await proveLedger(app.db, other)).faults).toHaveLength(1);
});

test('an amount that was changed is found, though the sums and balances were changed along with it', async () => {
  const lesson = await paid(true);
  await sealLedger(app.app.engine);
  const of = `select e.id from ledger_entries e join ledger_transactions t on t.id = e.transaction where t.lesson = $1 and t.kind = 'settlement'`;
  const shift = (cents: number, like: string) =>
    tamper(
      `update ledger_entries set "amountCents" = "amountCents" + ${cents} where id in (${of} and e.account like '${like}')`,
      [lesson],
    );
  await shift(-100, 'instructor_payable:%');
  await shift(100, 'platform_fees');
  expect((await proveLedger(app.db)).faults.join('\n')).toContain('does not say what was written');
  await shift(100, 'instructor_payable:%');
  await shift(-100, 'platform_fees');
  expect((await proveLedger(app.db)).faults).toEqual([]);
});

test.each([
  ['fees of a month', `update fee_months set "amountCents" = "amountCents" + $1`, 'The fees of '],
  ['lessons of a month', 'update fee_months set lessons = lessons + $1', 'The fees of '],
  [
    'entries',
    `update ledger_blocks set entries = entries + $1 where account = ''`,
    'The count of entries of all accounts in block 0: ',
  ],
  [
    'entries of an account',
    `update ledger_blocks set entries = entries + $1 where account = 'platform_fees'`,
    'The count of entries of platform_fees in block 0: ',
  ],
])('a sum that was changed where it is kept added up is found: %s', async (_name, statement, fault) => {
  await paid(true);
  expect((await proveLedger(app.db)).faults).toEqual([]);
  await tamper(statement, [1]);
  expect((await proveLedger(app.db)).faults.join('\n')).toContain(fault);
  await tamper(statement, [-1]);
  expect((await proveLedger(app.db)).faults).toEqual([]);
});

test('a transaction that was written past the books is found', async () => {
  await tamper(
    `insert into ledger_transactions (id, kind, cause, created) values ('smuggled', 'payment', 'smuggled', now())`,
  );
  expect((await proveLedger(app.db)).faults.join('\n')).toMatch(
    /smuggled sums to 0.*smuggled is not part of the chain/s,
  );
  await tamper(`delete from ledger_transactions where id = 'smuggled'`);
});

test('entries that were added to what was sealed are found, though they sum to zero, and so are those of no transaction', async () => {
  const lesson = await paid(false);
  await sealLedger(app.app.engine);
  const [row] = await app.db.query<{ id: string }>('select id from ledger_transactions where lesson = $1', [lesson]);
  const add = (transaction: string) =>
    tamper(
      `insert into ledger_entries (transaction, account, "amountCents") values ($1, 'platform_fees', 100), ($1, 'platform_fees', -100)`,
      [transaction],
    );
  await add(row?.id ?? '');
  await add('nowhere');
  const { faults } = await proveLedger(app.db);
  expect(faults.join('\n')).toContain(`the transaction ${row?.id} does not say what was written`);
  expect(faults.join('\n')).toContain('entries of nowhere belong to no transaction');
  await tamper(`delete from ledger_entries where account = 'platform_fees' and "amountCents" in (100, -100)`);
  expect((await proveLedger(app.db)).faults).toEqual([]);
});

test('a link that was taken out of the chain is found, with its transaction and the link after it', async () => {
  await paid(true);
  await sealLedger(app.app.engine);
  const [link] = await app.db.query<{ sequence: number; transaction: string; hash: string }>(
    'select sequence, transaction, hash from ledger_chain order by sequence offset 1 limit 1',
  );
  await tamper('delete from ledger_chain where sequence = $1', [link?.sequence]);
  expect((await proveLedger(app.db)).faults.join('\n')).toMatch(
    /3: a part of the chain is missing before it.*is not part of the chain/s,
  );
  await tamper('insert into ledger_chain values ($1, $2, $3)', [link?.sequence, link?.transaction, link?.hash]);
  expect((await proveLedger(app.db)).faults).toEqual([]);
});

test('names with marks that JSON and copies of rows write in their own ways are proved like any other', async () => {
  const name = 'held:"quoted" \\ back\tTab\nline\u0001\u007f 日本 💶 \\N';
  const entries = [
    { account: name, cents: 500 },
    { account: 'credit:é', cents: -500 },
  ];
  await app.db.query('select post_ledger_transaction($1, $2, null, null, now(), $3)', [
    `adjustment:${name}`,
    'adjustment',
    JSON.stringify(entries),
  ]);
  await sealLedger(app.app.engine);
  expect((await proveLedger(app.db)).faults).toEqual([]);
  await tamper('update ledger_entries set account = $1 where account = $2', [name.replace('"', ''), name]);
  expect((await proveLedger(app.db)).faults.join('\n')).toContain('does not say what was written');
  await tamper('update ledger_entries set account = $2 where account = $1', [name.replace('"', ''), name]);
});

test('money of a closed lesson that is still held is found, and so is that of a lesson ahead that is not', async () => {
  const [given, coming] = [await paid(true), await paid(false)];
  await tamper(`update lessons set status = 'confirmed' where id = $1`, [given]);
  await tamper(`update lessons set status = 'closed' where id = $1`, [coming]);
  const { faults } = await proveLedger(app.db);
  expect(faults.join('\n')).toContain(`${coming}: the lesson is closed and 6600 cents are still held for it`);
  await tamper(`update lessons set status = 'closed' where id = $1`, [given]);
  await tamper(`update lessons set status = 'confirmed' where id = $1`, [coming]);
  await tamper(`update ledger_accounts set "balanceCents" = 0 where id = $1`, [`held:${coming}`]);
  expect((await proveLedger(app.db)).faults.join('\n')).toContain('6600 cents came in for it and 0 are held');
});
