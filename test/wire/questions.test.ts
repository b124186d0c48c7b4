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

describe('analytics that answer questions', () => {
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
      { area: 'Punggol', fromHour: 18, toHour: 21, searches: 2, empty: 2, searchesBefore: 0, emptyBefore: 0 },
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
      { month: '2026-10', later: 0, learners: 1, before: 0 },
      { month: '2026-10', later: 1, learners: 1, before: 0 },
      { month: '2026-11', later: 0, learners: 1, before: 1 },
    ]);
  });

  test('compare a month that is not over with as many days of the month before', async () => {
    const november = async (to: string) => {
      const { cohorts } = await ask({ from: '2026-11-01', to });
      return cohorts.find(({ month }: { month: string }) => month === '2026-11');
    };
    expect(await november('2026-11-09')).toBeUndefined();
    expect(await november('2026-11-25')).toMatchObject({ learners: 1, before: 0 });
    expect(await november('2026-11-26')).toMatchObject({ learners: 1, before: 1 });
  });

  test('open a cohort to its learners, and those who came so many months later', async () => {
    const began = await rows('cohort', { month: '2026-11' });
    expect(began.items).toEqual([
      expect.objectContaining({ id: jun.id, at: '2026-11-09T00:00:00.000Z', amount: 2, name: expect.any(String) }),
    ]);
    const later = await rows('cohort', { month: '2026-10', later: '1' });
    expect(later.items).toEqual([expect.objectContaining({ id: mei.id, at: '2026-10-25T00:00:00.000Z', amount: 1 })]);
    const days = { from: '2026-11-01', to: '2026-11-03' };
    expect((await rows('cohort', { month: '2026-10', later: '1', ...days })).items).toEqual([]);
    expect((await refusalOf(rows('cohort'))).data.month?.code).toBe('validation_invalid_value');
    const tooLate = rows('cohort', { month: '2026-10', later: '12' });
    expect((await refusalOf(tooLate)).data.later?.code).toBe('validation_in_invalid');
    // The last month that can be asked for, and months after it, for which nobody can ask.
    expect((await rows('cohort', { month: '2200-12', later: '11' })).items).toEqual([]);
    expect((await refusalOf(rows('cohort', { month: '2201-02' }))).data.month?.code).toBe('validation_invalid_value');
  });

  test('compare searches with the period before, and open a field to the days and hours they were for', async () => {
    await app.db.query(
      `insert into search_sums values ('2026-10-20', 'Punggol', 18, 21, 5, 3), ('2026-10-20', 'Yishun', 0, 24, 2, 2)`,
    );
    const { searches } = await ask();
    expect(searches.before).toEqual({ searches: 7, empty: 5 });
    expect(searches.cells[0]).toMatchObject({ area: 'Punggol', empty: 2, searchesBefore: 5, emptyBefore: 3 });
    expect(searches.cells.at(-1)).toMatchObject({ area: 'Yishun', searches: 0, empty: 0, emptyBefore: 2 });
    const { items } = await rows('searches', { area: 'Punggol', hour: '20' });
    expect(items).toEqual([
      {
        ...{ id: '2026-11-21 Punggol 18 21', name: 'Punggol', detail: '', by: '', isLate: null },
        ...{ at: '2026-11-20T16:00:00.000Z', amount: 2, of: 2, fromHour: 18, toHour: 21 },
      },
    ]);
    const found = async (query: Record<string, string>) => (await rows('searches', query)).totalItems;
    expect(await found({ area: 'Punggol', hour: '21' })).toBe(0);
    expect(await found({ area: 'Punggol', hour: 'any' })).toBe(0);
    expect(await found({ area: 'anywhere' })).toBe(0);
    expect(await found({ hour: 'any', from: '2026-10-01', to: '2026-12-01' })).toBe(1);
    expect(await found({})).toBe(2);
    expect((await refusalOf(rows('searches', { hour: '24' }))).data.hour?.code).toBe('validation_in_invalid');
  });

  test('can be saved as a file, as long as it holds all rows', async () => {
    const save = (query: string) =>
      fetch(`${app.url}/api/marketplace/analytics/rows.csv?${query}`, {
        headers: { Authorization: admin.authStore.token },
      });
    const searches = await save('figure=searches&area=Punggol');
    expect(searches.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect((await searches.text()).split('\r\n')).toEqual([
      'Date,Area,From hour,To hour,Found nobody,All searches',
      '2026-11-21,Punggol,18,21,2,2',
      '',
    ]);
    const cohort = await (await save('figure=cohort&month=2026-11')).text();
    expect(cohort).toContain(`,2026-11-09,08:00,2,${jun.id}\r\n`);
    expect(await (await save('figure=cancellations')).text()).toContain(',learner,false,My test was moved,');
    for (const figure of ['fill', 'firstLesson', 'leaving'])
      expect((await (await save(`figure=${figure}`)).text()).split('\r\n')).toHaveLength(3);
    await app.db.query(
      `insert into search_sums select '2026-09-01', 'Area ' || n, 0, 24, 1, 1 from generate_series(1, 100001) n`,
    );
    const tooMany = await save('figure=searches&from=2026-09-01&to=2026-10-01');
    expect([tooMany.status, (await tooMany.json()).data.to.code]).toEqual([400, 'too_many_rows']);
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
