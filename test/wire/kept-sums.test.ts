import pg from 'pg';
import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSearchSums } from '#marketplace/booking/search/search-sums.store.ts';
import { lessonSets, lessonStates } from '#rules/lessons/lesson-states.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let admin: PocketBase & { id: string };
let [mei, jun]: Array<PocketBase & { id: string }> = [];
let [ravi, siti]: Teacher[] = [];

const tables = [
  'day_sums',
  'day_fills',
  'learner_years',
  'learner_firsts',
  'instructor_years',
  'account_seen',
  'cancellation_sums',
];
const addedUp = [
  '(select * from account_days where accounts <> 0)',
  '(select * from cohort_days where learners <> 0)',
  '(select * from fill_months where minutes <> 0)',
  '(select * from search_months where searches <> 0)',
  '(select * from offered_days)',
];
const fold = () => app.db.query('select fold_sums()');

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, { role: 'admin' });
  [mei, jun] = [await makePerson(app), await makePerson(app)];
  [ravi, siti] = [await makeInstructor(app), await makeInstructor(app)];
});
afterAll(() => app.close());

/** All that is kept, in an order of its own; of what is added up and taken off again only what holds any. */
async function kept() {
  const rows = await Promise.all(
    [...tables, ...addedUp].map((table) =>
      app.db.query<{ row: string }>(`select r::text as row from ${table} r order by 1`),
    ),
  );
  return rows.map((found) => found.map(({ row }) => row));
}

const give = (instructor: Teacher | undefined, learner: { id: string } | undefined, start: string, status: string) =>
  app.root.collection('lessons').create({
    instructor: instructor?.id,
    learner: learner?.id,
    start,
    durationMinutes: 60,
    status,
    priceCents: 6600,
  });
const count = async (query: Record<string, string>) =>
  (await admin.send('/api/marketplace/lessons/count', { query })).count;

test('what is kept follows every change of what it is counted from, as if all were counted anew', async () => {
  const { db, root } = app;
  await db.query(`insert into offered_days (instructor, day, minutes) select id, '2026-11-03', 480 from instructors`);
  const first = await give(ravi, mei, '2026-11-03T00:00:00Z', 'closed');
  const second = await give(ravi, jun, '2026-11-04T01:00:00Z', 'completed');
  const third = await give(siti, mei, '2025-12-31T17:00:00Z', 'closed');
  const fourth = await give(siti, jun, '2026-12-20T01:00:00Z', 'confirmed');
  const callOff = (id: string, lesson: string, by: string) =>
    db.query(
      `insert into cancellations (id, lesson, "cancelledBy", created) values ($1, $2, $3, '2026-11-10T17:00:00Z')`,
      [id, lesson, by],
    );
  await callOff('cancelledfirst0', first.id, 'learner');
  await callOff('cancelledsecond', second.id, 'learner');
  await callOff('cancelledfourth', fourth.id, 'instructor');
  const search = (day: string, area: string) =>
    db.query(
      `insert into search_sums values ($1, $2, 9, 12, 3, 1) on conflict (day, area, "fromHour", "toHour") do update set searches = search_sums.searches + 3`,
      [day, area],
    );
  for (const day of ['2026-11-03', '2026-11-30', '2026-12-01']) await search(day, 'Bedok');
  await search('2026-11-03', 'Tuas');
  await fold();
  await db.query(
    `update cancellations set "isLate" = true, created = '2026-11-10T15:59:00Z' where id = 'cancelledsecond'`,
  );
  await db.query(`delete from cancellations where id in ('cancelledfirst0', 'cancelledfourth')`);
  await search('2026-11-03', 'Bedok');
  await db.query(`delete from search_sums where day = '2026-12-01' or area = 'Tuas'`);
  await root.collection('lessons').update(second.id, { status: 'disputed' });
  await root.collection('lessons').update(third.id, { learner: jun?.id, start: '2024-12-31T01:00:00Z' });
  await db.query(`update users set created = '2026-07-01T00:00:00Z' where id = $1`, [mei?.id]);
  await root.collection('users').update(jun?.id ?? '', { suspended: true });
  await db.query(`delete from offered_days where instructor = $1`, [siti?.id]);
  await root.collection('lessons').delete(first.id);
  await fold();
  const followed = await kept();
  expect(followed.map((rows) => rows.length)).toEqual([3, 1, 2, 1, 3, 5, 1, 3, 1, 1, 1, 1]);
  expect(followed[6]).toEqual(['(2026-11-10,learner,t,"",1)']);
  expect(followed[10]).toEqual(['(2026-11-01,Bedok,9,12,9,2)']);
  await db.query('insert into stale_sums default values');
  await fold();
  expect(await kept()).toEqual(followed);
  expect(await db.query('select from stale_sums')).toEqual([]);
});

