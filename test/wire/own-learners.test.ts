import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { proveLedger } from '#marketplace/ledger/prove-ledger.ts';
import { closeLessons } from '#marketplace/lessons/closing/close-lessons.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
type Person = Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
afterAll(() => app.close());

const card = { method: 'card', cardNumber: '4242424242424242' };
const addTo = ({ id, client }: Teacher, name = 'Mei Ling') =>
  client
    .collection('own_learners')
    .create({ instructor: id, name, phone: '+6591234567', inviteCode: 'mine', user: client.id });
const join = (learner: Person, code: string) =>
  learner.send('/api/marketplace/own-learners/join', { method: 'POST', body: { code } });
const codeOf = async (call: Promise<unknown>) => {
  const { status, data } = await refusalOf(call);
  return [status, ...Object.entries(data).map(([field, { code }]) => `${field} ${code}`)];
};

test('[rule 20] of an own learner who joined by the code no fee is taken: S$66.00 of S$66.00 are the instructor’s', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const own = await addTo(teacher);
  expect(own).toMatchObject({ user: '', name: 'Mei Ling' });
  expect(own.inviteCode).toMatch(/^\w{20}$/);
  expect(await join(learner, own.inviteCode)).toMatchObject({ instructor: teacher.id });
  await join(learner, own.inviteCode);
  const wanted = { instructor: teacher.id, start: '2026-11-22T02:00:00Z', durationMinutes: 60 };
  const lesson = await learner
    .collection('lessons')
    .create({ ...wanted, ownLearner: 'somebodyelses00' })
    .catch(() => undefined);
  expect(lesson).toBeUndefined();
  const booked = await learner.collection('lessons').create(wanted);
  expect(booked.ownLearner).toBe(own.id);
  await learner.collection('payments').create({ lesson: booked.id, ...card });
  app.clock.set('2026-11-23T03:00:00Z');
  await closeLessons(app.app.engine, app.clock.nowMs());
  const entries = await app.db.query<{ account: string; cents: number }>(
    `select e.account, e."amountCents" as cents from ledger_entries e join ledger_transactions t on t.id = e.transaction
     where t.lesson = $1 and t.kind = 'settlement' order by e.id`,
    [booked.id],
  );
  expect(entries).toEqual([
    { account: `held:${booked.id}`, cents: 6600 },
    { account: `instructor_payable:${teacher.id}`, cents: -6600 },
  ]);
  expect((await proveLedger(app.db)).faults).toEqual([]);
});

test('[rule 20] an instructor names an own learner in place of the learner, once they joined', async () => {
  const [teacher, other, learner] = await Promise.all([makeInstructor(app), makeInstructor(app), makePerson(app)]);
  const own = await addTo(teacher);
  const book = (by: Teacher) =>
    by.client
      .collection('lessons')
      .create({ instructor: by.id, ownLearner: own.id, start: '2026-11-24T02:00:00Z', durationMinutes: 60 });
  expect(await codeOf(book(teacher))).toEqual([400, 'ownLearner not_joined']);
  await join(learner, own.inviteCode);
  expect(await codeOf(book(other))).toEqual([400, 'ownLearner validation_missing_rel_records']);
  expect(await book(teacher)).toMatchObject({ learner: learner.id, ownLearner: own.id, status: 'held' });
});

test('[rule 20] who met here is the market’s learner: neither side can say otherwise afterwards', async () => {
  const [teacher, learner, third] = await Promise.all([makeInstructor(app), makePerson(app), makePerson(app)]);
  const wanted = { instructor: teacher.id, start: '2026-11-25T02:00:00Z', durationMinutes: 60 };
  const lesson = await learner.collection('lessons').create(wanted);
  expect(lesson.ownLearner).toBe('');
  const own = await addTo(teacher);
  expect(await codeOf(join(learner, own.inviteCode))).toEqual([400, 'code met_here']);
  expect(await codeOf(join(teacher.client, own.inviteCode))).toEqual([400, 'code own_lesson']);
  await join(third, own.inviteCode);
  expect(await codeOf(join(await makePerson(app), own.inviteCode))).toEqual([400, 'code taken']);
  expect((await refusalOf(join(third, 'nobody-has-this-code'))).status).toBe(404);
  expect((await refusalOf(learner.collection('own_learners').getOne(own.id))).status).toBe(404);
  const steal = teacher.client.collection('own_learners').update(own.id, { user: learner.id });
  expect((await refusalOf(steal)).status).toBe(400);
});
