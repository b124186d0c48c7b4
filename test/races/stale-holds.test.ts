import { afterAll, beforeAll, expect, test } from 'vitest';
import { callBookLesson, expireDueHolds } from '#marketplace/booking/lessons/booking/booking.store.ts';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';

// The function itself, without the retries around it: a deadlock would be seen here.
let database: TestDatabase;

const startMs = Date.parse('2026-11-23T08:00:00+08:00');
const hourMs = 3_600_000;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.query(`
    insert into users (id, "tokenKey", email) select 'person' || to_char(n, 'FM000000000'), n, n || '@kerbside.example'
    from generate_series(1, 20) n`);
  await database.db.query(`
    insert into instructors (id, "user", name, status, "hourlyCents", "slotStepMinutes", "minNoticeMinutes", "gapMinutes",
      "maxLessonsPerDay", "maxPerLearnerPerWeek")
    select 'teacher' || to_char(n, 'FM00000000'), 'person' || to_char(n, 'FM000000000'), n, 'listed', 6600, 60, 0, 0, 12, 0
    from generate_series(1, 8) n`);
  await database.db.query(`
    insert into availability_rules (id, instructor, weekday, "startMinute", "endMinute")
    select i.id || w, i.id, w, 0, 1440 from instructors i, generate_series(0, 6) w`);
});

afterAll(() => database.drop());

let made = 0;

async function book({ teacher, learner, nowMs }: { teacher: number; learner: number; nowMs: number }) {
  made += 1;
  const { refusal } = await callBookLesson(database.db, {
    booking: {
      id: `booking${String(made).padStart(8, '0')}`,
      authorId: 'a',
      requestHash: 'h',
      learner: `person${String(learner).padStart(9, '0')}`,
      instructor: `teacher${String(teacher).padStart(8, '0')}`,
      start: new Date(startMs).toISOString(),
      durationMinutes: 60,
      pickup: '',
      postalCode: '',
      note: '',
      licenceClass: '',
      network: '',
    },
    nowMs,
    overrides: false,
  });
  return refusal ?? 'held';
}

test('learners who cross over to each other’s instructors when their holds ran out never wait in a circle', async () => {
  let nowMs = startMs - 72 * hourMs;
  for (let round = 0; round < 12; round++) {
    // Learner n holds at instructor n, or one further on in each round; a quarter of an hour later none of these holds counts.
    const shift = (learner: number) => ((learner + round) % 8) + 1;
    const learners = [9, 10, 11, 12, 13, 14, 15, 16];
    const outcomes = await Promise.all([
      ...learners.map((learner) => book({ teacher: shift(learner), learner, nowMs })),
      expireDueHolds(database.db, nowMs),
    ]);
    expect(outcomes.filter((outcome) => typeof outcome === 'string')).toEqual(learners.map(() => 'held'));
    nowMs += 15 * 60_000;
  }
});

test('[rule 1] a hold counts until its last moment and not from then on, before any sweep', async () => {
  const nowMs = startMs - 40 * hourMs;
  await expireDueHolds(database.db, nowMs);
  expect(await book({ teacher: 1, learner: 17, nowMs })).toBe('held');
  expect(await book({ teacher: 1, learner: 18, nowMs: nowMs + 15 * 60_000 - 1 })).toBe('slot_taken');
  expect(await book({ teacher: 2, learner: 17, nowMs: nowMs + 15 * 60_000 - 1 })).toBe('slot_taken');
  expect(await book({ teacher: 2, learner: 17, nowMs: nowMs + 15 * 60_000 })).toBe('held');
  expect(await book({ teacher: 1, learner: 18, nowMs: nowMs + 15 * 60_000 })).toBe('held');
});

test('sweeping while others book frees each hold once and locks nobody out', async () => {
  const nowMs = startMs - 30 * hourMs;
  await expireDueHolds(database.db, nowMs + hourMs);
  await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((teacher) => book({ teacher, learner: teacher + 8, nowMs })));
  const laterMs = nowMs + 20 * 60_000;
  const [first, second, ...outcomes] = await Promise.all([
    expireDueHolds(database.db, laterMs),
    expireDueHolds(database.db, laterMs),
    ...[8, 7, 6, 5, 4, 3, 2, 1].map((teacher) => book({ teacher, learner: 17 - teacher, nowMs: laterMs })),
  ]);
  const swept = [...first, ...second].map(({ id }) => id);
  expect(new Set(swept).size).toBe(swept.length);
  expect(outcomes).toEqual(outcomes.map(() => 'held'));
});
