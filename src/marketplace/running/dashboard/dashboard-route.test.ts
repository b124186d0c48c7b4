import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '#engine/engine.ts';
import type { RequestContext } from '#engine/http/route.ts';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import type { InstructorDashboardAnswer, LearnerDashboardAnswer } from '#wire/dashboard.ts';
import { dashboardRoute } from './dashboard-route.ts';

const now = '2026-12-05T01:30:00Z'; // Sat 5 Dec, 09:30 in Singapore
let database: TestDatabase;

async function ask<T>(auth: string | null, view: string): Promise<T> {
  const engine = { db: database.db, clock: { nowMs: () => Date.parse(now) } } as unknown as Engine;
  const request = { auth: auth && { id: auth, actor: '' }, query: { view } } as unknown as RequestContext;
  return (await dashboardRoute(engine).handle(request))?.body as T;
}

const lesson = (id: string, start: string, more: Record<string, unknown> = {}) => {
  const row = { learner: 'learner00000001', minutes: 60, status: 'confirmed', priceCents: 6600, ...more };
  return database.db.query(
    `insert into lessons (id, instructor, learner, start, "end", "durationMinutes", pickup, "postalCode", status, "priceCents", "startCode")
     values ($1, 'instructor00001', $2, $3::timestamptz, $3::timestamptz + make_interval(mins => $4::int), $4, 'Blk 204', '460204', $5, $6, '4712')`,
    [id, row.learner, start, row.minutes, row.status, row.priceCents],
  );
};

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await db.query(`insert into users (id, "tokenKey", name, phone, avatar) values
    ('learner00000001', 'a', 'Mei Ling Tan', '+65 8000 0001', ''), ('learner00000002', 'b', 'Arjun Menon', '+65 8000 0002', 'face.svg'),
    ('teacher00000001', 'c', 'Ravi Chandran', '+65 9000 0001', ''), ('learner00000003', 'd', 'Their Payer', '', '')`);
  await db.query(`insert into instructors (id, "user", name, photo, "vehiclePlate", "ratingAverage", "ratingCount", "ratingShown")
    values ('instructor00001', 'teacher00000001', 'Ravi Chandran', 'ravi.svg', 'SLB 4412 C', 4.5, 2, null)`);
  await lesson('past00000000001', '2026-11-20T02:00Z', { status: 'completed', minutes: 90, priceCents: 9900 });
  await lesson('today0000000001', '2026-12-05T01:00Z', { learner: 'learner00000002', status: 'in_progress' });
  await lesson('today0000000002', '2026-12-05T06:00Z');
  await lesson('lastminute00001', '2026-12-05T15:00Z', { learner: 'learner00000002' }); // 23:00 today
  await lesson('tomorrow0000001', '2026-12-05T16:00Z'); // midnight, so tomorrow
  await lesson('asked0000000001', '2026-12-08T02:00Z', { status: 'requested' });
  await lesson('off000000000001', '2026-12-09T02:00Z', { status: 'cancelled_by_learner' });
  await lesson('held00000000001', '2026-12-10T02:00Z', { status: 'held' });
  await lesson('january00000001', '2027-01-02T02:00Z');
  await db.query(`insert into reviews (id, lesson, instructor, author, side, rating) values
    ('review000000001', 'past00000000001', 'instructor00001', 'learner00000001', 'learner', 4),
    ('review000000002', 'past00000000001', 'instructor00001', 'teacher00000001', 'instructor', 5)`);
  await db.query(`insert into payments (id, learner, lesson, method, status, "amountCents", "refundedCents") values
    ('payment00000001', 'learner00000001', 'past00000000001', 'card', 'part_refunded', 9900, 900),
    ('payment00000002', 'learner00000001', 'today0000000002', 'card', 'failed', 6600, 0)`);
  await db.query(`insert into payments (id, learner, lesson, method, status, "amountCents", "refundedCents")
    select 'paid' || substr(id, 5), 'learner00000003', id, 'paynow', 'succeeded', "priceCents", 0 from lessons
    where id in ('today0000000001', 'today0000000002', 'lastminute00001', 'tomorrow0000001')`);
  await db.query(`select post_payment(p, '2026-12-01T00:00Z') from payments p where method = 'paynow'`);
});
afterAll(() => database.drop());

