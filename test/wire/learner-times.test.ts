import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => {
  app.clock.set('2026-11-21T10:00:00+08:00');
});
afterAll(() => app.close());

type Client = Pick<Awaited<ReturnType<typeof makePerson>>, 'send' | 'collection'>;

/** From a Monday on. */
const week = { from: '2026-11-23T00:00:00+08:00', to: '2026-11-30T00:00:00+08:00' };
const bedok = '460123';
const woodlands = '730123';

const startsOf = (slots: Array<{ start: string }>) => slots.map(({ start }) => start.slice(8, 16));
const offered = async (client: Client, instructor: string, more: Record<string, unknown> = {}) => {
  const query = { instructor, ...week, durationMinutes: 60, ...more };
  const { items } = await client.send('/api/marketplace/slots', { method: 'GET', query });
  return startsOf(items);
};
const found = async (client: Client, area: string, more: Record<string, unknown> = {}) => {
  const query = { area, ...week, ...more };
  const { items } = await client.send('/api/marketplace/instructors', { method: 'GET', query });
  return items.map(({ nextSlots }: { nextSlots: Array<{ start: string }> }) => startsOf(nextSlots));
};
const book = (client: Client, instructor: string, start: string, more: object = {}) =>
  client.collection('lessons').create({ instructor, start, durationMinutes: 60, pickup: 'Bedok', ...more });
const given = (instructor: string, learner: string, start: string, more: object = {}) =>
  app.root
    .collection('lessons')
    .create({ instructor, learner, start, durationMinutes: 60, status: 'confirmed', ...more });
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).data.start?.code;

describe('what a learner is offered leaves out', () => {
  test('their lessons and holds with others, in slots, search and suggestions; guests and others see them', async () => {
    const learner = await makePerson(app);
    const [asked, other] = [await makeInstructor(app, { areas: ['Yishun'] }), await makeInstructor(app)];
    await given(other.id, learner.id, '2026-11-23T00:00:00Z');
    await book(learner, other.id, '2026-11-23T02:30:00Z');
    const all = await offered(app.guest(), asked.id);
    expect(all.slice(0, 7)).toEqual([
      '23T00:00',
      '23T00:30',
      '23T01:00',
      '23T01:30',
      '23T02:00',
      '23T02:30',
      '23T03:00',
    ]);
    const own = await offered(learner, asked.id);
    expect(all.filter((start) => !own.includes(start))).toEqual([
      '23T00:00',
      '23T00:30',
      '23T02:00',
      '23T02:30',
      '23T03:00',
    ]);
    expect(await found(app.guest(), 'Yishun')).toEqual([['23T00:00', '23T00:30', '23T01:00']]);
    expect(await found(learner, 'Yishun')).toEqual([['23T01:00', '23T01:30', '23T03:30']]);
    expect(await offered(await makePerson(app), asked.id)).toEqual(all);
    const query = { instructor: asked.id, start: '2026-11-23T00:00:00Z', durationMinutes: 60 };
    const { sameInstructor } = await learner.send('/api/marketplace/alternatives', { method: 'GET', query });
    expect(startsOf(sameInstructor)).toEqual(['23T01:00', '23T01:30', '23T03:30']);
    expect(await codeOf(book(learner, asked.id, '2026-11-23T00:30:00Z'))).toBe('slot_taken');
  });

  test('weeks that are full for them, and those alone', async () => {
    const learner = await makePerson(app);
    const teacher = await makeInstructor(app, { areas: ['Punggol'], maxPerLearnerPerWeek: 2 });
    const other = await makeInstructor(app);
    await given(other.id, learner.id, '2026-11-24T00:00:00Z');
    await given(teacher.id, learner.id, '2026-11-23T04:00:00Z');
    expect(await offered(learner, teacher.id)).not.toEqual([]);
    const second = await given(teacher.id, learner.id, '2026-11-25T04:00:00Z');
    expect(await offered(learner, teacher.id)).toEqual([]);
    expect(await offered(app.guest(), teacher.id)).not.toEqual([]);
    expect(await found(learner, 'Punggol')).toEqual([]);
    expect(await codeOf(book(learner, teacher.id, '2026-11-26T04:00:00Z'))).toBe('learner_week_cap');
    const query = { instructor: teacher.id, start: '2026-11-26T04:00:00Z', durationMinutes: 60 };
    const { sameInstructor } = await learner.send('/api/marketplace/alternatives', { method: 'GET', query });
    expect(sameInstructor).toHaveLength(3);
    await book(learner, teacher.id, sameInstructor[0].start);
    // The one that moves does not count, and where it is now is free for it.
    const moves = await offered(learner, teacher.id, { lesson: second.id });
    expect(moves).toContain('25T04:30');
    expect(moves).toContain('29T04:00');
  });

  test('days after their provisional licence', async () => {
    const learner = await makePerson(app);
    const teacher = await makeInstructor(app, { areas: ['Sengkang'] });
    await learner.collection('licence_roads').create({ user: learner.id, pdlExpiresOn: '2026-11-24' });
    const days = new Set((await offered(learner, teacher.id)).map((start) => start.slice(0, 2)));
    expect([...days]).toEqual(['23', '24']);
    expect(await found(learner, 'Sengkang', { from: '2026-11-25T00:00:00+08:00' })).toEqual([]);
    expect(await found(app.guest(), 'Sengkang', { from: '2026-11-25T00:00:00+08:00' })).toHaveLength(1);
  });

  test('times without room for the drive from a lesson with somebody else, where drives are considered', async () => {
    const learner = await makePerson(app);
    const [near, other] = [await makeInstructor(app, { considersTravel: true }), await makeInstructor(app)];
    await given(other.id, learner.id, '2026-11-23T02:00:00Z', { postalCode: woodlands });
    const own = await offered(learner, near.id, { postalCode: bedok });
    expect(own).not.toContain('23T03:00');
    expect(own).toContain('23T04:00');
    expect(await codeOf(book(learner, near.id, '2026-11-23T03:00:00Z', { postalCode: bedok }))).toBe('travel_too_long');
    expect(await offered(learner, near.id, { postalCode: woodlands })).toContain('23T03:00');
    await book(learner, near.id, '2026-11-23T03:00:00Z', { postalCode: woodlands });
  });

  test('nothing for instructors and administrators, who are not told when somebody drives with others', async () => {
    const learner = await makePerson(app);
    const [teacher, other] = [await makeInstructor(app), await makeInstructor(app)];
    await given(other.id, learner.id, '2026-11-23T00:00:00Z');
    const lesson = await given(teacher.id, learner.id, '2026-11-24T00:00:00Z');
    expect(await offered(teacher.client, teacher.id, { lesson: lesson.id })).toContain('23T00:00');
    expect(await offered(learner, teacher.id, { lesson: lesson.id })).not.toContain('23T00:00');
    expect(await offered(await makePerson(app, { role: 'admin' }), teacher.id)).toContain('23T00:00');
  });
});
