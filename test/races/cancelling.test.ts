import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerFaults, makeInstructor, makePerson, startApp, type TestApp } from '../support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const card = { method: 'card', cardNumber: '4242424242424242' };
const start = '2026-11-21T10:30:00+08:00';

async function held() {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const lesson = (await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 }))
    .id;
  const pay = () => learner.collection('payments').create({ lesson, ...card });
  const read = () => learner.collection('lessons').getOne(lesson);
  const payments = () => learner.collection('payments').getFullList({ filter: `lesson = '${lesson}'` });
  return { teacher, learner, lesson, pay, read, payments };
}

const fulfilled = (answers: PromiseSettledResult<unknown>[]) =>
  answers.filter(({ status }) => status === 'fulfilled').length;

test('both sides cancel at once, several times: one cancellation, one refund', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { teacher, learner, lesson, pay, payments } = await held();
    await pay();
    const answers = await Promise.allSettled(
      [learner, teacher.client, learner, teacher.client].map((who) =>
        who.collection('cancellations').create({ lesson }),
      ),
    );
    expect(fulfilled(answers)).toBe(1);
    const [cancellation] = await learner.collection('cancellations').getFullList({ filter: `lesson = '${lesson}'` });
    const [payment] = await payments();
    expect(payment?.refundedCents).toBe(cancellation?.refundCents);
  }
  expect(await ledgerFaults(app.db)).toEqual([]);
});

test('the same cancellation sent many times at once is one, and all are answered alike', async () => {
  const { learner, lesson, pay } = await held();
  await pay();
  const body = { id: 'cancelmanytimes', lesson, reason: 'Double tap' };
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => learner.collection('cancellations').create(body)));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});

test('[rule 5] chosen as credit and sent many times at once, beside the same to the card: one of them, once', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { learner, lesson, pay, payments } = await held();
    await pay();
    const ask = (refundTo: string) => learner.collection('cancellations').create({ lesson, refundTo });
    const answers = await Promise.allSettled(['credit', '', 'credit', '', 'credit'].map(ask));
    expect(fulfilled(answers)).toBe(1);
    const [cancellation] = await learner.collection('cancellations').getFullList({ filter: `lesson = '${lesson}'` });
    const { creditCents } = await learner.send('/api/marketplace/balance', {});
    const [payment] = await payments();
    // The price that comes back, and what of the rest the mercy pass made credit, are all that was paid.
    const refundCents = cancellation?.refundTo === 'credit' ? 0 : cancellation?.refundCents;
    expect([payment?.refundedCents, creditCents]).toEqual([refundCents, Number(payment?.amountCents) - refundCents]);
  }
  expect(await ledgerFaults(app.db)).toEqual([]);
});

test('cancelled and started at once: one of them', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { teacher, learner, lesson, pay, read } = await held();
    await pay();
    app.clock.set('2026-11-21T10:20:00+08:00');
    const { startCode } = await read();
    const [cancelled, started] = await Promise.allSettled([
      learner.collection('cancellations').create({ lesson }),
      teacher.client.collection('lesson_starts').create({ lesson, code: startCode, pdlSeen: true }),
    ]);
    const outcome = [cancelled?.status, started?.status, (await read()).status];
    expect([
      ['fulfilled', 'rejected', 'cancelled_by_learner'],
      ['rejected', 'fulfilled', 'in_progress'],
    ]).toContainEqual(outcome);
    app.clock.set('2026-11-21T10:00:00+08:00');
  }
  expect(await ledgerFaults(app.db)).toEqual([]);
});

test('let go and paid at once: what was paid is held for a lesson that stands, or on its way back by the terms', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { learner, lesson, pay, read, payments } = await held();
    await Promise.allSettled([learner.collection('cancellations').create({ lesson }), pay()]);
    const { status } = await read();
    expect(['confirmed', 'cancelled_by_learner']).toContain(status);
    const [cancellation] = await learner.collection('cancellations').getFullList({ filter: `lesson = '${lesson}'` });
    const [payment] = (await payments()).filter(({ amountCents }) => amountCents > 0);
    if (status === 'cancelled_by_learner' && payment?.succeededAt && cancellation?.feeCents === 0) {
      expect(payment.status).toBe('refunded');
    }
  }
  expect(await ledgerFaults(app.db)).toEqual([]);
});

test('[rule 7] two late cancellations of one learner at once use one mercy pass', async () => {
  const learner = await makePerson(app);
  const lessons: string[] = [];
  for (const hour of [12, 14, 16]) {
    const teacher = await makeInstructor(app);
    const lesson = await learner
      .collection('lessons')
      .create({ instructor: teacher.id, start: `2026-11-21T${hour}:00:00+08:00`, durationMinutes: 60 });
    await learner.collection('payments').create({ lesson: lesson.id, ...card });
    lessons.push(lesson.id);
  }
  const answers = await Promise.all(lessons.map((lesson) => learner.collection('cancellations').create({ lesson })));
  expect(answers.filter(({ usesMercyPass }) => usesMercyPass)).toHaveLength(1);
});

test('[26.42] two accounts of one person that cancel late at once use one mercy pass', async () => {
  for (let round = 0; round < 4; round += 1) {
    const cancelling = await Promise.all(
      [1, 2].map(async () => {
        const { learner, lesson, pay } = await held();
        await pay();
        await app.db.query('update users set phone = $2 where id = $1', [learner.id, `+659123004${round}`]);
        await app.db.query('update users set "phoneProved" = now() where id = $1', [learner.id]);
        return { learner, lesson };
      }),
    );
    const answers = await Promise.all(
      cancelling.map(({ learner, lesson }) => learner.collection('cancellations').create({ lesson })),
    );
    expect(answers.map(({ usesMercyPass }) => usesMercyPass).sort()).toEqual([false, true]);
  }
});
