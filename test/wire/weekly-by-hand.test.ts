import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ payNow: { uen: '202612345K', name: 'KERBSIDE', holdHours: 12 } });
});
afterAll(() => app.close());

test('[12.2] [14.29] weekly lessons that somebody says to have paid are all kept until an hour before the first, and none of them longer', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const wish = { instructor: teacher.id, start: '2026-11-21T09:00:00Z', durationMinutes: 60, weeks: [0, 1, 2] };
  const { id: lessonSeries } = await learner.collection('lessons').create(wish);
  const { id } = await learner.collection('payments').create({ lessonSeries, method: 'paynow' });
  const said = await learner.send(`/api/marketplace/payments/${id}/declare`, { method: 'POST' });
  expect(said.until).toBe('2026-11-21T08:00:00.000Z');
  app.clock.set('2026-11-21T08:00:00Z');
  await app.app.sweepers.runDue();
  const lessons = await learner.collection('lessons').getFullList();
  expect(lessons.map(({ status }) => status)).toEqual(['expired', 'expired', 'expired']);
  expect((await learner.collection('payments').getOne(id)).status).toBe('expired');
});
