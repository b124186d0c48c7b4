import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Answer = {
  instructor: { id: string } | null;
  durationMinutes: number;
  pickup: string;
  postalCode: string;
  items: Array<{ start: string; end: string; priceCents: number; isUsual: boolean }>;
};
const nothing: Answer = { instructor: null, durationMinutes: 0, pickup: '', postalCode: '', items: [] };
type Client = Awaited<ReturnType<typeof makePerson>>;

const read = (client: Pick<Client, 'send'>, instructor = '') =>
  client.send<Answer>('/api/marketplace/rebook', { method: 'GET', query: { instructor } });

async function drive(learner: Client, instructor: string, start: string, more: Record<string, unknown> = {}) {
  const lesson = { instructor, learner: learner.id, start, durationMinutes: 90, status: 'completed' };
  await app.root
    .collection('lessons')
    .create({ ...lesson, pickup: 'Bedok MRT, exit B', postalCode: '460204', ...more });
}

describe('booking the same instructor again', () => {
  test('offers the usual weekday and hour first, with the last length and pick-up, and each time can be held', async () => {
    const [learner, teacher] = await Promise.all([makePerson(app), makeInstructor(app)]);
    // Three Wednesdays at 10:00, and one Sunday evening.
    for (const day of ['10-28', '11-04', '11-11']) await drive(learner, teacher.id, `2026-${day}T10:00:00+08:00`);
    await drive(learner, teacher.id, '2026-11-15T18:00:00+08:00', { durationMinutes: 60, pickup: 'Kallang MRT' });
    const answer = await read(learner);
    expect(answer).toMatchObject({
      instructor: { id: teacher.id },
      durationMinutes: 60,
      pickup: 'Kallang MRT',
      postalCode: '460204',
    });
    expect(answer.items.map(({ start, isUsual }) => [start, isUsual])).toEqual([
      ['2026-11-25T02:00:00.000Z', true],
      ['2026-12-02T02:00:00.000Z', true],
      ['2026-12-09T02:00:00.000Z', true],
      ['2026-12-16T02:00:00.000Z', true],
    ]);
    const [first] = answer.items;
    const { durationMinutes, pickup, postalCode } = answer;
    const held = await learner
      .collection('lessons')
      .create({ instructor: teacher.id, start: first?.start, durationMinutes, pickup, postalCode });
    expect([held.status, held.priceCents]).toEqual(['held', first?.priceCents]);
    expect((await read(learner)).items[0]?.start).not.toBe(first?.start);
  });

  test('names the instructor who is asked for, and leaves out days after the provisional licence', async () => {
    const [learner, one, other] = await Promise.all([makePerson(app), makeInstructor(app), makeInstructor(app)]);
    await drive(learner, one.id, '2026-11-10T10:00:00+08:00');
    await drive(learner, other.id, '2026-11-12T10:00:00+08:00');
    expect((await read(learner)).instructor?.id).toBe(other.id);
    await learner.collection('licence_roads').create({ user: learner.id, pdlExpiresOn: '2026-11-24' });
    const answer = await read(learner, one.id);
    expect(answer.instructor?.id).toBe(one.id);
    // Tuesday is the usual day; the others follow in their order.
    expect(answer.items.map(({ start }) => start.slice(0, 10))).toEqual([
      '2026-11-24',
      '2026-11-21',
      '2026-11-22',
      '2026-11-23',
    ]);
  });

  test('offers no time in a week in which the learner has all lessons that one learner may book', async () => {
    const [learner, teacher] = await Promise.all([makePerson(app), makeInstructor(app, { maxPerLearnerPerWeek: 2 })]);
    for (const day of ['10-28', '11-04', '11-11']) await drive(learner, teacher.id, `2026-${day}T10:00:00+08:00`);
    // The week from Monday 30 November is full: one lesson is booked, one time is held.
    await drive(learner, teacher.id, '2026-11-30T10:00:00+08:00', { status: 'confirmed' });
    const hold = { instructor: teacher.id, durationMinutes: 60, pickup: 'Bedok MRT', postalCode: '460204' };
    await learner.collection('lessons').create({ ...hold, start: '2026-12-04T02:00:00Z' });
    const { items } = await read(learner);
    expect(items.map(({ start, isUsual }) => [start.slice(0, 10), isUsual])).toEqual([
      ['2026-11-25', true],
      ['2026-12-09', true],
      ['2026-12-16', true],
      ['2026-11-21', false],
    ]);
    for (const { start } of items) {
      const held = await learner.collection('lessons').create({ ...hold, start });
      await app.root.collection('lessons').update(held.id, { status: 'expired' });
    }
  });

  test('offers no day with a lesson on it: after a single one the same weekday and hour of the next weeks come first', async () => {
    const [learner, teacher] = await Promise.all([makePerson(app), makeInstructor(app)]);
    await drive(learner, teacher.id, '2026-11-21T09:00:00+08:00');
    const { items } = await read(learner);
    expect(items.map(({ start }) => start.slice(0, 10))).toEqual([
      '2026-11-28',
      '2026-12-05',
      '2026-12-12',
      '2026-12-19',
    ]);
    await drive(learner, teacher.id, '2026-11-28T15:00:00+08:00', { status: 'confirmed' });
    const days = (await read(learner)).items.map(({ start }) => start.slice(0, 10));
    expect(days).not.toContain('2026-11-28');
    expect(days).not.toContain('2026-11-21');
  });

  test('is for learners who have driven with somebody: a hold, paid by nobody, counts as nothing', async () => {
    const [learner, teacher] = await Promise.all([makePerson(app), makeInstructor(app)]);
    const hold = { instructor: teacher.id, start: '2026-11-24T02:00:00Z', durationMinutes: 60 };
    const { id } = await learner.collection('lessons').create(hold);
    expect(await read(learner, teacher.id)).toEqual(nothing);
    await learner.collection('cancellations').create({ lesson: id });
    expect(await read(learner)).toEqual(nothing);
    expect(await read(learner, teacher.id)).toEqual(nothing);
    expect((await refusalOf(read(app.guest()))).status).toBe(401);
    await drive(learner, teacher.id, '2026-11-10T10:00:00+08:00');
    await app.root.collection('instructors').update(teacher.id, { status: 'paused' });
    expect(await read(learner)).toEqual(nothing);
  });
});