test('all is counted anew once after the way of counting changed, and not when only its words did', async () => {
  const { db } = app;
  const [was] = await db.query<{ text: string }>(`select pg_get_functiondef('is_taught(text)'::regprocedure) as text`);
  const redefine = (change: (text: string) => string) => db.query(change(was?.text ?? ''));
  const counted = async () => {
    await fold();
    return kept();
  };
  const before = await counted();
  // What no trigger could have noted is seen only by counting all of it.
  await db.query(`update day_sums set lessons = lessons + 100`);
  const wrong = await kept();
  await redefine((text) => text.replace('select status', '-- Given.\n  select  status'));
  expect(await counted()).toEqual(wrong);
  await redefine((text) => text.replace(`('completed', 'closed')`, `('closed', 'completed')`));
  expect(await counted()).toEqual(before);
  const [stamp] = await db.query('select xmin::text from day_sums limit 1');
  await fold();
  expect(await db.query('select xmin::text from day_sums limit 1')).toEqual([stamp]);
  // Whoever reads before the sweeper counts has it counted.
  const november = { from: '2026-11-01', to: '2026-12-01' };
  const found = await count(november);
  await db.query(`update day_sums set lessons = lessons + 100`);
  await redefine((text) => text);
  expect(await count(november)).toBe(found);
});

test('what changes while another counts is counted, too', async () => {
  await give(ravi, mei, '2026-11-05T00:00:00Z', 'closed');
  const before = await count({ from: '2026-11-05', to: '2026-11-07' });
  await app.db.transaction(async (tx) => {
    await tx.query('select fold_sums()');
    // A lesson of the same day and people, which the sums under way don't see.
    await give(ravi, mei, '2026-11-05T03:00:00Z', 'closed');
    await tx.query('select 1');
  });
  expect(await count({ from: '2026-11-05', to: '2026-11-07' })).toBe(before + 1);
});

