import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';
import { followShown } from './follow-shown.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('a booking, a changed profile and a review tell that pages are old; a message does not', async () => {
  const [teacher, learner] = [await makeInstructor(app), await makePerson(app)];
  let changes = 0;
  followShown(app.app.engine.realtime, () => changes++);
  const isTold = async (run: () => Promise<unknown>) => {
    const before = changes;
    await run();
    return changes > before;
  };
  const at = { instructor: teacher.id, start: '2026-11-24T09:00:00+08:00', durationMinutes: 60 };
  expect(await isTold(() => learner.collection('lessons').create(at))).toBe(true);
  expect(await isTold(() => teacher.client.collection('instructors').update(teacher.id, { bio: 'Calm' }))).toBe(true);
  const given = { ...at, start: '2026-11-20T09:00:00+08:00', learner: learner.id, status: 'completed' };
  const { id: lesson } = await app.root.collection('lessons').create(given);
  expect(await isTold(() => app.root.collection('reviews').create({ lesson, rating: 5 }))).toBe(true);
  expect(await isTold(() => learner.collection('users').update(learner.id, { name: 'Mei' }))).toBe(false);
});
