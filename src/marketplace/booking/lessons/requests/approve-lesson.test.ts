import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerFaults, makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

async function requestedLesson(start: string) {
  const [teacher, learner] = await Promise.all([makeInstructor(app, { instantBooking: false }), makePerson(app)]);
  const lesson = await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });
  const payment = await learner
    .collection('payments')
    .create({ lesson: lesson.id, method: 'card', cardNumber: '4242424242424242' });
  const read = () => learner.collection('lessons').getOne(lesson.id);
  return { teacher, learner, lesson: lesson.id, payment: payment.id, read };
}

test('accept and decline at the same moment: one of them counts', async () => {
  for (let round = 0; round < 4; round++) {
    const { teacher, lesson, payment, learner, read } = await requestedLesson(`2026-12-0${round + 1}T02:00:00Z`);
    const outcomes = await Promise.allSettled(
      ['accept', 'decline', 'accept', 'decline'].map((decision) =>
        teacher.client.collection('approvals').create({ lesson, decision }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { status } = await read();
    const paid = (await learner.collection('payments').getOne(payment)).status;
    expect(['confirmed succeeded', 'declined refunded']).toContain(`${status} ${paid}`);
  }
  expect(await ledgerFaults(app.db)).toEqual([]);
});

test('an answer after the time to answer is over counts for nothing, swept or not', async () => {
  const { teacher, lesson, learner, payment, read } = await requestedLesson('2026-12-08T02:00:00Z');
  expect((await read()).requestExpiresAt).toBe('2026-11-21 14:00:00.000Z');
  app.clock.advance(12 * 60);
  const late = await refusalOf(teacher.client.collection('approvals').create({ lesson, decision: 'accept' }));
  expect([late.status, late.data.lesson?.code]).toEqual([400, 'not_requested']);
  await app.app.sweepers.runDue();
  expect((await read()).status).toBe('declined');
  expect((await learner.collection('payments').getOne(payment)).status).toBe('refunded');
  // Both are told that nobody answered; the instructor was told until when.
  const [told] = await learner.collection('notifications').getFullList({ sort: '-created' });
  expect(told?.message).toContain('did not answer in time about the lesson');
  const messages = (await teacher.client.collection('notifications').getFullList()).map(({ message }) => message);
  expect(messages).toContainEqual(expect.stringContaining('Accept or decline it by Sat 21 Nov, 22:00;'));
  expect(messages).toContainEqual(
    expect.stringMatching(
      /^You did not answer .+ in time.+ The learner gets all the money back; you are charged nothing\.$/,
    ),
  );
});

test('[rule 2] both are told of a declined request what becomes of the money', async () => {
  app.clock.set('2026-11-21T10:00:00+08:00');
  const { teacher, lesson, learner } = await requestedLesson('2026-12-09T02:00:00Z');
  await teacher.client.collection('approvals').create({ lesson, decision: 'decline' });
  const [toLearner] = await learner
    .collection('notifications')
    .getFullList({ filter: `title = 'Lesson not confirmed'` });
  expect(toLearner?.message).toContain('All your money goes back');
  const [told] = await teacher.client
    .collection('notifications')
    .getFullList({ filter: `title = 'A request was declined'` });
  expect(told?.message).toContain('The learner gets all the money back; you are charged nothing.');
});

test('[rule 2] accepted while the time to answer runs out: confirmed with its S$66.00 held, or declined with all of it back', async () => {
  for (let round = 0; round < 4; round++) {
    app.clock.set('2026-11-21T10:00:00+08:00');
    const { teacher, lesson, payment, learner, read } = await requestedLesson(`2026-12-1${round}T02:00:00Z`);
    // A minute before the end of the twelve hours; the sweep that follows is at their end.
    app.clock.advance(12 * 60 - 1);
    const approving = Promise.allSettled(
      [1, 2].map(() => teacher.client.collection('approvals').create({ lesson, decision: 'accept' })),
    );
    if (round % 2 === 1) await new Promise((resolve) => setImmediate(resolve));
    app.clock.advance(1);
    const [answers] = await Promise.all([approving, app.app.sweepers.runDue()]);
    await app.app.sweepers.runDue();
    const { status } = await read();
    const paid = (await learner.collection('payments').getOne(payment)).status;
    const wasAccepted = answers.some((answer) => answer.status === 'fulfilled');
    expect(`${status} ${paid}`).toBe(wasAccepted ? 'confirmed succeeded' : 'declined refunded');
    const [held] = await app.db.query('select -"balanceCents"::int as cents from ledger_accounts where id = $1', [
      `held:${lesson}`,
    ]);
    expect(held).toEqual({ cents: wasAccepted ? 6600 : 0 });
    const moves = await app.db.query(`select event from lesson_moves where lesson = $1 and "from" = 'requested'`, [
      lesson,
    ]);
    expect(moves).toEqual([{ event: wasAccepted ? 'approve' : 'lapse' }]);
  }
  expect(await ledgerFaults(app.db)).toEqual([]);
});

test('a lesson that is near has to be answered within three hours, and its learner is told until when', async () => {
  app.clock.set('2026-11-22T09:00:00+08:00');
  const { read, learner } = await requestedLesson('2026-11-22T13:00:00+08:00');
  expect((await read()).requestExpiresAt).toBe('2026-11-22 04:00:00.000Z');
  const [told] = await learner.collection('notifications').getFullList({ sort: '-created' });
  expect(told?.message).toContain(
    'by Sun 22 Nov, 12:00 at the latest. Without an answer, or if you cancel before there is one, all your money comes back.',
  );
});
