import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quoteLesson, totalCents } from '#rules/lessons/quote-lesson.ts';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.query(`insert into users (id, "tokenKey") values ('teacherteacher1', 'k1')`);
  await database.db.query(
    `insert into instructors (id, "user", name) values ('instructor00001', 'teacherteacher1', 'T')`,
  );
});

afterAll(() => database.drop());

test('what is shown before paying and what the database charges are the same lines', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        hourlyCents: fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 2_000_000_000 })),
        eveningSurchargePercent: fc.integer({ min: 0, max: 100 }),
        weekendSurchargePercent: fc.integer({ min: 0, max: 100 }),
        timezone: fc.constantFrom('Asia/Singapore', 'Asia/Kolkata', 'Europe/London', 'Australia/Lord_Howe'),
      }),
      fc.integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2027, 11, 31) / 60_000 }),
      fc.constantFrom(5, 45, 50, 60, 90, 120),
      async (prices, startMinute, durationMinutes) => {
        const startMs = startMinute * 60_000;
        const lines = quoteLesson(prices, startMs, durationMinutes);
        fc.pre(totalCents(lines) < 2 ** 31);
        const [row] = await database.db.query<{ lines: unknown; total: number }>(
          `select q.lines, lines_total(q.lines) as total
           from instructors i cross join lateral (select lesson_lines(jsonb_populate_record(i, $1), $2, $3) as lines) q`,
          [JSON.stringify(prices), new Date(startMs), durationMinutes],
        );
        expect(row).toEqual({ lines, total: totalCents(lines) });
      },
    ),
    { numRuns: 500 },
  );
}, 60_000);
