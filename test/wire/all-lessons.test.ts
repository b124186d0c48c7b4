import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

// What the staff's list of lessons asks (src/web/running/admin/analytics/lesson-choices.ts), by who asks.
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
  const search = async (q: string, query: object = {}) => {
    const found = await admin.send('/api/marketplace/lessons/search', { query: { q, sort: 'start', ...query } });
    expect([found.totalItems, found.hasMore]).toEqual([found.ids.length, false]);
    return found.ids;
  };
  expect(await search('100%')).toEqual([first.id]);
  expect(await search('100_')).toEqual([]);
  expect(await search('mei ling')).toEqual([first.id, second.id]);
  expect(await search('mei ling', { sort: '-start' })).toEqual([second.id, first.id]);
  expect(await search('clementi')).toEqual([second.id]);
  expect(await search('460204')).toEqual([first.id]);
  // Names are few, places are not: of those three letters are asked.
  expect([await search('si'), await search('cle'), await search('cl')]).toEqual([
    [second.id, third.id],
    [second.id],
    [],
  ]);
  expect(await search('siti', { status: 'held' })).toEqual([third.id]);
  expect(await search('siti', { status: 'expired' })).toEqual([]);
  expect(await search('mei', { from: '2026-12-02', to: '2026-12-03' })).toEqual([second.id]);
  expect(await search('bedok', { status: 'completed' })).toEqual([]);
  expect((await refusalOf(search(' '))).data.q?.code).toBe('validation_required');
  expect(await find(admin, "status = 'held' && holdExpiresAt > {:now}", { now: '2026-11-22 00:00:00.000Z' })).toEqual([
    third.id,
  ]);
  expect(await find(mei, 'instructor.name ~ {:q}', { q: 'siti' })).toEqual([second.id]);
  expect(await find(siti.client, "status != ''")).toEqual([second.id, third.id]);
  // A learner's name is not an instructor's to ask for, not even through an own lesson.
  expect(await find(siti.client, 'learner.name ~ {:q}', { q: 'mei' })).toEqual([]);
  expect(await find(moderator, "status != ''")).toEqual([]);
  expect(await find(app.guest(), "status != ''")).toEqual([]);
  // What was booked is put aside for the index of places, and sorted in by a sweeper.
  await app.app.sweepers.runDue();
  const [left] = await app.db.query(`select gin_clean_pending_list('lessons_places')::integer as pages`);
  expect(left?.pages).toBe(0);
  expect(await search('clementi')).toEqual([second.id]);
  const page = await admin.collection('lessons').getList(1, 2, { sort: '-start,id', expand: 'instructor,learner' });
  expect([page.totalItems, page.totalPages]).toEqual([3, 2]);
  expect(page.items[1]?.expand).toMatchObject({
    instructor: { name: 'Siti Rahman' },
    learner: { name: 'Mei Ling Tan' },
  });
});

test('of more than two thousand lessons with some words a page is found, and their number is not', async () => {
  const [admin, learner, many] = await Promise.all([
    makePerson(app, { role: 'admin' }),
    makePerson(app),
    makeInstructor(app, { name: 'Manymany' }),
  ]);
  await app.db.transaction(async (tx) => {
    await tx.query("set local session_replication_role = 'replica'");
    await tx.query(
      `insert into lessons (id, instructor, learner, start, "end", "durationMinutes", status, "priceCents", lines, created, updated)
       select 'manylesson' || to_char(n, 'FM00000'), $1, $2, t, t + interval '1 hour', 60, 'expired', n, '[]', t, t
       from generate_series(1, 2001) n, lateral (select timestamptz '2027-01-01' + make_interval(hours => n) as t) s`,
      [many.id, learner.id],
    );
  });
  const ask = (query: object) =>
    admin.send('/api/marketplace/lessons/search', {
      query: { q: 'manymany', sort: '-priceCents', perPage: 2, ...query },
    });
  expect(await ask({ page: 2 })).toEqual({
    ids: ['manylesson01999', 'manylesson01998'],
    ...{ page: 2, perPage: 2, totalItems: 2000, hasMore: true },
  });
  await app.db.query(`delete from lessons where id = 'manylesson00001'`);
  expect(await ask({ page: 2 })).toMatchObject({
    ids: ['manylesson01999', 'manylesson01998'],
    totalItems: 2000,
    hasMore: false,
  });
});
