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

  test('compare with the span of the same length before it', async () => {
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

  test('open to the active learners that they count, searched, ordered and as a file', async () => {
    const { db, root } = app;
    const [busy, gone] = [await makePerson(app), await makePerson(app)];
    await db.query('update users set name = $2 where id = $1', [busy.id, 'Aaron Busy']);
    const give = (id: string, start: string, status = 'closed') =>
      root
        .collection('lessons')
        .create({ instructor: teacher.id, learner: id, start, durationMinutes: 60, status, priceCents: 6600 });
    await give(busy.id, '2026-09-01T02:00:00Z');
    await give(busy.id, '2026-09-01T05:00:00Z');
    await give(busy.id, '2026-09-02T02:00:00Z', 'cancelled_by_learner');
    await give(busy.id, '2025-12-30T02:00:00Z');
    await give(gone.id, '2026-09-03T02:00:00Z', 'no_show_learner');
    await give(gone.id, '2026-09-04T02:00:00Z');
    const span = { from: '2026-09-01', to: '2026-10-01' };
    const rows = (query: Record<string, string> = {}, client: PocketBase = admin) =>
      client.send('/api/marketplace/analytics/learners', { query: { ...span, ...query } });
    const found = async (query: Record<string, string>) =>
      (await rows(query)).items.map(({ id, days }: { id: string; days: number }) => [id, days]);
    expect((await ask(admin, span)).figures.activeLearners).toBe(2);
    expect((await rows()).items[1]).toEqual({
      ...{ id: busy.id, name: 'Aaron Busy', days: 1, lessons: 2 },
      last: '2026-09-01T05:00:00.000Z',
    });
    expect(await found({})).toEqual([
      [gone.id, 2],
      [busy.id, 1],
    ]);
    expect(await found({ sort: 'days' })).toEqual([
      [busy.id, 1],
      [gone.id, 2],
    ]);
    expect(await found({ q: 'busy' })).toEqual([[busy.id, 1]]);
    expect(await found({ q: 'busy', sort: '-name' })).toEqual([[busy.id, 1]]);
    expect(await found({ page: '2', perPage: '1' })).toEqual([[busy.id, 1]]);
    // Over two years each counts once, as in the figure.
    const years = { from: '2025-12-30', to: '2026-10-01' };
    expect(await found(years)).toEqual(
      [
        [busy.id, 2],
        [gone.id, 2],
      ].sort(),
    );
    expect((await ask(admin, years)).figures.activeLearners).toBe(2);
    // Of a closed account nothing is told but that it was there, after all the others.
    await db.query(`update users set name = '', email = '', _closed = '2026-11-21T02:00:00Z' where id = $1`, [gone.id]);
    const byName = (await rows({ sort: 'name' })).items;
    expect(byName.map(({ name }: { name: string }) => name)).toEqual(['Aaron Busy', '']);
    const file = await admin.send('/api/marketplace/analytics/learners.csv', {
      query: { ...span, q: 'busy' },
      fetch: async (url, config) => {
        const answer = await fetch(url, config);
        return Response.json({ type: answer.headers.get('content-type'), text: await answer.text() });
      },
    });
    expect(file.type).toBe('text/csv; charset=utf-8');
    expect(file.text.split('\r\n').slice(1, 3)).toEqual([`Aaron Busy,1,2,2026-09-01,13:00,${busy.id}`, '']);
    expect((await refusalOf(rows({ sort: 'email' }))).data.sort?.code).toBe('validation_in_invalid');
    expect((await refusalOf(rows({}, learner))).status).toBe(403);
  });
});
