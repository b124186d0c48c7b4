import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, startApp, type TestApp } from '../support/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await app.root.settings.update({ trustedProxy: { headers: ['X-Real'] } });
});
afterAll(() => app.close());

const start = (hour: number) => new Date(Date.parse('2026-11-24T08:00:00+08:00') + hour * 3_600_000).toISOString();
const held = async (calls: Array<Promise<{ status: string }>>) =>
  (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length;

describe('[25.3] of holds that are asked for at once', () => {
  test('forty new accounts have six of an instructor’s week', async () => {
    const teacher = await makeInstructor(app);
    const accounts = await Promise.all(Array.from({ length: 40 }, () => makePerson(app, { verified: false })));
    const calls = accounts.map((account, place) =>
      account.collection('lessons').create<{ status: string }>({
        instructor: teacher.id,
        start: start((place % 12) + Math.floor(place / 12) * 24),
        durationMinutes: 60,
      }),
    );
    expect(await held(calls)).toBe(6);
  });

  test('forty of one network have six, and two of each instructor', async () => {
    const teachers = await Promise.all([0, 1, 2, 3].map(() => makeInstructor(app)));
    const accounts = await Promise.all(Array.from({ length: 40 }, () => makePerson(app, { verified: false })));
    const calls = accounts.map((account, place) => {
      account.beforeSend = (url, options) => ({
        url,
        options: { ...options, headers: { ...options.headers, 'X-Real': '203.0.113.77' } },
      });
      return account.collection('lessons').create<{ status: string }>({
        instructor: teachers[place % 4]?.id,
        start: start(Math.floor(place / 4)),
        durationMinutes: 60,
      });
    });
    expect(await held(calls)).toBe(6);
  });
});

describe('[25.3] the share of a week', () => {
  test('is never more than six starts nor a fifth of what is offered, but for one that is always to be had', async () => {
    const wanted = fc.record({
      offered: fc.integer({ min: 0, max: 10_080 }),
      lengths: fc.array(fc.integer({ min: 5, max: 2880 }), { minLength: 1, maxLength: 12 }),
    });
    const weeks = fc.sample(wanted, 300);
    // Each week's wishes come one after the other; each is held where there is room.
    const rows = await app.db.query<{ offered: number; first: number; starts: number; minutes: number }>(
      `with recursive weeks as (select row_number() over () as week, (w ->> 'offered')::integer as offered, w -> 'lengths' as lengths
           from jsonb_array_elements($1::jsonb) w),
         steps as (
           select week, offered, lengths, 0 as step, 0 as starts, 0 as minutes from weeks
           union all
           select week, offered, lengths, step + 1, starts + room::integer, minutes + room::integer * length
           from steps cross join lateral (select (lengths ->> step)::integer as length) l
             cross join lateral (select has_room_for_new(offered, starts, minutes, length) as room) r
           where step < jsonb_array_length(lengths))
       select offered, (lengths ->> 0)::integer as first, starts, minutes from steps where step = jsonb_array_length(lengths)`,
      [JSON.stringify(weeks)],
    );
    expect(rows).toHaveLength(weeks.length);
    for (const { offered, starts, minutes } of rows) {
      expect(starts).toBeGreaterThanOrEqual(1);
      expect(starts).toBeLessThanOrEqual(6);
      if (starts > 1) expect(minutes * 5).toBeLessThanOrEqual(offered);
    }
  });

  test('is of the open hours of that week, less time off, closed holidays and what takes the time elsewhere', async () => {
    const { id } = await makeInstructor(app, {
      rules: [1, 2, 3].map((weekday) => ({ weekday, startMinute: 480, endMinute: 960 })),
    });
    const minutes = async (monday: string) => {
      const [row] = await app.db.query<{ minutes: number }>(
        'select offered_minutes(i, $2::date) as minutes from instructors i where i.id = $1',
        [id, monday],
      );
      return row?.minutes;
    };
    expect(await minutes('2026-11-23')).toBe(3 * 480);
    await app.root
      .collection('time_off')
      .create({ instructor: id, start: '2026-11-23T10:00:00+08:00', end: '2026-11-23T12:00:00+08:00' });
    expect(await minutes('2026-11-23')).toBe(3 * 480 - 120);
    await app.root
      .collection('availability_overrides')
      .create({ instructor: id, date: '2026-11-24', windows: [{ startMinute: 600, endMinute: 660 }] });
    expect(await minutes('2026-11-23')).toBe(2 * 480 - 120 + 60);
    await app.root.collection('holidays').create({ date: '2026-11-25', name: 'A day off', closes: true });
    expect(await minutes('2026-11-23')).toBe(480 - 120 + 60);
    expect(await minutes('2026-11-30')).toBe(3 * 480);
    // Christmas is a Friday, on which nobody works here anyway.
    expect(await minutes('2026-12-21')).toBe(3 * 480);
  });
});
