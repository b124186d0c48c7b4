import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSeller } from '#support/packages.ts';
import { makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ payNow: { uen: '202612345K', name: 'KERBSIDE', holdHours: 12 } });
});
afterAll(() => app.close());

test('[rule 22] the end of a package that was paid with too much says that its money is on its way: only what was too much is back already', async () => {
  const [teacher, learner, admin] = await Promise.all([
    makeSeller(app),
    makePerson(app),
    makePerson(app, { role: 'admin' }),
  ]);
  const { id } = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 600 });
  const { billReference } = await learner.collection('payments').create({ packagePurchase: id, method: 'paynow' });
  const head =
    'Transaction Date,Value Date,Transaction Description 1,Transaction Description 2,Debit,Credit,Running Balance';
  const line = `21 Nov 2026,21 Nov 2026,INCOMING PAYNOW,${billReference},,"631.00",`;
  await admin.send('/api/marketplace/bank/import', { method: 'POST', body: { csv: [head, line].join('\n') } });
  await learner.collection('package_refunds').create({ packagePurchase: id });
  const refunds = await learner.collection('refunds').getFullList({ sort: 'amountCents' });
  expect(refunds).toMatchObject([
    { amountCents: 400, status: 'sent' },
    { amountCents: 62_700, status: 'sent' },
  ]);
  const told = await learner.collection('notifications').getFullList({ filter: `title = 'Package ended'` });
  expect(told.map(({ message }) => message)).toEqual([expect.stringContaining('S$627.00 is on its way back to you.')]);
});

test('weekly lessons that somebody says to have paid are all kept until an hour before the first, and none of them longer', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const wish = { instructor: teacher.id, start: '2026-11-21T09:00:00Z', durationMinutes: 60, weeks: [0, 1, 2] };
  const { id: lessonSeries } = await learner.collection('lessons').create(wish);
  const { id } = await learner.collection('payments').create({ lessonSeries, method: 'paynow' });
  const said = await learner.send(`/api/marketplace/payments/${id}/declare`, { method: 'POST' });
  expect(said.until).toBe('2026-11-21T08:00:00.000Z');
  app.clock.set('2026-11-21T08:00:00Z');
  await app.app.sweepers.runDue();
  const lessons = await learner.collection('lessons').getFullList();
  expect(lessons.map(({ status }) => status)).toEqual(['expired', 'expired', 'expired']);
  expect((await learner.collection('payments').getOne(id)).status).toBe('expired');
});
