import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Slot = { start: string; end: string; priceCents: number };
type Other = Slot & { instructor: { id: string; name: string }; area: string; km: number | null };
type Answer = { sameInstructor: Slot[]; sameTime: Other[]; nearby: Other[] };
type Client = Awaited<ReturnType<typeof makePerson>>;

const read = (client: Pick<Client, 'send'>, query: Record<string, unknown>) =>
  client.send<Answer>('/api/marketplace/alternatives', { method: 'GET', query });
const idsOf = (others: readonly Other[]) => others.map(({ instructor }) => instructor.id);

async function occupy(instructor: string, learner: string, start: string) {
  const lesson = { instructor, learner, start, durationMinutes: 60, status: 'confirmed' };
  await app.root.collection('lessons').create(lesson);
}

const occupyDay = (instructor: string, date: string) =>
  app.root.collection('availability_overrides').create({ instructor, date, windows: [] });

describe('what comes nearest to a time that cannot be had', () => {
  test('the instructor’s own times, others at that very time, and the soonest from now on in the areas around', async () => {
    const start = '2026-12-02T10:00:00+08:00';
    const asked = await makeInstructor(app);
    const dear = await makeInstructor(app, { hourlyCents: 9900 });
    const alike = await makeInstructor(app, { hourlyCents: 7000 });
    await makeInstructor(app, { licenceClasses: ['3'] });
    const far = await makeInstructor(app, { areas: ['Tuas'] });
    const next = await makeInstructor(app, { areas: ['Tampines'] });
    const sundays = [{ weekday: 0, startMinute: 540, endMinute: 720 }];
    const soon = await makeInstructor(app, { areas: ['Woodlands', 'Tampines'], rules: sundays, hourlyCents: 9900 });
    await makeInstructor(app, { areas: ['Tuas'], rules: sundays });
    const [learner, rival] = await Promise.all([makePerson(app), makePerson(app)]);
    await occupy(asked.id, rival.id, start);

    const question = { instructor: asked.id, start, durationMinutes: 60 };
    const answer = await read(app.guest(), question);
    expect(answer.sameInstructor.map((slot) => slot.start)).toEqual([
      '2026-12-02T00:30:00.000Z',
      '2026-12-02T01:00:00.000Z',
      '2026-12-02T03:00:00.000Z',
    ]);
    expect(idsOf(answer.sameTime)).toEqual([alike.id, dear.id, next.id]);
    expect(answer.sameTime[0]).toMatchObject({
      area: 'Bedok',
      km: 0,
      start: '2026-12-02T02:00:00.000Z',
      end: '2026-12-02T03:00:00.000Z',
      priceCents: 7000,
    });
    expect(answer.nearby.map(({ instructor, start: at }) => [instructor.id, at])).toEqual([
      [alike.id, '2026-11-21T02:00:00.000Z'],
      [dear.id, '2026-11-21T02:00:00.000Z'],
      [next.id, '2026-11-21T02:00:00.000Z'],
    ]);
    for (const { id } of [alike, dear, next]) for (const day of ['21', '22']) await occupyDay(id, `2026-11-${day}`);
    const [soonest] = (await read(app.guest(), question)).nearby;
    expect(soonest).toMatchObject({
      instructor: { id: soon.id },
      area: 'Tampines',
      km: 3.6,
      start: '2026-11-22T01:00:00.000Z',
    });

    const [first] = answer.sameTime;
    const held = await learner
      .collection('lessons')
      .create({ ...question, instructor: first?.instructor.id, pickup: 'Bedok MRT, exit B', postalCode: '460204' });
    expect([held.status, held.priceCents]).toEqual(['held', first?.priceCents]);
    // Who is no neighbour comes last, and moves up now that a nearer one is taken.
    const again = await read(app.guest(), question);
    expect(idsOf(again.sameTime)).toEqual([dear.id, next.id, far.id]);
    expect(again.sameTime[2]).toMatchObject({ area: 'Tuas', km: null });
  });

  test('leaves out times at which the learner has a lesson, and days after the provisional licence', async () => {
    const [asked, other, learner] = await Promise.all([makeInstructor(app), makeInstructor(app), makePerson(app)]);
    await occupy(other.id, learner.id, '2026-12-05T11:00:00+08:00');
    const saturday = { instructor: asked.id, start: '2026-12-05T10:30:00+08:00', durationMinutes: 60 };
    const startsOf = async (client: Pick<Client, 'send'>) =>
      (await read(client, saturday)).sameInstructor.map((slot) => slot.start.slice(11, 16));
    expect(await startsOf(app.guest())).toEqual(['01:30', '02:00', '03:00']);
    expect(await startsOf(learner)).toEqual(['01:00', '01:30', '02:00']);
    const own = await read(learner, saturday);
    expect(own.sameTime).toEqual([]);

    await learner.collection('licence_roads').create({ user: learner.id, pdlExpiresOn: '2026-12-05' });
    const sunday = await read(learner, { ...saturday, start: '2026-12-06T08:00:00+08:00' });
    expect(sunday.sameInstructor.map((slot) => slot.start)).toEqual([
      '2026-12-05T10:00:00.000Z',
      '2026-12-05T10:30:00.000Z',
      '2026-12-05T11:00:00.000Z',
    ]);
    expect(sunday.sameTime).toEqual([]);
    expect(sunday.nearby.every(({ start }) => start < '2026-12-05T16:00')).toBe(true);
  });

  test('goes on to the first times later when an instructor has none within a week', async () => {
    const asked = await makeInstructor(app, { rules: [] });
    const windows = [{ startMinute: 540, endMinute: 660 }];
    await app.root.collection('availability_overrides').create({ instructor: asked.id, date: '2026-12-30', windows });
    const answer = await read(app.guest(), {
      instructor: asked.id,
      start: '2026-11-21T02:00:00Z',
      durationMinutes: 90,
    });
    expect(answer.sameInstructor.map((slot) => slot.start)).toEqual([
      '2026-12-30T01:00:00.000Z',
      '2026-12-30T01:30:00.000Z',
    ]);
  });

  test.each([
    [{ durationMinutes: '' }, ['durationMinutes', 'instructor', 'start']],
    [{ instructor: 'x', start: '2026-12-02T10:00:00', durationMinutes: 60 }, ['start']],
    [{ instructor: 'x', start: '2026-12-02T10:00:00Z', durationMinutes: 2881 }, ['durationMinutes']],
    [{ instructor: 'x', start: '2026-12-02T10:00:00Z', durationMinutes: 1.5 }, ['durationMinutes']],
    [{ start: '2026-12-02T10:00:00Z', durationMinutes: 60 }, ['instructor']],
  ])('%j has a code at %j', async (query, fields) => {
    const { status, data } = await refusalOf(read(app.guest(), query));
    expect([status, Object.keys(data).sort()]).toEqual([400, fields]);
    for (const field of fields) expect(data[field]?.code).toMatch(/^validation_/);
  });

  test('nobody who is not listed has any', async () => {
    const paused = await makeInstructor(app, { status: 'paused' });
    const question = { instructor: paused.id, start: '2026-12-02T10:00:00Z', durationMinutes: 60 };
    expect((await refusalOf(read(app.guest(), question))).status).toBe(404);
  });

  test('a start at either end of time finds nothing and breaks nothing', async () => {
    const { id } = await makeInstructor(app);
    const far = await read(app.guest(), { instructor: id, start: '2200-12-31T15:59:00Z', durationMinutes: 60 });
    expect(far).toMatchObject({ sameInstructor: [], sameTime: [] });
    const past = await read(app.guest(), { instructor: id, start: '2000-01-01T00:00:00Z', durationMinutes: 60 });
    expect(past.sameTime).toEqual([]);
    expect(past.sameInstructor[0]?.start).toBe('2026-11-21T02:00:00.000Z');
  });
});
