import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import { updateInstructorRating } from './update-instructor-rating.ts';

const nowMs = Date.parse('2026-12-01T00:00:00Z');
let database: TestDatabase;

const review = (number: number, rating: number, publishedAt: string | null, side = 'learner') =>
  database.db.query(
    `with lesson as (
       insert into lessons (id, instructor, learner, start, "end", "durationMinutes", status, "priceCents")
       values ($1, 'instructor00001', 'learner00000001', '2020-01-01'::timestamptz + make_interval(days => $2::int),
         '2020-01-01'::timestamptz + make_interval(days => $2::int, hours => 1), 60, 'completed', 1) returning id)
     insert into reviews (id, lesson, instructor, author, side, rating, "publishedAt")
     select $1, id, 'instructor00001', 'learner00000001', $5, $3, $4 from lesson`,
    [`review${String(number).padStart(9, '0')}`, number, rating, publishedAt, side],
  );
async function rating() {
  await database.db.transaction((tx) => updateInstructorRating(tx, 'instructor00001', nowMs));
  return (await database.db.query('select "ratingAverage", "ratingCount", "ratingShown" from instructors'))[0];
}

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.query(`insert into users (id, "tokenKey") values ('learner00000001', 'a')`);
  await database.db.query(`insert into instructors (id, "user") values ('instructor00001', 'learner00000001')`);
});
afterAll(() => database.drop());

test('a rating counts published reviews by learners alone, shown from the third on, the last 24 months double', async () => {
  expect(await rating()).toEqual({ ratingAverage: 0, ratingCount: 0, ratingShown: null });
  await review(1, 5, '2024-11-30T00:00:00Z');
  await review(2, 2, '2026-11-01T00:00:00Z');
  await review(3, 1, null);
  await review(4, 1, '2026-11-01T00:00:00Z', 'instructor');
  expect(await rating()).toEqual({ ratingAverage: 3.5, ratingCount: 2, ratingShown: null });
  await review(5, 5, '2024-12-01T00:00:00Z');
  expect(await rating()).toEqual({
    ratingAverage: 4,
    ratingCount: 3,
    ratingShown: Math.round(((4.5 * 5 + 5 + 2 * 2 + 5 * 2) / (5 + 1 + 2 + 2)) * 100) / 100,
  });
});

test('two reviews that are published at once are both counted', async () => {
  await review(6, 5, null);
  await review(7, 5, null);
  const publish = (id: string, whileOpen?: () => Promise<void>) =>
    database.db.transaction(async (tx) => {
      await tx.query(`update reviews set "publishedAt" = '2026-11-01' where id = $1`, [id]);
      await updateInstructorRating(tx, 'instructor00001', nowMs);
      await whileOpen?.();
    });
  let second: Promise<void> | undefined;
  await publish('review000000006', async () => {
    second = publish('review000000007');
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await database.db.query(waiting)).length === 0);
  });
  await second;
  expect((await database.db.query('select "ratingCount" from instructors'))[0]).toEqual({ ratingCount: 5 });
});