/** Connections of this product that wait for another one of it. */
async function waiting() {
  const [row] = await app.db.query<{ count: number }>(
    `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.count;
}

const countAnew = 'insert into stale_sums default values';
const search = (area: string) => ({ day: '2026-08-20', area, fromHour: 9, toHour: 12, searches: 1, empty: 0 });
const open = (teacher: Teacher | undefined, day: string) =>
  [`insert into offered_days (instructor, day, minutes) values ($1, $2, 60)`, [teacher?.id, day]] as const;

/** What is added up by months is what counting it anew comes to. */
async function expectAllCounted() {
  await fold();
  const followed = await kept();
  await app.db.query(countAnew);
  await fold();
  expect(followed).toEqual(await kept());
}

test('all is counted anew beside searches and open hours that are just being written down', async () => {
  const { db } = app;
  await addSearchSums(db, [search('Bedok')]);
  await db.query(...open(ravi, '2026-08-20'));
  await fold();
  await db.query(countAnew);
  const asked = await db.transaction(async (tx) => {
    await addSearchSums(tx, [search('Bedok'), search('Yishun')]);
    await tx.query(...open(ravi, '2026-08-21'));
    await tx.query(...open(siti, '2026-08-21'));
    const questions = admin.send('/api/marketplace/analytics/questions', {});
    await expect.poll(waiting).toBe(1);
    return { questions };
  });
  await asked.questions;
  const months = (table: string, of: string) =>
    db.query(`select ${of} from ${table} where month = '2026-08-01' order by 1`);
  expect(await months('search_months', 'area, searches')).toEqual([
    { area: 'Bedok', searches: 2 },
    { area: 'Yishun', searches: 1 },
  ]);
  expect(await months('fill_months', 'minutes')).toEqual([{ minutes: 60 }, { minutes: 120 }]);
  await expectAllCounted();
});

test('searches and open hours that are written down while all is counted anew count, too', async () => {
  const { db } = app;
  await db.query(countAnew);
  const written = await db.transaction(async (tx) => {
    await tx.query('select fold_sums()');
    const both = [addSearchSums(db, [search('Bedok'), search('Tuas')]), db.query(...open(ravi, '2026-08-22'))];
    await expect.poll(waiting).toBe(2);
    return { both };
  });
  await Promise.all(written.both);
  await expectAllCounted();
});

test('readers of sums that take long to count are told to come again, and hold no connections of the others meanwhile', async () => {
  const asked = { from: '2026-11-05', to: '2026-11-07' };
  const counting = async () => {
    const [row] = await app.db.query<{ count: number }>(
      `select count(*) from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
    );
    return row?.count;
  };
  const other = new pg.Client(app.connection);
  await other.connect();
  await other.query('insert into stale_sums default values');
  // Somebody counts everything, and is not done.
  await other.query('begin');
  await other.query('select fold_sums()');
  const readers = Array.from({ length: 15 }, () => refusalOf(count(asked)));
  await expect.poll(counting).toBe(1);
  for (const person of [mei, jun]) await person?.collection('lessons').getList();
  expect(await counting()).toBe(1);
  expect((await Promise.all(readers)).map(({ status }) => status)).toEqual(readers.map(() => 503));
  await other.query('commit');
  await other.end();
  expect(await count(asked)).toBeGreaterThan(0);
});

test('the number of lessons is as the staff’s list has them', async () => {
  await give(siti, jun, '2027-01-03T00:00:00Z', 'completed');
  await give(siti, jun, '2027-01-04T00:00:00Z', 'closed');
  const held = await give(siti, mei, '2027-01-05T00:00:00Z', 'held');
  await app.db.query(`update lessons set "holdExpiresAt" = '2026-11-21T02:10:00Z' where id = $1`, [held.id]);
  const january = { from: '2027-01-01', to: '2027-02-01' };
  expect(await count(january)).toBe(3);
  expect(await count({ ...january, to: '2027-01-04' })).toBe(1);
  expect(await count({ ...january, status: 'completed' })).toBe(2);
  expect(await count({ ...january, status: 'closed' })).toBe(1);
  expect([await count({ ...january, status: 'held' }), await count({ ...january, status: 'expired' })]).toEqual([1, 0]);
  app.clock.set('2026-11-21T02:11:00Z');
  expect([await count({ ...january, status: 'held' }), await count({ ...january, status: 'expired' })]).toEqual([0, 1]);
});

test('the database’s sets of states are those of the rules', async () => {
  const sets = {
    is_agreed: 'agreed',
    is_taught: 'taught',
    learner_came: 'learnerCame',
    instructor_came: 'instructorCame',
  } as const;
  for (const [name, set] of Object.entries(sets)) {
    const rows = await app.db.query<{ state: string }>(
      `select state from unnest($1::text[]) with ordinality s (state, place) where ${name}(state) order by place`,
      [lessonStates],
    );
    const states: readonly string[] = lessonSets[set];
    expect(rows.map(({ state }) => state)).toEqual(lessonStates.filter((state) => states.includes(state)));
  }
});