describe('the dashboard', () => {
  test('tells both sides until when a lesson that was asked for can be answered', async () => {
    await database.db.query(`update lessons set "requestExpiresAt" = '2026-12-05T10:00Z' where id = 'asked0000000001'`);
    const { upcoming } = await ask<LearnerDashboardAnswer>('learner00000001', 'learner');
    const teachers = await ask<InstructorDashboardAnswer>('teacher00000001', 'instructor');
    for (const all of [upcoming, teachers.upcoming]) {
      const [asked, ...others] = all.toSorted((one) => (one.status === 'requested' ? -1 : 0));
      expect(asked).toMatchObject({ id: 'asked0000000001', requestExpiresAt: '2026-12-05T10:00:00.000Z' });
      expect(others.map(({ requestExpiresAt }) => requestExpiresAt)).not.toContain('2026-12-05T10:00:00.000Z');
    }
  });

  test('is for people who are signed in, and has two views', async () => {
    await expect(ask(null, 'learner')).rejects.toMatchObject({ status: 401 });
    await expect(ask('learner00000001', 'boss')).rejects.toMatchObject({
      status: 400,
      data: { view: { code: 'validation_in_invalid' } },
    });
    expect(await ask('learner00000001', '')).toMatchObject({ view: 'learner' });
  });

  test('shows a learner the next lesson with place, car, code and phone', async () => {
    const { nextLesson } = await ask<LearnerDashboardAnswer>('learner00000001', 'learner');
    expect(nextLesson).toMatchObject({
      id: 'today0000000002',
      start: '2026-12-05T06:00:00.000Z',
      pickup: 'Blk 204',
      postalCode: '460204',
      startCode: '4712',
      instructor: {
        name: 'Ravi Chandran',
        photoUrl: '/api/files/instructors/instructor00001/ravi.svg',
        vehiclePlate: 'SLB 4412 C',
        phone: '+65 9000 0001',
      },
    });
  });

  test('keeps code, plate and phone of a lesson that is only asked for', async () => {
    const { upcoming } = await ask<LearnerDashboardAnswer>('learner00000001', 'learner');
    expect(upcoming.map(({ id }) => id)).toEqual(['tomorrow0000001', 'asked0000000001', 'january00000001']);
    expect(upcoming[1]).toMatchObject({
      status: 'requested',
      startCode: '',
      instructor: { vehiclePlate: '', phone: '' },
    });
  });

  test('shows a learner what is over or off, latest first, with the rating given', async () => {
    const { history } = await ask<LearnerDashboardAnswer>('learner00000001', 'learner');
    expect(history.map(({ id, rating }) => [id, rating])).toEqual([
      ['off000000000001', null],
      ['past00000000001', 4],
    ]);
  });

  test('adds up lessons and money of a learner, refunds taken off', async () => {
    const { totals } = await ask<LearnerDashboardAnswer>('learner00000001', 'learner');
    expect(totals).toEqual({
      completedLessons: 1,
      completedMinutes: 90,
      upcomingLessons: 4,
      instructors: 1,
      spentCents: 9000,
    });
  });

  test('shows somebody without lessons an empty dashboard of the same shape', async () => {
    expect(await ask<LearnerDashboardAnswer>('teacher00000001', 'learner')).toMatchObject({
      nextLesson: null,
      upcoming: [],
      askedAbout: null,
      history: [],
      skills: [],
      totals: { completedLessons: 0, spentCents: 0 },
    });
    expect(await ask<InstructorDashboardAnswer>('learner00000001', 'instructor')).toMatchObject({
      instructor: null,
      today: { date: '2026-12-05', lessons: [] },
    });
  });

  test("splits an instructor's days at local midnight", async () => {
    const { today, tomorrow, upcoming } = await ask<InstructorDashboardAnswer>('teacher00000001', 'instructor');
    expect(today.date).toBe('2026-12-05');
    expect(today.lessons.map(({ id }) => id)).toEqual(['today0000000001', 'today0000000002', 'lastminute00001']);
    expect(today.totalCents).toBe(3 * 6600);
    expect(tomorrow.lessons.map(({ id }) => id)).toEqual(['tomorrow0000001']);
    expect(upcoming.map(({ id }) => id)).toEqual(['asked0000000001', 'january00000001']);
    expect(today.lessons[0]?.learner).toEqual({
      id: 'learner00000002',
      name: 'Arjun Menon',
      avatarUrl: '/api/files/users/learner00000002/face.svg',
      phone: '+65 8000 0002',
      isOwn: false,
    });
  });

  test('has a lesson of yesterday that ends after midnight among those of today, and none of tomorrow a second time', async () => {
    await lesson('overnight000001', '2026-12-04T15:30Z', { status: 'completed' }); // 23:30, yesterday
    await lesson('beforemidnight1', '2026-12-04T14:30Z', { status: 'completed' });
    await lesson('secondnight0001', '2026-12-06T15:30Z'); // tomorrow
    const { today, tomorrow, upcoming } = await ask<InstructorDashboardAnswer>('teacher00000001', 'instructor');
    await database.db.query(`delete from lessons where id like '%night%'`);
    expect(today.lessons.map(({ id }) => id)).toEqual([
      'overnight000001',
      'today0000000001',
      'today0000000002',
      'lastminute00001',
    ]);
    // It counts on the day on which it began.
    expect(today.totalCents).toBe(3 * 6600);
    expect(tomorrow.lessons.map(({ id }) => id)).toEqual(['tomorrow0000001', 'secondnight0001']);
    expect(upcoming.map(({ id }) => id)).toEqual(['asked0000000001', 'january00000001']);
  });

  test('lists fifty later lessons of an instructor, also where one of tomorrow goes on after midnight', async () => {
    await lesson('secondnight0001', '2026-12-06T15:30Z');
    const start = Date.parse('2026-12-10T04:00Z');
    for (let day = 0; day < 60; day++)
      await lesson(`manynight${String(day).padStart(6, '0')}`, new Date(start + day * 86_400_000).toISOString());
    const { upcoming } = await ask<InstructorDashboardAnswer>('teacher00000001', 'instructor');
    await database.db.query(`delete from lessons where id like '%night%'`);
    expect(upcoming).toHaveLength(50);
  });

  test('tells an instructor only the town of a lesson that is not confirmed', async () => {
    const { upcoming } = await ask<InstructorDashboardAnswer>('teacher00000001', 'instructor');
    expect(upcoming[0]).toMatchObject({ status: 'requested', pickup: 'Bedok', postalCode: '', learner: { phone: '' } });
    expect(upcoming[1]).toMatchObject({ pickup: 'Blk 204', postalCode: '460204' });
  });

  test('adds up learners, rating, lessons and money of the local month', async () => {
    const { totals, roster, instructor } = await ask<InstructorDashboardAnswer>('teacher00000001', 'instructor');
    expect(totals).toEqual({
      students: 2,
      averageRating: 4.5,
      ratingCount: 2,
      upcomingLessons: 4,
      requestedLessons: 1,
      lessonsThisMonth: 4,
      earnedThisMonthCents: 4 * 5940,
    });
    expect(instructor).toMatchObject({ name: 'Ravi Chandran', licenceExpiresOn: '', ratingShown: null });
    expect(roster).toMatchObject([
      {
        learner: { name: 'Mei Ling Tan' },
        completedLessons: 1,
        nextLessonStart: '2026-12-05T06:00:00.000Z',
        lastLessonStart: '2026-11-20T02:00:00.000Z',
      },
      { learner: { name: 'Arjun Menon' }, completedLessons: 0, nextLessonStart: '2026-12-05T15:00:00.000Z' },
    ]);
  });
});
