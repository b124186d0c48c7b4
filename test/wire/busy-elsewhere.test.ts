import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '../support/start-app.ts';

let app: TestApp;
let teacher: Teacher;
let learner: Awaited<ReturnType<typeof makePerson>>;

const nine = '2026-12-01T09:00:00+08:00';
const fourteen = '2026-12-01T14:00:00+08:00';

beforeAll(async () => {
  app = await startApp();
  teacher = await makeInstructor(app);
  const other = await makeInstructor(app);
  learner = await makePerson(app);
  const given = { durationMinutes: 60, status: 'confirmed' };
  const someone = await makePerson(app);
  await app.root.collection('lessons').create({ ...given, instructor: teacher.id, learner: someone.id, start: nine });
  await app.root.collection('lessons').create({ ...given, instructor: other.id, learner: learner.id, start: fourteen });
  await learner.collection('conversations').create({ instructor: teacher.id });
});
afterAll(() => app.close());

/** The local hours of a day that a refusal of a taken time offers. */
async function offered(call: Promise<unknown>): Promise<string[]> {
  const { data } = await refusalOf(call);
  expect(data.start?.code).toBe('slot_taken');
  const slots = data.start?.params?.slots as Array<{ start: string }>;
  return slots.map(({ start }) => start.slice(11, 16));
}

test('an instructor who books for a learner is not told when that learner drives with somebody else', async () => {
  const wish = { instructor: teacher.id, start: nine, durationMinutes: 60 };
  const forLearner = teacher.client.collection('lessons').create({ ...wish, learner: learner.id });
  expect(await offered(forLearner)).toContain('06:00');
  // The learner is offered only what is free for both.
  expect(await offered(learner.collection('lessons').create(wish))).not.toContain('06:00');
});

test('nor one who wants another time for a lesson with them', async () => {
  const lesson = await app.root.collection('lessons').create({
    instructor: teacher.id,
    learner: learner.id,
    start: '2026-12-02T11:00:00+08:00',
    durationMinutes: 60,
    status: 'confirmed',
  });
  const wish = { lesson: lesson.id, start: nine };
  expect(await offered(teacher.client.collection('reschedules').create(wish))).toContain('06:00');
  expect(await offered(learner.collection('reschedules').create(wish))).not.toContain('06:00');
});
