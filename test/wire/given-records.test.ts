import { afterAll, beforeAll, expect, test } from 'vitest';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { bookWithPackage, card } from '#support/packages.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => {
  expect((await proveLedger(app.db)).faults).toEqual([]);
  await app.close();
});

const give = (collection: string, body: Record<string, unknown>) => app.root.collection(collection).create(body);

test('a package that a superuser gives is as they say, whatever its instructor offers, and its hours pay lessons', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const pair = { learner: learner.id, instructor: teacher.id };
  const given = await give('package_purchases', {
    ...pair,
    minutes: 600,
    minutesLeft: 120,
    priceCents: 60_000,
    status: 'active',
    expiresOn: '2027-06-30',
  });
  expect(given).toMatchObject({ minutesLeft: 120, priceCents: 60_000, status: 'active', expiresOn: '2027-06-30' });
  await give('payments', { packagePurchase: given.id, method: 'card', amountCents: 60_000 });
  const { payment } = await bookWithPackage(learner, teacher, '2026-12-02T02:00:00Z', 60);
  expect(payment).toMatchObject({ status: 'succeeded', drawnFrom: given.id, drawnMinutes: 60 });
  const { packages } = await learner.send('/api/marketplace/balance', {});
  expect(packages).toMatchObject([{ id: given.id, minutesLeft: 60, expiresOn: '2027-06-30' }]);
});

test('of a package what a superuser leaves out is as if it were bought now, and it waits for its money', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const pair = { learner: learner.id, instructor: teacher.id };
  const given = await give('package_purchases', { ...pair, minutes: 300 });
  expect(given).toMatchObject({ status: 'pending', minutesLeft: 300, priceCents: 33_000, expiresOn: '2027-11-21' });
  await learner.collection('payments').create({ packagePurchase: given.id, ...card });
  expect((await learner.collection('package_purchases').getOne(given.id)).status).toBe('active');
  const wrong = await refusalOf(give('package_purchases', { learner: learner.id, minutes: 450, expiresOn: 'soon' }));
  expect([wrong.status, Object.keys(wrong.data).sort()]).toEqual([400, ['expiresOn', 'instructor', 'minutes']]);
});

test('a lesson that a superuser gives may name an own learner in place of the learner, as the instructor’s may', async () => {
  const [teacher, other] = await Promise.all([makeInstructor(app), makeInstructor(app)]);
  const own = await teacher.client.collection('own_learners').create({ name: 'Siti' });
  const times = { start: new Date(app.clock.nowMs()).toISOString(), durationMinutes: 60 };
  const given = await give('lessons', { instructor: teacher.id, ownLearner: own.id, ...times });
  expect(given).toMatchObject({ learner: '', ownLearner: own.id, status: 'confirmed', startCode: '' });
  await teacher.client.collection('lesson_starts').create({ lesson: given.id, pdlSeen: true });
  expect((await teacher.client.collection('lessons').getOne(given.id)).status).toBe('in_progress');
  const wrong = await refusalOf(give('lessons', { instructor: other.id, ownLearner: own.id, ...times }));
  expect([wrong.status, Object.keys(wrong.data)]).toEqual([400, ['learner']]);
});

test('a payment that a superuser gives confirms the lesson whose time is held, once all of it is paid', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const wanted = { instructor: teacher.id, start: '2026-12-08T02:00:00Z', durationMinutes: 60 };
  const { id: lesson } = await learner.collection('lessons').create(wanted);
  const statusOf = async () => (await learner.collection('lessons').getOne(lesson)).status;
  const half = { lesson, method: 'credit', amountCents: 3000 };
  expect((await give('payments', half)).status).toBe('succeeded');
  expect(await statusOf()).toBe('held');
  expect((await give('payments', { lesson, method: 'card', amountCents: 3600 })).status).toBe('succeeded');
  expect(await statusOf()).toBe('confirmed');
});

test('a proposal that a superuser gives stands, and the other side answers it', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const start = '2026-12-03T02:00:00Z';
  const lesson = await give('lessons', { learner: learner.id, instructor: teacher.id, start, durationMinutes: 60 });
  const given = await give('reschedules', { lesson: lesson.id, start: '2026-12-04T02:00:00Z', status: 'proposed' });
  expect(given).toMatchObject({ status: 'proposed', side: 'learner', fromStart: '2026-12-03 02:00:00.000Z' });
  expect(given.answerBy).not.toBe('');
  expect((await learner.collection('lessons').getOne(lesson.id)).start).toBe('2026-12-03 02:00:00.000Z');
  await teacher.client.collection('reschedules').update(given.id, { status: 'accepted' });
  expect((await learner.collection('lessons').getOne(lesson.id)).start).toBe('2026-12-04 02:00:00.000Z');
});

test('an offer of the waitlist that a superuser gives is taken by holding its time', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const entry = await learner.collection('waitlist_entries').create({ licenceClass: '3A' });
  const slot = { instructor: teacher.id, start: '2026-12-05T02:00:00Z', durationMinutes: 60 };
  const given = await give('waitlist_offers', { entry: entry.id, ...slot });
  expect(given).toMatchObject({ learner: learner.id, status: 'open' });
  expect(Date.parse(given.expiresAt) - app.clock.nowMs()).toBe(20 * 60_000);
  await learner.collection('lessons').create(slot);
  expect((await learner.collection('waitlist_offers').getOne(given.id)).status).toBe('taken');
  const wrong = await refusalOf(give('waitlist_offers', { entry: 'nobody000000000', instructor: teacher.id }));
  expect([wrong.status, Object.keys(wrong.data).sort()]).toEqual([400, ['durationMinutes', 'entry', 'start']]);
});
