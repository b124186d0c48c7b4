import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';
import type { LearnerDashboardAnswer } from '#wire/dashboard.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('saved instructors', () => {
  test('stand on the dashboard, saved last first, while they can be booked', async () => {
    const [learner, one, other] = await Promise.all([makePerson(app), makeInstructor(app), makeInstructor(app)]);
    const saved = learner.collection('saved_instructors');
    for (const { id } of [one, other]) {
      await saved.create({ user: learner.id, instructor: id });
      app.clock.advance(1);
    }
    const read = async () => {
      const path = '/api/marketplace/dashboard?view=learner';
      return (await learner.send<LearnerDashboardAnswer>(path, { method: 'GET' })).saved.map(({ id }) => id);
    };
    expect(await read()).toEqual([other.id, one.id]);
    await app.root.collection('instructors').update(other.id, { status: 'paused' });
    expect(await read()).toEqual([one.id]);
  });

  test('are saved once, for oneself, by people who are signed in', async () => {
    const [learner, stranger, { id }] = await Promise.all([makePerson(app), makePerson(app), makeInstructor(app)]);
    const body = { user: learner.id, instructor: id };
    await learner.collection('saved_instructors').create(body);
    const again = await refusalOf(learner.collection('saved_instructors').create(body));
    expect(again.status).toBe(400);
    expect(Object.values(again.data).map(({ code }) => code)).toContain('validation_not_unique');
    for (const client of [stranger, app.guest()]) {
      expect((await refusalOf(client.collection('saved_instructors').create(body))).status).toBe(400);
    }
    const nobody = await refusalOf(
      learner.collection('saved_instructors').create({ user: learner.id, instructor: 'nobody000000000' }),
    );
    expect(nobody.data.instructor?.code).toBe('validation_missing_rel_records');
  });
});
