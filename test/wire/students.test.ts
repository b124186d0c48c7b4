import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let teacher: Teacher;
let other: Teacher;
let [mei, arjun]: Array<PocketBase & { id: string }> = [];

const ask = (client: PocketBase, query: Record<string, string> = {}) =>
  client.send('/api/marketplace/students', { query });
const namesOf = ({ items }: { items: Array<{ learner: { name: string } }> }) =>
  items.map(({ learner }) => learner.name);

async function give(
  to: Teacher,
  learner: string,
  start: string,
  fields: Record<string, unknown> = {},
): Promise<string> {
  const lesson = { instructor: to.id, learner, start, durationMinutes: 90, status: 'completed', ...fields };
  return (await app.root.collection('lessons').create(lesson)).id;
}

beforeAll(async () => {
  app = await startApp();
  [teacher, other] = await Promise.all([makeInstructor(app), makeInstructor(app)]);
  [mei, arjun] = [await makePerson(app), await makePerson(app)];
  await mei.collection('users').update(mei.id, { name: 'Mei Ling' });
  await arjun.collection('users').update(arjun.id, { name: 'Arjun' });
  const log = (lesson: string, level: number) =>
    app.root.collection('lesson_logs').create({ lesson, skills: [{ skill: 'steering', level }] });
  await log(await give(teacher, mei.id, '2026-11-02T02:00:00Z'), 2);
  await log(await give(teacher, mei.id, '2026-11-09T02:00:00Z'), 4);
  await log(await give(other, mei.id, '2026-11-10T02:00:00Z'), 1);
  await give(teacher, mei.id, '2026-11-30T02:00:00Z', { status: 'confirmed' });
  await give(teacher, arjun.id, '2026-10-01T02:00:00Z', { durationMinutes: 60 });
  await give(teacher, arjun.id, '2026-12-01T02:00:00Z', { status: 'cancelled_by_learner' });
});
afterAll(() => app.close());

describe('the students of an instructor', () => {
  test('have their lessons, hours, next lesson and the skills that this instructor logged', async () => {
    const { items, totalItems } = await ask(teacher.client);
    expect(totalItems).toBe(2);
    expect(items[0]).toMatchObject({
      learner: { id: mei?.id, name: 'Mei Ling' },
      completedLessons: 2,
      completedMinutes: 180,
      since: '2026-11-02T02:00:00.000Z',
      lastLessonStart: '2026-11-09T02:00:00.000Z',
      nextLesson: { id: expect.any(String), start: '2026-11-30T02:00:00.000Z' },
      skills: [{ skill: 'steering', name: 'Steering', level: 4, percent: 80 }],
    });
    expect(items[1]).toMatchObject({ completedMinutes: 60, nextLesson: null, skills: [] });
  });

  test('are searched, filtered, sorted and paged', async () => {
    expect(namesOf(await ask(teacher.client, { q: 'ling' }))).toEqual(['Mei Ling']);
    expect(namesOf(await ask(teacher.client, { q: '%' }))).toEqual([]);
    expect(namesOf(await ask(teacher.client, { state: 'booked' }))).toEqual(['Mei Ling']);
    expect(namesOf(await ask(teacher.client, { state: 'free' }))).toEqual(['Arjun']);
    expect(namesOf(await ask(teacher.client, { sort: 'name' }))).toEqual(['Arjun', 'Mei Ling']);
    expect(namesOf(await ask(teacher.client, { sort: 'hours' }))).toEqual(['Arjun', 'Mei Ling']);
    const page = await ask(teacher.client, { sort: 'name', perPage: '1', page: '2' });
    expect([namesOf(page), page.totalPages]).toEqual([['Mei Ling'], 2]);
    const { data } = await refusalOf(ask(teacher.client, { sort: 'email' }));
    expect(data.sort?.code).toBe('validation_in_invalid');
  });

  test('are the instructor’s own: others have theirs, learners and admins none, guests are refused', async () => {
    expect(namesOf(await ask(other.client))).toEqual(['Mei Ling']);
    const admin = await makePerson(app, { role: 'admin' });
    for (const client of [mei, admin]) expect((await ask(client ?? app.guest())).totalItems).toBe(0);
    expect((await refusalOf(ask(app.guest()))).status).toBe(401);
  });
});
