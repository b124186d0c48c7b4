import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let admin: PocketBase & { id: string };
let learner: PocketBase & { id: string };
let teacher: Teacher;

const ask = (client: PocketBase, query: Record<string, string> = {}) =>
  client.send('/api/marketplace/analytics', { query });

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, { role: 'admin' });
  learner = await makePerson(app);
  teacher = await makeInstructor(app);
  await app.db.query(`update users set created = '2026-11-21T01:00:00Z'`);
  const give = (start: string, status: string) =>
    app.root
      .collection('lessons')
      .create({ instructor: teacher.id, learner: learner.id, start, durationMinutes: 60, status, priceCents: 6600 });
  await give('2026-11-02T02:00:00Z', 'completed');
  await give('2026-11-03T02:00:00Z', 'closed');
  await give('2026-11-03T04:00:00Z', 'cancelled_by_learner');
  await give('2026-11-04T02:00:00Z', 'no_show_learner');
  await give('2026-10-31T15:59:00Z', 'completed');
  await give('2026-10-30T02:00:00Z', 'expired');
  const booked = await learner
    .collection('lessons')
    .create({ instructor: teacher.id, start: '2026-11-30T02:00:00Z', durationMinutes: 60 });
  await learner.collection('payments').create({ lesson: booked.id, method: 'card', cardNumber: '4242424242424242' });
  await app.db.query(
    `select post_ledger_transaction('settlement:a', 'settlement', $1, null, '2026-11-21T02:00:00Z', $2)`,
    [
      booked.id,
      JSON.stringify([
        { account: `held:${booked.id}`, cents: 6600 },
        { account: 'platform_fees', cents: -660 },
        { account: `instructor_payable:${teacher.id}`, cents: -5940 },
      ]),
    ],
  );
});
afterAll(() => app.close());

describe('the platform’s analytics', () => {
  test('count the local month live: people, lessons by status, money and the cancellation rate', async () => {
    const { figures, listedInstructors, from, to } = await ask(admin);
    expect([from, to]).toEqual(['2026-10-31T16:00:00.000Z', '2026-11-30T16:00:00.000Z']);
    expect(listedInstructors).toBe(1);
    expect(figures).toEqual({
      users: 3,
      newUsers: 3,
      activeLearners: 1,
      activeInstructors: 1,
      lessons: 5,
      completedLessons: 2,
      cancelledLessons: 1,
      lessonsByStatus: { completed: 1, closed: 1, cancelled_by_learner: 1, no_show_learner: 1, confirmed: 1 },
      revenueCents: 6600,
      refundedCents: 0,
      feesCents: 660,
      cancellationRate: 0.2,
    });
  });

  test('[14.11] compare with the span of the same length before it', async () => {
    const { previous, previousFigures } = await ask(admin, { from: '2026-11-01', to: '2026-11-03' });
    expect(previous).toEqual({ from: '2026-10-29T16:00:00.000Z', to: '2026-10-31T16:00:00.000Z' });
    expect(previousFigures).toMatchObject({ lessons: 1, users: 0, revenueCents: 0, cancellationRate: 0 });
  });

  test('have a row for every day, also for those on which nothing happened', async () => {
    const { unit, buckets } = await ask(admin, { from: '2026-11-01', to: '2026-11-05' });
    expect(unit).toBe('day');
    expect(buckets.map((bucket: { date: string; lessons: number }) => [bucket.date, bucket.lessons])).toEqual([
      ['2026-11-01', 0],
      ['2026-11-02', 1],
      ['2026-11-03', 2],
      ['2026-11-04', 1],
    ]);
  });

  test('have weeks and months for longer spans, which sum to the same', async () => {
    for (const [from, unit] of [
      ['2026-09-01', 'week'],
      ['2026-01-01', 'month'],
    ] as const) {
      const { unit: given, buckets, figures } = await ask(admin, { from, to: '2026-12-01' });
      expect(given).toBe(unit);
      const sum = buckets.reduce((total: number, { lessons }: { lessons: number }) => total + lessons, 0);
      expect(sum).toBe(figures.lessons);
    }
  });

  test('are for admins and superusers alone; nonsense is refused', async () => {
    expect((await refusalOf(ask(app.guest()))).status).toBe(401);
    for (const client of [learner, teacher.client]) expect((await refusalOf(ask(client))).status).toBe(403);
    expect((await ask(app.root)).figures.users).toBe(3);
    const { status, data } = await refusalOf(ask(admin, { from: '2026-12-01', to: 'never' }));
    expect([status, data.to?.code]).toEqual([400, 'validation_invalid_value']);
  });
});
