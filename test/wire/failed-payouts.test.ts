import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let finance: PocketBase & { id: string };
let teacher: Teacher;

beforeAll(async () => {
  app = await startApp();
  finance = await makePerson(app, { role: 'finance' });
  await app.root.collection('users').update(finance.id, { name: 'Faridah' });
  teacher = await makeInstructor(app, { name: 'Ravi Chandran' });
  await app.root
    .collection('users')
    .update(teacher.client.id, { phone: '+6591234567', phoneProved: '2026-11-20 00:00:00Z' });
  await app.db.query(
    `insert into payouts (id, instructor, "amountCents", status, provider, date, "failureCode", attempts, "returnedAt", created, updated)
     values ('payoutfailed001', $1, 5940, 'failed', 'stripe', '2026-11-18', 'account_closed', 1, null, $2, $2),
       ('payoutreturned1', $1, 6000, 'failed', 'stripe', '2026-11-11', 'account_closed', 1, $2, $2, $2),
       ('payoutsent00001', $1, 7000, 'sent', 'stripe', '2026-11-04', '', 1, null, $2, $2)`,
    [teacher.id, new Date(app.clock.nowMs()).toISOString()],
  );
});
afterAll(() => app.close());

const queue = async () => (await finance.send('/api/marketplace/payouts/failed', {})).items;
const ask = (id = 'payoutfailed001') => finance.send(`/api/marketplace/payouts/${id}/ask`, { method: 'POST' });

test('failed payouts are a queue: whom each goes to, why it failed, what was done before and by whom', async () => {
  expect(await queue()).toEqual([
    expect.objectContaining({
      id: 'payoutfailed001',
      name: 'Ravi Chandran',
      phone: '+6591234567',
      amountCents: 5940,
      failureCode: 'account_closed',
      isAsked: false,
      decisions: [],
    }),
  ]);
  await ask();
  expect(await queue()).toMatchObject([
    { isAsked: true, decisions: [{ action: 'update', field: 'asked', by: 'Faridah', at: '2026-11-21T02:00:00.000Z' }] },
  ]);
});

test('an instructor is asked once for each failure, in the product, without a word of what the bank said', async () => {
  const told = () =>
    teacher.client.collection('notifications').getFullList({ filter: `title = 'We could not pay you'` });
  const [notice, ...others] = await told();
  expect([notice?.message, others]).toEqual([expect.stringContaining('S$59.40'), []]);
  expect(notice?.message).not.toContain('account_closed');
  const refused = await refusalOf(ask());
  expect([refused.status, refused.data.status?.code]).toEqual([409, 'already_asked']);
  expect(await told()).toHaveLength(1);
  app.clock.set('2026-11-22T02:00:00Z');
  await app.db.query(`update payouts set updated = $1 where id = 'payoutfailed001'`, ['2026-11-22T01:00:00Z']);
  expect(await queue()).toMatchObject([{ isAsked: false }]);
  await ask();
  expect(await told()).toHaveLength(2);
  for (const [id, status, code] of [
    ['payoutsent00001', 409, 'not_failed'],
    ['payoutreturned1', 409, 'not_failed'],
    ['payoutnowhere01', 404, undefined],
  ] as const) {
    const { status: answered, data } = await refusalOf(ask(id));
    expect([answered, data.status?.code]).toEqual([status, code]);
  }
});

test('one that was paid by hand leaves the queue', async () => {
  await finance.send('/api/marketplace/payouts/payoutfailed001/sent', { method: 'POST', body: { reference: 'FT9' } });
  expect(await queue()).toEqual([]);
});

test('what a person has to send is counted whole, though the list has the oldest 200 alone', async () => {
  const count = async () => (await finance.send('/api/marketplace/bank/to-send/count', {})).count;
  const before = await count();
  await app.db.query(
    `insert into payouts (id, instructor, "amountCents", status, provider, date, created, updated)
     select 'manyfailed' || lpad(n::text, 5, '0'), $1, 100, 'failed', 'stripe', to_char(date '2025-01-01' + n, 'YYYY-MM-DD'), now(), now()
     from generate_series(1, 205) n`,
    [teacher.id],
  );
  const { items } = await finance.send('/api/marketplace/bank/to-send', {});
  expect([await count(), items.length]).toEqual([before + 205, 200]);
});
