import { getTokenPayload } from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buyPackage, makeSeller } from '../support/packages.ts';
import {
  ledgerFaults,
  makeInstructor,
  makePerson,
  refusalOf,
  startApp,
  type Teacher,
  type TestApp,
} from '../support/start-app.ts';

let app: TestApp;
let teacher: Teacher;
let other: Teacher;
let learner: Awaited<ReturnType<typeof makePerson>>;
let lesson: string;
let payment: string;

beforeAll(async () => {
  app = await startApp();
  [teacher, other] = [await makeInstructor(app), await makeInstructor(app)];
  learner = await makePerson(app);
  const start = '2026-11-24T09:00:00+08:00';
  const held = await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });
  const card = { lesson: held.id, method: 'card', cardNumber: '4242424242424242' };
  [lesson, payment] = [held.id, (await learner.collection('payments').create(card)).id];
});
afterAll(() => app.close());

describe('what is paid', () => {
  test.each([
    { priceCents: 1 },
    { 'priceCents+': 1 },
    { durationMinutes: 90 },
    { start: '2026-11-25 01:00:00.000Z' },
    { end: '2026-11-24 03:00:00.000Z' },
    { learner: 'teacher' },
    { instructor: 'other' },
  ])('is not changed by a superuser: a lesson’s %j', async (change) => {
    const name = Object.keys(change)[0]!.replace('+', '');
    const value = name === 'learner' ? teacher.client.id : name === 'instructor' ? other.id : Object.values(change)[0];
    const refusal = await refusalOf(
      app.root.collection('lessons').update(lesson, { [Object.keys(change)[0]!]: value }),
    );
    expect([refusal.status, refusal.data[name]?.code]).toEqual([400, 'kept_by_the_books']);
  });

  test.each([
    { amountCents: 1 },
    { 'amountCents-': 100 },
    { refundedCents: 5 },
    { status: 'failed' },
    { method: 'cash' },
    { chargedCents: 5 },
    { chargedWith: 'another' },
    { drawnFrom: 'another' },
    { drawnMinutes: 5 },
    { lessonSeries: 'another' },
    { provider: 'manual' },
    { providerReference: 'another' },
    { succeededAt: '2026-01-01 00:00:00.000Z' },
    { succeededAt: '' },
  ])('is not changed by a superuser: a payment’s %j', async (change) => {
    const refusal = await refusalOf(app.root.collection('payments').update(payment, change));
    const name = Object.keys(change)[0]!.replace('-', '');
    expect([refusal.status, refusal.data[name]?.code]).toEqual([400, 'kept_by_the_books']);
  });

  test('is nothing that an edit says: a superuser cannot make an open payment a paid one, but write one down', async () => {
    const start = '2026-11-27T09:00:00+08:00';
    const held = await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });
    const open = await learner.collection('payments').create({ lesson: held.id, method: 'paynow' });
    for (const status of ['succeeded', 'refunded', 'part_refunded']) {
      const refusal = await refusalOf(app.root.collection('payments').update(open.id, { status }));
      expect([refusal.status, refusal.data.status?.code]).toEqual([400, 'kept_by_the_books']);
    }
    expect(await app.root.collection('payments').update(open.id, { status: 'failed' })).toMatchObject({
      status: 'failed',
    });
    await app.root.collection('payments').create({ lesson: held.id, method: 'cash' });
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test('is neither deleted nor emptied', async () => {
    for (const [name, id] of [
      ['lessons', lesson],
      ['payments', payment],
    ] as const) {
      expect((await refusalOf(app.root.collection(name).delete(id))).data.id?.code).toBe('kept_by_the_books');
    }
    for (const name of ['users', 'instructors', 'lessons', 'payments']) {
      const refusal = await refusalOf(app.root.collections.truncate(name));
      expect([refusal.status, refusal.data.collection?.code]).toEqual([400, 'kept_by_the_books']);
    }
  });

  test('takes what the books do not speak of, and what stays the same', async () => {
    const kept = await app.root.collection('lessons').getOne(lesson);
    const body = { note: 'Call first', status: 'completed', priceCents: kept.priceCents, start: kept.start };
    expect(await app.root.collection('lessons').update(lesson, body)).toMatchObject({ note: 'Call first' });
    const start = '2026-11-26T09:00:00+08:00';
    const unpaid = { instructor: teacher.id, learner: learner.id, start, durationMinutes: 60, status: 'held' };
    const { id } = await app.root.collection('lessons').create(unpaid);
    expect((await app.root.collection('lessons').update(id, { priceCents: 100 })).priceCents).toBe(100);
  });
});

