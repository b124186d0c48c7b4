import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  // Every change of a calendar takes its lock, so its versions are the order in which bookings and edits came to be.
  await app.db.query('create table edits (instructor text, version bigint, xid text)');
  await app.db.query(`create function log_edit() returns trigger language plpgsql as $$
    begin insert into edits values (new.instructor, new.version, pg_current_xact_id()::text); return null; end $$`);
  await app.db.query(
    'create trigger log_edit after update on instructor_calendars for each row execute function log_edit()',
  );
});

afterAll(() => app.close());

const day = '2026-11-27';

/** For each transaction that changed the calendar, in order: whether it opened or closed the day, or which lesson it booked. */
async function historyOf(instructor: string): Promise<Array<{ does: string }>> {
  return app.db.query<{ does: string }>(
    `select coalesce(
       (select 'books ' || l.start::text from lessons l where l.instructor = e.instructor and l.xmin::text = e.xid limit 1),
       (select o.windows::text from availability_overrides o where o.instructor = e.instructor and o.xmin::text = e.xid),
       'other') as does
     from edits e where e.instructor = $1 order by e.version`,
    [instructor],
  );
}

test('no booking comes after the close of its day, however bookings and edits of the day race', async () => {
  let booked = 0;
  let refused = 0;
  for (let round = 0; round < 5; round++) {
    const teacher = await makeInstructor(app, { slotStepMinutes: 60 });
    const learners = await Promise.all(Array.from({ length: 12 }, () => makePerson(app)));
    const book = async (learner: (typeof learners)[number], index: number) => {
      const start = `${day}T${String(8 + index).padStart(2, '0')}:00:00+08:00`;
      const call = learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });
      const { data } = await call.then(
        () => ({ data: {} as Record<string, { code: string }> }),
        (error: unknown) => refusalOf(Promise.reject(error)),
      );
      if (data.start) refused += 1;
      else booked += 1;
      return data.start?.code ?? 'booked';
    };
    // All but the first and the last race the close, which is sent among them, in each round at another place.
    let closing: Promise<unknown> = Promise.resolve();
    const raced: Promise<string>[] = [];
    for (const [index, learner] of learners.entries()) {
      if (index === 1 + round * 2) {
        closing = app.root
          .collection('availability_overrides')
          .create({ instructor: teacher.id, date: day, windows: [] });
      }
      if (index === learners.length - 1) await closing;
      const booking = book(learner, index);
      if (index === 0) await booking;
      raced.push(booking);
    }
    const outcomes = await Promise.all(raced);
    expect(outcomes.filter((outcome) => outcome !== 'booked' && outcome !== 'outside_availability')).toEqual([]);
    const history = (await historyOf(teacher.id)).map(({ does }) => does);
    const closed = history.indexOf('[]');
    expect(closed).toBeGreaterThanOrEqual(0);
    expect(history.slice(closed).filter((does) => does.startsWith('books'))).toEqual([]);
    expect(history.filter((does) => does.startsWith('books'))).toHaveLength(
      outcomes.filter((outcome) => outcome === 'booked').length,
    );
  }
  // In each round one came before the close for certain, and one after it.
  expect(Math.min(booked, refused)).toBeGreaterThan(0);
});

test.each([
  [
    'a rule',
    (id: string) =>
      app.root.collection('availability_rules').create({ instructor: id, weekday: 1, startMinute: 0, endMinute: 60 }),
  ],
  [
    'an override',
    (id: string) => app.root.collection('availability_overrides').create({ instructor: id, date: day, windows: [] }),
  ],
  [
    'time off',
    (id: string) =>
      app.root.collection('time_off').create({ instructor: id, start: `${day}T00:00:00Z`, end: `${day}T09:00:00Z` }),
  ],
  ['the offer', (id: string) => app.root.collection('instructors').update(id, { gapMinutes: 45 })],
  ['a holiday', () => app.root.collection('holidays').create({ date: '2027-08-10', name: 'In lieu', closes: true })],
])(
  'a change of %s leaves a new version of the calendar, and the times that are answered are those of it',
  async (_, change) => {
    const teacher = await makeInstructor(app);
    const ask = () =>
      app
        .guest()
        .send(
          `/api/marketplace/slots?${new URLSearchParams({ instructor: teacher.id, from: `${day}T00:00:00Z`, to: `${day}T09:00:00Z`, durationMinutes: '60' })}`,
          {},
        );
    const before = await ask();
    expect(before.items.length).toBeGreaterThan(0);
    await change(teacher.id);
    expect((await ask()).calendarVersion).toBeGreaterThan(before.calendarVersion);
  },
);
