import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

// What the staff's list of lessons asks (src/web/admin/analytics/lesson-choices.ts), by who asks.
test('everybody’s lessons are found by both names and the place, by admins alone; others find their own', async () => {
  const [admin, moderator, mei, arif, ravi, siti] = await Promise.all([
    makePerson(app, { role: 'admin' }),
    makePerson(app, { role: 'moderator' }),
    makePerson(app),
    makePerson(app),
    makeInstructor(app, { name: 'Ravi 100% Chandran' }),
    makeInstructor(app, { name: 'Siti Rahman' }),
  ]);
  await app.root.collection('users').update(mei.id, { name: 'Mei Ling Tan' });
  const lesson = (instructor: string, learner: string, day: number, fields: object) =>
    app.root.collection('lessons').create({
      instructor,
      learner,
      start: `2026-12-0${day}T02:00:00Z`,
      durationMinutes: 60,
      ...fields,
    });
  const first = await lesson(ravi.id, mei.id, 1, { status: 'disputed', pickup: 'Bedok MRT', postalCode: '460204' });
  const second = await lesson(siti.id, mei.id, 2, { status: 'confirmed', pickup: 'Clementi', postalCode: '129580' });
  const third = await lesson(siti.id, arif.id, 3, { status: 'held', holdExpiresAt: '2030-01-01 00:00:00.000Z' });
  const find = async (client: PocketBase, expression: string, params: object = {}) => {
    const filter = client.filter(expression, { ...params });
    const { items } = await client.collection('lessons').getList(1, 30, { filter, sort: 'start,id' });
    return items.map(({ id }) => id);
  };
  const search = 'instructor.name ~ {:q} || learner.name ~ {:q} || pickup ~ {:q} || postalCode ~ {:q}';
  expect(await find(admin, search, { q: '100\\%' })).toEqual([first.id]);
  expect(await find(admin, search, { q: 'mei ling' })).toEqual([first.id, second.id]);
  expect(await find(admin, search, { q: 'clementi' })).toEqual([second.id]);
  expect(await find(admin, search, { q: '460204' })).toEqual([first.id]);
  expect(await find(admin, "status = 'held' && holdExpiresAt > {:now}", { now: '2026-11-22 00:00:00.000Z' })).toEqual([
    third.id,
  ]);
  expect(await find(mei, search, { q: 'siti' })).toEqual([second.id]);
  expect(await find(siti.client, "status != ''")).toEqual([second.id, third.id]);
  // A learner's name is not an instructor's to ask for, not even through an own lesson.
  expect(await find(siti.client, 'learner.name ~ {:q}', { q: 'mei' })).toEqual([]);
  expect(await find(moderator, "status != ''")).toEqual([]);
  expect(await find(app.guest(), "status != ''")).toEqual([]);
  const page = await admin.collection('lessons').getList(1, 2, { sort: '-start,id', expand: 'instructor,learner' });
  expect([page.totalItems, page.totalPages]).toEqual([3, 2]);
  expect(page.items[1]?.expand).toMatchObject({
    instructor: { name: 'Siti Rahman' },
    learner: { name: 'Mei Ling Tan' },
  });
});