describe('what a superuser clicks', () => {
  const completed = { learner: '', status: 'completed', start: '2026-11-20T09:00:00+08:00', durationMinutes: 60 };
  const codesOf = async (call: Promise<unknown>) =>
    Object.entries((await refusalOf(call)).data).map(([field, error]) => `${field}: ${error.code}`);

  test('takes no review from its lesson, instructor, author or side', async () => {
    const lessons = app.root.collection('lessons');
    const [one, two] = [
      await lessons.create({ ...completed, instructor: teacher.id, learner: learner.id }),
      await lessons.create({ ...completed, instructor: other.id, learner: (await makePerson(app)).id }),
    ];
    const reviews = app.root.collection('reviews');
    const { id } = await reviews.create({ lesson: one.id, rating: 4, publishedAt: '2026-11-21 00:00:00.000Z' });
    const wrong = { lesson: two.id, instructor: other.id, author: two.learner, side: 'instructor' };
    for (const [name, value] of Object.entries(wrong)) {
      expect(await codesOf(reviews.update(id, { [name]: value }))).toEqual([`${name}: kept_by_the_diary`]);
    }
    expect(
      await reviews.update(id, {
        ...wrong,
        lesson: one.id,
        instructor: teacher.id,
        author: learner.id,
        side: 'learner',
        rating: 5,
      }),
    ).toMatchObject({ rating: 5 });
  });

  test('emptying reviews empties the ratings too', async () => {
    const lesson = await app.root
      .collection('lessons')
      .create({ ...completed, start: '2026-11-19T09:00:00+08:00', instructor: other.id, learner: learner.id });
    await app.root
      .collection('reviews')
      .create({ lesson: lesson.id, rating: 2, publishedAt: '2026-11-20 00:00:00.000Z' });
    const countOf = async () => (await app.root.collection('instructors').getOne(other.id)).ratingCount;
    expect(await countOf()).toBe(1);
    await app.root.collections.truncate('reviews');
    expect(await countOf()).toBe(0);
  });

  test('leaves the rules that lessons were booked under, and a lesson’s trail', async () => {
    expect(await codesOf(app.root.collections.truncate('policies'))).toEqual(['version: in_force']);
    const free = { ...completed, start: '2026-11-30T09:00:00+08:00', status: 'confirmed', instructor: teacher.id };
    const { id } = await app.root.collection('lessons').create({ ...free, learner: learner.id });
    const change = (body: Record<string, unknown>) => codesOf(app.root.collection('lessons').update(id, body));
    expect(await change({ sequence: 9, policyVersion: 99 })).toEqual([
      'sequence: kept_by_the_diary',
      'policyVersion: kept_by_the_diary',
    ]);
    expect(await change({ status: '', lines: 5 })).toEqual([
      'status: validation_required',
      'lines: validation_invalid_value',
    ]);
    expect(await change({ priceCents: 1e12, cancellationHours: -5 })).toEqual([
      'priceCents: validation_max_number_constraint',
      'cancellationHours: validation_min_number_constraint',
    ]);
  });

  test('changes neither a refund nor a paid package, and removes neither', async () => {
    const start = '2026-11-28T09:00:00+08:00';
    const card = { method: 'card', cardNumber: '4242424242424242' };
    const held = await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });
    await learner.collection('payments').create({ lesson: held.id, ...card });
    await learner.collection('cancellations').create({ lesson: held.id });
    const [refund] = await app.root.collection('refunds').getFullList();
    const refunds = app.root.collection('refunds');
    expect(await codesOf(refunds.update(refund!.id, { amountCents: 1 }))).toEqual(['amountCents: kept_by_the_books']);
    expect(await codesOf(refunds.delete(refund!.id))).toEqual(['id: kept_by_the_books']);
    expect(await codesOf(app.root.collections.truncate('refunds'))).toEqual(['id: kept_by_the_books']);
    const packages = app.root.collection('package_purchases');
    const bought = await buyPackage(app, learner, await makeSeller(app));
    expect(await codesOf(packages.update(bought.id, { minutesLeft: 1 }))).toEqual(['minutesLeft: kept_by_the_books']);
    expect(await codesOf(packages.delete(bought.id))).toEqual(['id: kept_by_the_books']);
    expect(await ledgerFaults(app.db)).toEqual([]);
  });
});

test('[10.1.11] a token of somebody else’s is good for an hour, and never for more than a day', async () => {
  const lifeOf = async (seconds: number) => {
    const client = await app.root.collection('users').impersonate(learner.id, seconds);
    return Number(getTokenPayload(client.authStore.token).exp) - app.clock.nowMs() / 1000;
  };
  expect(await lifeOf(0)).toBe(3600);
  expect(await lifeOf(60)).toBe(60);
  expect(await lifeOf(9_000_000_000)).toBe(86_400);
});

test('[10.1.14] an account is deleted by its owner only right after signing in', async () => {
  const person = await makePerson(app);
  const borrowed = await app.root.collection('users').impersonate(person.id, 600);
  app.clock.advance(11);
  await person.collection('users').authRefresh();
  const stale = await refusalOf(person.collection('users').delete(person.id));
  expect([stale.status, stale.data.id?.code]).toEqual([400, 'needs_recent_sign_in']);
  const again = await app.root.collection('users').impersonate(person.id, 600);
  expect((await refusalOf(again.collection('users').delete(person.id))).status).toBe(400);
  expect(borrowed.authStore.record?.id).toBe(person.id);
  await person.collection('users').authWithPassword(`${person.id}@kerbside.example`, 'learner-password');
  expect(await person.collection('users').delete(person.id)).toBe(true);
});
