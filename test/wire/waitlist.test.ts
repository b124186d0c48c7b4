import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
const card = { method: 'card', cardNumber: '4242424242424242' };
const start = '2026-12-05T02:00:00Z';

beforeAll(async () => {
  app = await startApp();
});

beforeEach(() => app.db.query(`delete from waitlist_entries`).then(() => app.db.query('delete from freed_times')));

afterAll(() => app.close());

type Person = PocketBase & { id: string };

const join = (learner: Person, fields: Record<string, unknown> = {}) =>
  learner.collection('waitlist_entries').create({ licenceClass: '3A', ...fields });

/** A lesson that took a time of an instructor who teaches nothing else that day. */
async function taken(fields: Record<string, unknown> = {}): Promise<{ teacher: Teacher; free: () => Promise<void> }> {
  const teacher = await makeInstructor(app, fields);
  const lesson = await app.root
    .collection('lessons')
    .create({ instructor: teacher.id, learner: (await makePerson(app)).id, start, durationMinutes: 60 });
  const free = async () => {
    await app.root.collection('lessons').update(lesson.id, { status: 'cancelled_by_instructor' });
    await app.app.sweepers.runDue();
  };
  return { teacher, free };
}

const offersOf = async (learner: Person) =>
  (await learner.collection('waitlist_offers').getFullList({ sort: 'created' })).map(({ status }) => status);

const hold = (learner: Person, teacher: Teacher) =>
  learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });

describe('joining the waitlist', () => {
  test('[rule 31] a learner waits for three things at most, however many ask at once', async () => {
    const learner = await makePerson(app);
    const asked = await Promise.allSettled([1, 2, 3, 4, 5].map(() => join(learner)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const refused = await refusalOf(join(learner));
    expect(refused).toMatchObject({ status: 400, data: { licenceClass: { code: 'too_many_entries' } } });
    const [first] = await learner.collection('waitlist_entries').getFullList();
    await learner.collection('waitlist_entries').delete(first!.id);
    expect((await join(learner)).status).toBe('open');
  });

  test('refuses what can’t be: areas that are none, hours that end before they begin, a day that is past', async () => {
    const learner = await makePerson(app);
    const fields = {
      areas: ['Atlantis'],
      windows: [{ weekday: 1, startMinute: 600, endMinute: 600 }],
      before: '2026-11-20',
    };
    const { status, data } = await refusalOf(join(learner, fields));
    expect([status, Object.keys(data).sort()]).toEqual([400, ['areas', 'before', 'windows']]);
  });

  test('takes a time for the day that it falls on in Singapore', async () => {
    const learner = await makePerson(app);
    expect((await join(learner, { before: '2026-12-05T20:00:00Z' })).before).toBe('2026-12-06');
    const { data } = await refusalOf(join(learner, { before: '2026-12-05T25:00:00Z' }));
    expect(Object.keys(data)).toEqual(['before']);
  });

  test('rests while it is paused: its place is kept, and nothing is offered', async () => {
    const { teacher, free } = await taken();
    const [resting, waiting] = await Promise.all([makePerson(app), makePerson(app)]);
    const entry = await join(resting, { instructor: teacher.id });
    await join(waiting);
    await resting.collection('waitlist_entries').update(entry.id, { paused: true });
    expect((await refusalOf(waiting.collection('waitlist_entries').update(entry.id, { paused: false }))).status).toBe(
      404,
    );
    expect(await teacher.client.send('/api/marketplace/waiting', {})).toEqual({ forYou: 0, nearby: 1 });
    await free();
    expect([await offersOf(resting), await offersOf(waiting)]).toEqual([[], ['open']]);
    const own = resting.collection('waitlist_entries').update(entry.id, { status: 'done' });
    expect((await refusalOf(own)).status).toBe(400);
    app.clock.advance(20);
    await resting.collection('waitlist_entries').update(entry.id, { paused: false });
    await app.app.sweepers.runDue();
    expect(await offersOf(resting)).toEqual(['open']);
  });

  test('is seen by its learner alone, and instructors see how many wait', async () => {
    const [teacher, learner, other] = await Promise.all([makeInstructor(app), makePerson(app), makePerson(app)]);
    await join(learner, { instructor: teacher.id });
    await join(other, { areas: ['Bedok'] });
    await join(other, { areas: ['Jurong East'] });
    expect(await other.collection('waitlist_entries').getFullList({ filter: `learner != '${other.id}'` })).toEqual([]);
    expect(await teacher.client.send('/api/marketplace/waiting', {})).toEqual({ forYou: 1, nearby: 1 });
    expect((await refusalOf(learner.send('/api/marketplace/waiting', {}))).status).toBe(404);
  });
});

describe('a time that becomes free', () => {
  test('[rule 31] is offered for 20 minutes to the five who fit best, then to the others', async () => {
    const { teacher, free } = await taken();
    const learners = await Promise.all(Array.from({ length: 7 }, () => makePerson(app)));
    for (const learner of learners) {
      await join(learner);
      app.clock.advance(1);
    }
    const [sixth, seventh] = learners.slice(5);
    await join(seventh!, { instructor: teacher.id });
    await free();
    const count = async () => (await Promise.all(learners.map(offersOf))).map((offers) => offers.join(' '));
    expect(await count()).toEqual(['open', 'open', 'open', 'open', '', '', 'open']);
    const [notice] = await seventh!.collection('notifications').getFullList();
    const [offer] = await seventh!.collection('waitlist_offers').getFullList();
    expect(notice).toMatchObject({ title: 'A time is free', link: `/dashboard/waitlist/offers/${offer?.id}` });
    app.clock.advance(19);
    await app.app.sweepers.runDue();
    expect(await offersOf(sixth!)).toEqual([]);
    app.clock.advance(1);
    await app.app.sweepers.runDue();
    expect(await count()).toEqual(['lapsed', 'lapsed', 'lapsed', 'lapsed', 'open', 'open', 'lapsed']);
    app.clock.advance(20);
    await app.app.sweepers.runDue();
    expect(new Set(await count())).toEqual(new Set(['lapsed']));
    expect(await app.db.query('select 1 from freed_times where "nextRoundAt" is not null')).toEqual([]);
  });

  test('[rule 31] goes to the first who pays; holding it is not enough', async () => {
    const { teacher, free } = await taken();
    const [quick, slow] = await Promise.all([makePerson(app), makePerson(app)]);
    await join(quick);
    await join(slow);
    await free();
    await hold(quick, teacher);
    expect([await offersOf(quick), await offersOf(slow)]).toEqual([['taken'], ['open']]);
    app.clock.advance(15);
    await app.app.sweepers.runDue();
    expect([await offersOf(quick), await offersOf(slow)]).toEqual([['lapsed'], ['open']]);
    const lesson = await hold(slow, teacher);
    app.clock.advance(10);
    await app.app.sweepers.runDue();
    await slow.collection('payments').create({ lesson: lesson.id, ...card });
    expect(await offersOf(slow)).toEqual(['taken']);
    const states = async (learner: Person) =>
      (await learner.collection('waitlist_entries').getFullList()).map(({ status }) => status);
    expect([await states(slow), await states(quick)]).toEqual([['done'], ['open']]);
  });

  test('that somebody pays ends the offers of all others', async () => {
    const { teacher, free } = await taken();
    const [winner, waiting, passer] = await Promise.all([makePerson(app), makePerson(app), makePerson(app)]);
    await join(winner);
    await join(waiting);
    await free();
    const lesson = await hold(passer, teacher);
    await passer.collection('payments').create({ lesson: lesson.id, ...card });
    expect([await offersOf(winner), await offersOf(waiting)]).toEqual([['lapsed'], ['lapsed']]);
  });

  test('[rule 31] is never offered to somebody who can’t book it, or doesn’t want it', async () => {
    const { teacher, free } = await taken({ maxPerLearnerPerWeek: 1 });
    const elsewhere = await makeInstructor(app);
    const people = await Promise.all(Array.from({ length: 7 }, () => makePerson(app)));
    const [busy, capped, ended, far, hours, early, fits] = people as [
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
    ];
    const root = app.root.collection('lessons');
    await root.create({ instructor: elsewhere.id, learner: busy.id, start, durationMinutes: 90 });
    await root.create({
      instructor: teacher.id,
      learner: capped.id,
      start: '2026-12-04T02:00:00Z',
      durationMinutes: 60,
    });
    await ended.collection('licence_roads').create({ user: ended.id, pdlExpiresOn: '2026-12-01' });
    for (const each of [busy, capped, ended, teacher.client]) await join(each);
    await join(far, { areas: ['Jurong East'] });
    await join(hours, { windows: [{ weekday: 6, startMinute: 660, endMinute: 1200 }] });
    await join(early, { before: '2026-12-04' });
    const windows = [{ weekday: 6, startMinute: 600, endMinute: 660 }];
    await join(fits, { areas: ['Bedok'], windows, before: '2026-12-05', instructor: teacher.id });
    await free();
    const counts = await Promise.all([...people, teacher.client].map(async (each) => (await offersOf(each)).length));
    expect(counts).toEqual([0, 0, 0, 0, 0, 0, 1, 0]);
  });

  test('comes from time off that goes, and a declined round is followed by the next at once', async () => {
    const teacher = await makeInstructor(app);
    const away = await app.root
      .collection('time_off')
      .create({ instructor: teacher.id, start: '2026-12-05T00:00:00Z', end: '2026-12-05T12:00:00Z' });
    const [first, later] = await Promise.all([makePerson(app), makePerson(app)]);
    await join(first, { windows: [{ weekday: 6, startMinute: 780, endMinute: 900 }] });
    await app.root.collection('time_off').delete(away.id);
    await app.app.sweepers.runDue();
    const [offer] = await first.collection('waitlist_offers').getFullList();
    expect(offer).toMatchObject({ start: '2026-12-05 05:00:00.000Z', durationMinutes: 60, status: 'open' });
    await join(later);
    const update = (status: string) => first.collection('waitlist_offers').update(offer!.id, { status });
    expect((await refusalOf(update('taken'))).data).toMatchObject({ status: { code: 'not_open' } });
    await update('declined');
    expect((await refusalOf(update('open'))).data).toMatchObject({ status: { code: 'not_open' } });
    await app.app.sweepers.runDue();
    expect(await offersOf(later)).toEqual(['open']);
  });

  test('is the first time of a stretch to which its learner can come, who drives with somebody else before', async () => {
    const [teacher, elsewhere] = [await makeInstructor(app), await makeInstructor(app)];
    const learner = await makePerson(app);
    const away = await app.root
      .collection('time_off')
      .create({ instructor: teacher.id, start: '2026-12-05T00:00:00Z', end: '2026-12-05T12:00:00Z' });
    const lesson = {
      instructor: elsewhere.id,
      learner: learner.id,
      durationMinutes: 90,
      start: '2026-12-05T00:00:00Z',
    };
    await app.root.collection('lessons').create(lesson);
    await join(learner);
    await app.root.collection('time_off').delete(away.id);
    await app.app.sweepers.runDue();
    const [offer] = await learner.collection('waitlist_offers').getFullList();
    expect(offer).toMatchObject({ start: '2026-12-05 01:30:00.000Z', status: 'open' });
  });
});

test('of a long stretch with a time every minute the first 20,000 times are offered', async () => {
  const rules = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, startMinute: 0, endMinute: 1440 }));
  const teacher = await makeInstructor(app, { slotStepMinutes: 1, lessonMinutes: [60], rules });
  const leave = (start: string, end: string) =>
    app.root.collection('time_off').create({ instructor: teacher.id, start, end });
  const away = await leave('2026-12-05T00:00:00Z', '2026-12-25T00:00:00Z');
  // Of three Sundays in it the first two are taken, the third is two weeks on.
  for (const day of ['06', '13']) await leave(`2026-12-${day}T00:00:00+08:00`, `2026-12-${day}T12:00:00+08:00`);
  const [anybody, onSundays] = [await makePerson(app), await makePerson(app)];
  await join(anybody);
  await join(onSundays, { windows: [{ weekday: 0, startMinute: 540, endMinute: 660 }] });
  await app.root.collection('time_off').delete(away.id);
  await app.app.sweepers.runDue();
  expect([await offersOf(anybody), await offersOf(onSundays)]).toEqual([['open'], []]);
});

test('[rule 6] what was called off late is shown to others who could book it, until somebody has', async () => {
  const [teacher, learner, other] = await Promise.all([makeInstructor(app), makePerson(app), makePerson(app)]);
  const book = async (who: Person, at: string) => {
    const lesson = await who.collection('lessons').create({ instructor: teacher.id, start: at, durationMinutes: 60 });
    await who.collection('payments').create({ lesson: lesson.id, ...card });
    return lesson.id;
  };
  const soonMs = Math.ceil(app.clock.nowMs() / 86_400_000) * 86_400_000 + 2 * 3_600_000;
  const [soon, early] = [soonMs, soonMs + 5 * 86_400_000].map((ms) => new Date(ms).toISOString());
  for (const at of [soon!, early!]) {
    await learner.collection('cancellations').create({ lesson: await book(learner, at) });
  }
  const gapsOf = async (who: Person) => (await who.send('/api/marketplace/gaps', {})).items;
  expect(await gapsOf(other)).toMatchObject([{ instructor: teacher.id, start: soon, durationMinutes: 60 }]);
  expect(await gapsOf(learner)).toEqual([]);
  await book(other, soon!);
  expect(await gapsOf(other)).toEqual([]);
});
