import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('what a move did to the money are the entries of its lesson at its instant', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const wish = { instructor: teacher.id, start: '2026-11-22T10:00:00+08:00', durationMinutes: 60 };
  app.clock.set('2026-11-21T09:00:00+08:00');
  const { id: lesson } = await learner.collection('lessons').create(wish);
  app.clock.advance(1);
  await learner.collection('payments').create({ lesson, method: 'card', cardNumber: '4242424242424242' });
  // 13 hours ahead, with the mercy pass: half goes back, half becomes credit, and the instructor has S$3.30 of the platform.
  app.clock.set('2026-11-21T21:00:00+08:00');
  await learner.collection('cancellations').create({ lesson });
  const rows = await app.db.query<{ event: string; account: string; cents: number }>(
    `select m.event, split_part(e.account, ':', 1) as account, sum(e."amountCents")::integer as cents
     from lesson_moves m left join ledger_transactions t on t.lesson = m.lesson and t.created = m.created and t.kind <> 'refund_paid'
       left join ledger_entries e on e.transaction = t.id
     where m.lesson = $1 group by m.sequence, m.event, 2 having coalesce(sum(e."amountCents"), 0) <> 0 order by m.sequence, 2`,
    [lesson],
  );
  expect(rows.map(({ event, account, cents }) => [event, account, cents])).toEqual([
    ['pay', 'held', -6600],
    ['pay', 'provider_clearing', 6600],
    ['cancel', 'goodwill', 330],
    ['cancel', 'held', 6600],
    ['cancel', 'instructor_payable', -330],
    ['cancel', 'learner_credit', -3300],
    ['cancel', 'refunds_due', -3300],
  ]);
});
