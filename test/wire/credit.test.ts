import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerFaults, makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '../support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const card = { method: 'card', cardNumber: '4242424242424242' };

/** A learner with so much credit, out of the platform's goodwill. */
async function withCredit(cents: number) {
  const learner = await makePerson(app);
  await app.db.query(`select post_ledger_transaction($1, 'goodwill', null, null, now(), $2::jsonb)`, [
    `test credit ${learner.id}`,
    JSON.stringify([
      { account: 'goodwill', cents },
      { account: `learner_credit:${learner.id}`, cents: -cents },
    ]),
  ]);
  const creditCents = async () => (await learner.send('/api/marketplace/balance', {})).creditCents;
  const hold = async (start: string) => {
    const teacher = await makeInstructor(app);
    return (await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 })).id;
  };
  return { learner, creditCents, hold };
}

test('credit pays a whole lesson, and what is left stays', async () => {
  const { learner, creditCents, hold } = await withCredit(8000);
  const lesson = await hold('2026-12-01T02:00:00Z');
  const payment = await learner.collection('payments').create({ lesson, method: 'credit' });
  expect(payment).toMatchObject({ amountCents: 6600, status: 'succeeded', method: 'credit' });
  expect((await learner.collection('lessons').getOne(lesson)).status).toBe('confirmed');
  expect(await creditCents()).toBe(1400);
  expect(await ledgerFaults(app.db)).toEqual([]);
});

test('[rule 22] credit pays in part, a card the rest; both come back the way they came', async () => {
  const { learner, creditCents, hold } = await withCredit(2000);
  const lesson = await hold('2026-12-02T02:00:00Z');
  expect(await learner.collection('payments').create({ lesson, method: 'credit' })).toMatchObject({
    amountCents: 2000,
  });
  expect((await learner.collection('lessons').getOne(lesson)).status).toBe('held');
  expect(await learner.collection('payments').create({ lesson, ...card })).toMatchObject({ amountCents: 4600 });
  expect((await learner.collection('lessons').getOne(lesson)).status).toBe('confirmed');
  expect(await creditCents()).toBe(0);
  const cancellation = await learner.collection('cancellations').create({ lesson });
  expect(cancellation).toMatchObject({ refundCents: 6600, creditCents: 0 });
  expect(await creditCents()).toBe(2000);
  const { items } = await learner.send('/api/marketplace/credit', {});
  expect(items.map(({ amountCents, balanceCents }: Record<string, number>) => [amountCents, balanceCents])).toEqual([
    [2000, 2000],
    [-2000, 0],
    [2000, 2000],
  ]);
});

test('a hold that is let go gives the credit back', async () => {
  const { learner, creditCents, hold } = await withCredit(2000);
  const lesson = await hold('2026-12-03T02:00:00Z');
  await learner.collection('payments').create({ lesson, method: 'credit' });
  expect(await learner.collection('cancellations').create({ lesson })).toMatchObject({
    refundCents: 2000,
    feeCents: 0,
  });
  expect(await creditCents()).toBe(2000);
});

test('without credit it is refused at the method, a second time at the lesson', async () => {
  const { learner, hold } = await withCredit(2000);
  const lesson = await hold('2026-12-04T02:00:00Z');
  const body = { id: 'credit000000001', lesson, method: 'credit' };
  const first = await learner.collection('payments').create(body);
  expect(await learner.collection('payments').create(body)).toEqual(first);
  const poor = await refusalOf(learner.collection('payments').create({ lesson, method: 'credit' }));
  expect([poor.status, poor.data.method?.code]).toEqual([400, 'no_credit']);
});

test('credit spent on many lessons at once is spent once', async () => {
  const { learner, creditCents, hold } = await withCredit(8000);
  const lessons: string[] = [];
  for (const day of [5, 6, 7, 8, 9]) lessons.push(await hold(`2026-12-0${day}T02:00:00Z`));
  const answers = await Promise.allSettled(
    lessons.map((lesson) => learner.collection('payments').create({ lesson, method: 'credit' })),
  );
  const paid = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [Number(answer.value.amountCents)] : []));
  expect(paid.sort((one, other) => other - one)).toEqual([6600, 1400]);
  expect(await creditCents()).toBe(0);
  expect(await ledgerFaults(app.db)).toEqual([]);
});

test('guests have no balance, and nobody sees another one’s', async () => {
  expect((await refusalOf(app.guest().send('/api/marketplace/balance', {}))).status).toBe(401);
  expect((await refusalOf(app.guest().send('/api/marketplace/credit', {}))).status).toBe(401);
  const other = await makePerson(app);
  expect(await other.send('/api/marketplace/balance', {})).toEqual({ creditCents: 0, packages: [] });
});
