import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let admin: PocketBase & { id: string };
let mei: PocketBase & { id: string };
let jun: PocketBase & { id: string };
let teacher: Teacher;
let gone: Teacher;

const ask = (query: Record<string, string> = {}, client: PocketBase = admin) =>
  client.send('/api/marketplace/analytics/questions', { query });
const rows = (figure: string, query: Record<string, string> = {}) =>
  admin.send('/api/marketplace/analytics/rows', { query: { figure, ...query } });
const search = (query: Record<string, string>) => app.guest().send('/api/marketplace/instructors', { query });

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, { role: 'admin' });
  mei = await makePerson(app);
  jun = await makePerson(app);
  teacher = await makeInstructor(app);
  gone = await makeInstructor(app);
  const { db, root } = app;
  await db.query(`update users set created = '2026-10-20T00:00:00Z'`);
  const give = (by: Teacher, learner: string, start: string, status = 'closed') =>
    root
      .collection('lessons')
      .create({ instructor: by.id, learner, start, durationMinutes: 60, status, priceCents: 6600 });
  await give(gone, mei.id, '2026-10-25T00:00:00Z');
  await give(teacher, mei.id, '2026-11-03T00:00:00Z');
  await give(teacher, jun.id, '2026-11-09T00:00:00Z');
  await give(teacher, jun.id, '2026-11-21T01:00:00Z');
  await db.query('update instructors set status = $2 where id = $1', [gone.id, 'retired']);
  const booked = await give(teacher, jun.id, '2026-12-20T01:00:00Z', 'confirmed');
  await jun.collection('cancellations').create({ lesson: booked.id, reason: 'My test was moved' });
});
afterAll(() => app.close());

describe('[13.13] analytics that answer questions', () => {
  test('count searches that found nobody by area and hours, without who searched', async () => {
    await search({ area: 'punggol', afterMinute: '1080', beforeMinute: '1260' });
    await search({ area: 'Punggol', afterMinute: '1080', beforeMinute: '1260' });
    await search({ postalCode: '460123', from: '2026-11-30T01:00:00Z', to: '2026-11-30T03:00:00Z' });
    await search({ area: 'Mr Tan of Bedok, block 12' });
    await search({ area: 'Punggol', q: 'nobody has this name' });
    await search({ area: 'Punggol', page: '2' });
    await search({});
    await app.app.sweepers.runDue();
    const { searches, since } = await ask();
    expect(searches.cells).toEqual([
      { area: 'Punggol', fromHour: 18, toHour: 21, searches: 2, empty: 2 },
      expect.objectContaining({ area: 'Bedok', fromHour: 9, toHour: 11, searches: 1 }),
    ]);
    expect(searches.now.searches).toBe(3);
    expect(searches.before).toEqual({ searches: 0, empty: 0 });
    expect(since.searches).toBe('2026-11-21');
    const columns = await app.db.query(
      `select column_name from information_schema.columns where table_name = 'search_sums' order by 1`,
    );
    expect(columns.map((row) => row.column_name)).toEqual(['area', 'day', 'empty', 'fromHour', 'searches', 'toHour']);
  });

  test('say how much of what was open when a day began was taken, by instructor', async () => {
    const { fill } = await ask();
    const [day] = await app.db.query('select minutes from offered_days where instructor = $1', [teacher.id]);
    expect(day?.minutes).toBeGreaterThan(0);
    expect(fill.now).toEqual({ offeredMinutes: day?.minutes, bookedMinutes: 60 });
    const { items } = await rows('fill');
    expect(items).toEqual([expect.objectContaining({ id: teacher.id, amount: 60, of: day?.minutes })]);
  });

  test('say how long learners waited for their first lesson, once each', async () => {
    const { firstLesson } = await ask();
    expect(firstLesson).toEqual({ now: { learners: 1, medianDays: 20 }, before: { learners: 1, medianDays: 5 } });
    const { items, totalItems } = await rows('firstLesson');
    expect([totalItems, items[0].id, items[0].amount]).toEqual([1, jun.id, 20]);
  });

  test('say who calls off and why', async () => {
    const { cancellations } = await ask();
    expect(cancellations.now).toEqual([{ by: 'learner', isLate: false, excuse: '', count: 1 }]);
    const { items } = await rows('cancellations');
    expect(items[0]).toMatchObject({ detail: 'My test was moved', by: 'learner', isLate: false });
  });

  test('name the instructors who taught in the span before and no more', async () => {
    const { leaving } = await ask();
    expect(leaving.now).toEqual({ taughtBefore: 1, left: 1 });
    const { items } = await rows('leaving');
    expect(items).toEqual([
      expect.objectContaining({ id: gone.id, detail: 'retired', at: '2026-10-25T00:00:00.000Z' }),
    ]);
  });

  test('say how many learners of a month came again', async () => {
    const { cohorts } = await ask();
    expect(cohorts).toEqual([
      { month: '2026-10', later: 0, learners: 1 },
      { month: '2026-10', later: 1, learners: 1 },
      { month: '2026-11', later: 0, learners: 1 },
    ]);
  });

  test('forget the sums after 400 days', async () => {
    await app.db.query(
      `insert into search_sums values ('2025-10-01', 'Bedok', 0, 24, 1, 1), ('2025-11-01', 'Bedok', 0, 24, 1, 1)`,
    );
    await app.app.sweepers.runDue();
    const kept = await app.db.query(`select day::text from search_sums where day < '2026-01-01'`);
    expect(kept).toEqual([{ day: '2025-11-01' }]);
  });

  test('are for admins alone; a figure that is none is refused at its field', async () => {
    expect((await refusalOf(ask({}, app.guest()))).status).toBe(401);
    expect((await refusalOf(ask({}, await makePerson(app, { role: 'finance' })))).status).toBe(403);
    const { status, data } = await refusalOf(rows('secrets'));
    expect([status, data.figure?.code]).toEqual([400, 'validation_in_invalid']);
    expect((await refusalOf(rows(''))).data.figure?.code).toBe('validation_required');
  });
});
