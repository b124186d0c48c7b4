import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';
import { proveLedger } from './prove-ledger.ts';
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
  ['entries', 'update ledger_counts set entries = entries + $1', 'The count of entries: '],
  [
    'entries of an account',
    'update ledger_shares set entries = entries + $1',
    'The count of entries of platform_fees: ',
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
