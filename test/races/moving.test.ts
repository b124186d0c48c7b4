import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerFaults, makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const card = { method: 'card', cardNumber: '4242424242424242' };
type Person = Awaited<ReturnType<typeof makePerson>>;

async function book(learner: Person, instructor: string, start: string): Promise<string> {
  const made = await learner.collection('lessons').create({ instructor, start, durationMinutes: 60 });
  await learner.collection('payments').create({ lesson: made.id, ...card });
  return made.id;
}
const moveTo = (by: Person, lesson: string, start: string) => by.collection('reschedules').create({ lesson, start });
const startOf = async (lesson: string) => (await app.root.collection('lessons').getOne(lesson)).start;
const doneOf = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.filter(({ status }) => status === 'fulfilled').length;
const codeOf = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'rejected' ? `${outcome.reason.status} ${Object.keys(outcome.reason.response.data)}` : 'ok';

test('of a move and a booking of one time one has it', async () => {
  const [teacher, learner, other] = await Promise.all([makeInstructor(app), makePerson(app), makePerson(app)]);
  for (let day = 1; day <= 6; day++) {
    const lesson = await book(learner, teacher.id, `2026-12-0${day}T02:00:00Z`);
    const wanted = `2026-12-0${day}T06:00:00Z`;
    const outcomes = await Promise.allSettled([
      moveTo(learner, lesson, wanted),
      other.collection('lessons').create({ instructor: teacher.id, start: wanted, durationMinutes: 60 }),
    ]);
    expect(doneOf(outcomes)).toBe(1);
    expect(outcomes.map(codeOf)).toContain('409 start');
  }
});

test('two lessons that want each other’s times both answer, and stay apart', async () => {
  const [teacher, other, learner] = await Promise.all([makeInstructor(app), makeInstructor(app), makePerson(app)]);
  for (let day = 1; day <= 5; day++) {
    const [one, two] = [`2026-12-1${day}T02:00:00Z`, `2026-12-1${day}T06:00:00Z`];
    const first = await book(learner, teacher.id, one);
    const second = await book(learner, other.id, two);
    const outcomes = await Promise.allSettled([moveTo(learner, first, two), moveTo(learner, second, one)]);
    for (const outcome of outcomes) expect(['ok', '409 start']).toContain(codeOf(outcome));
    expect(await startOf(first)).not.toBe(await startOf(second));
    // Both to one time that was free: the learner can be at one place only.
    const third = `2026-12-1${day}T09:00:00Z`;
    const both = await Promise.allSettled([moveTo(learner, first, third), moveTo(learner, second, third)]);
    expect(doneOf(both)).toBe(1);
    for (const outcome of both) expect(['ok', '409 start']).toContain(codeOf(outcome));
  }
});

test('two answers at once have one effect', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  for (let day = 2; day <= 5; day++) {
    app.clock.set('2026-11-21T10:00:00+08:00');
    const lesson = await book(learner, teacher.id, `2026-11-22T0${day}:00:00Z`);
    app.clock.set('2026-11-21T20:00:00+08:00');
    const proposal = await moveTo(learner, lesson, `2026-11-25T0${day}:00:00Z`);
    const outcomes = await Promise.allSettled(
      ['accepted', 'refused', 'accepted', 'refused'].map((status) =>
        teacher.client.collection('reschedules').update(proposal.id, { status }),
      ),
    );
    expect(doneOf(outcomes)).toBe(1);
    const { status } = await learner.collection('reschedules').getOne(proposal.id);
    const day0 = status === 'accepted' ? '25' : '22';
    expect(await startOf(lesson)).toBe(`2026-11-${day0} 0${day}:00:00.000Z`);
  }
});

test('of moves at once to different times two count at most', async () => {
  app.clock.set('2026-11-21T10:00:00+08:00');
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const lesson = await book(learner, teacher.id, '2026-11-28T02:00:00Z');
  const outcomes = await Promise.allSettled(
    [3, 4, 5, 6, 7].map((hour) => moveTo(learner, lesson, `2026-11-28T0${hour}:00:00Z`)),
  );
  expect(doneOf(outcomes)).toBe(2);
  expect(await ledgerFaults(app.db)).toEqual([]);
});

test('a move and a cancellation at once: the lesson ends cancelled, and its money goes back once', async () => {
  app.clock.set('2026-11-21T10:00:00+08:00');
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  for (let hour = 2; hour <= 5; hour++) {
    const lesson = await book(learner, teacher.id, `2026-11-30T0${hour}:00:00Z`);
    const [, cancelled] = await Promise.allSettled([
      moveTo(teacher.client, lesson, `2026-12-02T0${hour}:00:00Z`),
      learner.collection('cancellations').create({ lesson }),
    ]);
    expect(cancelled.status).toBe('fulfilled');
    expect((await app.root.collection('lessons').getOne(lesson)).status).toBe('cancelled_by_learner');
    const refunds = await app.db.query(
      `select r."amountCents" from refunds r join payments p on p.id = r.payment where p.lesson = $1`,
      [lesson],
    );
    expect(refunds).toEqual([{ amountCents: 6600 }]);
  }
  expect(await ledgerFaults(app.db)).toEqual([]);
});
