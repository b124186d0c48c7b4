import pg from 'pg';
import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expireHolds } from '#marketplace/booking/lessons/booking/expire-holds.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '../support/start-app.ts';

let app: TestApp;
let teacher: Teacher;
let other: Teacher;
beforeAll(async () => {
  app = await startApp();
  await app.root.settings.update({ trustedProxy: { headers: ['X-Real'] } });
});
afterAll(() => app.close());
beforeEach(async () => {
  // What is counted for an address is over, and so are the holds of the test before.
  app.clock.advance(61);
  // All of them take longer than a session that is not renewed.
  await app.root.collection('_superusers').authRefresh();
  [teacher, other] = await Promise.all([makeInstructor(app), makeInstructor(app)]);
});

type Held = {
  id: string;
  status: string;
  start: string;
  holdExpiresAt: string;
  durationMinutes: number;
  priceCents: number;
};
type Browser = { client: PocketBase; secret: string };

let browsers = 0;
/** Somebody's browser, at an address of its own unless another is given. */
const browser = (from = `10.9.${Math.floor(browsers / 200)}.${(browsers % 200) + 1}`): Browser => {
  const client = app.guest();
  client.beforeSend = (url, options) => ({
    url,
    options: { ...options, headers: { ...options.headers, 'X-Real': from } },
  });
  return { client, secret: `a-secret-of-this-browser-alone-${++browsers}-by-chance` };
};
let ids = 0;
const newId = () => `guesthold${String(++ids).padStart(6, '0')}`;
const day = (days: number, time = '10:00') => {
  const date = new Date(Date.parse('2026-11-24T00:00:00+08:00') + days * 86_400_000 + 8 * 3_600_000)
    .toISOString()
    .slice(0, 10);
  return new Date(`${date}T${time}:00+08:00`).toISOString();
};

const hold = ({ client, secret }: Browser, more: Record<string, unknown> = {}) =>
  client.send<Held>('/api/marketplace/guest-holds', {
    method: 'POST',
    body: { id: newId(), secret, instructor: teacher.id, start: day(0), durationMinutes: 60, ...more },
  });
const claim = (client: PocketBase, { secret }: Browser) =>
  client.send<{ lesson: string }>('/api/marketplace/guest-holds/claim', { method: 'POST', body: { secret } });
const release = ({ client, secret }: Browser) =>
  client.send('/api/marketplace/guest-holds/release', { method: 'POST', body: { secret } });
const book = (client: PocketBase, more: Record<string, unknown> = {}) =>
  client.collection('lessons').create({ instructor: teacher.id, start: day(0), durationMinutes: 60, ...more });
const codeOf = async (call: Promise<unknown>) => {
  const { status, data } = await refusalOf(call);
  return [status, data.start?.code ?? data.id?.code ?? data.instructor?.code ?? data.secret?.code];
};
const isOffered = async (start: string, instructor = teacher.id) => {
  const query = {
    instructor,
    durationMinutes: 60,
    from: start,
    to: new Date(Date.parse(start) + 1).toISOString(),
  };
  const { items } = await app.guest().send<{ items: unknown[] }>('/api/marketplace/slots', { query });
  return items.length > 0;
};

describe('a time held before signing in', () => {
  test('is taken for everybody else for as long as a learner would hold it, and then free again', async () => {
    const guest = browser();
    const held = await hold(guest);
    expect(held).toMatchObject({ status: 'held', durationMinutes: 60, priceCents: 6600, start: day(0) });
    expect(Date.parse(held.holdExpiresAt) - app.clock.nowMs()).toBe(15 * 60_000);
    const learner = await makePerson(app);
    expect(await isOffered(day(0))).toBe(false);
    expect(await codeOf(book(learner))).toEqual([409, 'slot_taken']);
    expect(await codeOf(hold(browser(), { start: day(0, '10:30') }))).toEqual([409, 'slot_taken']);
    app.clock.advance(16);
    expect(await isOffered(day(0))).toBe(true);
    expect((await book(learner)).status).toBe('held');
    expect((await refusalOf(claim(learner, guest))).status).toBe(404);
  });

  test('moves to the account, keeps its id and its end, and is paid there', async () => {
    const guest = browser();
    const held = await hold(guest);
    app.clock.advance(5);
    const learner = await makePerson(app);
    expect((await claim(learner, guest)).lesson).toBe(held.id);
    expect((await claim(learner, guest)).lesson).toBe(held.id);
    const lesson = await learner.collection('lessons').getOne(held.id);
    expect(lesson).toMatchObject({ learner: learner.id, status: 'held' });
    expect(new Date(lesson.holdExpiresAt).toISOString()).toBe(held.holdExpiresAt);
    await learner.collection('payments').create({ lesson: held.id, method: 'card', cardNumber: '4242424242424242' });
    expect((await learner.collection('lessons').getOne(held.id)).status).toBe('confirmed');
  });

  test('changes its time and length without being lost, and its pick-up once it is the learner’s', async () => {
    const guest = browser();
    const first = await hold(guest);
    app.clock.advance(4);
    const longer = await hold(guest, { durationMinutes: 90 });
    expect(longer).toMatchObject({ durationMinutes: 90, holdExpiresAt: first.holdExpiresAt });
    const elsewhere = await hold(guest, { instructor: other.id, start: day(1) });
    expect(elsewhere.holdExpiresAt).toBe(first.holdExpiresAt);
    expect(await isOffered(day(0))).toBe(true);
    // One that can't be had leaves the held one as it is.
    await book(await makePerson(app), { start: day(2) });
    expect(await codeOf(hold(guest, { start: day(2) }))).toEqual([409, 'slot_taken']);
    const learner = await makePerson(app);
    expect((await claim(learner, guest)).lesson).toBe(elsewhere.id);
    const placed = await book(learner, {
      instructor: other.id,
      start: day(1),
      pickup: 'Bedok MRT',
      replaces: elsewhere.id,
    });
    expect(placed).toMatchObject({ status: 'held', pickup: 'Bedok MRT' });
    expect(new Date(placed.holdExpiresAt).toISOString()).toBe(first.holdExpiresAt);
  });

  test('takes its pick-up also when the notice that was kept as it was held is over by then', async () => {
    const short = await makeInstructor(app, { minNoticeMinutes: 120 });
    const start = new Date(Math.ceil((app.clock.nowMs() + 130 * 60_000) / 1_800_000) * 1_800_000);
    app.clock.set(new Date(start.getTime() - 125 * 60_000).toISOString());
    const [guest, learner] = [browser(), await makePerson(app)];
    await app.root.collection('availability_overrides').create({
      instructor: short.id,
      date: new Date(start.getTime() + 8 * 3_600_000).toISOString().slice(0, 10),
      windows: [{ startMinute: 0, endMinute: 1440 }],
    });
    const held = await hold(guest, { instructor: short.id, start: start.toISOString() });
    app.clock.advance(7);
    const { lesson } = await claim(learner, guest);
    const wanted = { instructor: short.id, start: start.toISOString(), pickup: 'Bedok MRT' };
    const placed = await book(learner, { ...wanted, replaces: lesson });
    expect(placed.pickup).toBe('Bedok MRT');
    const again = await book(learner, { ...wanted, pickup: 'Tampines MRT', replaces: placed.id });
    expect(new Date(again.holdExpiresAt).toISOString()).toBe(held.holdExpiresAt);
    expect(await codeOf(book(await makePerson(app), wanted))).toEqual([400, 'too_soon']);
  });

  test('is let go by who holds it, and by nobody else', async () => {
    const guest = browser();
    await hold(guest);
    await release(browser());
    expect(await isOffered(day(0))).toBe(false);
    await release(guest);
    expect(await isOffered(day(0))).toBe(true);
    await release(guest);
    expect((await refusalOf(claim(await makePerson(app), guest))).status).toBe(404);
  });

  test('is no lesson of anybody’s roster, and its instructor sees it as held by nobody they know', async () => {
    const held = await hold(browser());
    const seen = await teacher.client.collection('lessons').getOne(held.id);
    expect(seen).toMatchObject({ status: 'held', learner: '', ownLearner: '' });
    expect(Object.keys(seen).filter((name) => name.startsWith('_'))).toEqual([]);
    expect(await app.guest().collection('lessons').getFullList()).toEqual([]);
    const refusal = await refusalOf(
      (await makePerson(app))
        .collection('payments')
        .create({ lesson: held.id, method: 'card', cardNumber: '4242424242424242' }),
    );
    expect(refusal.status).toBe(400);
    // What never got an account behind it can't become a lesson, whoever writes.
    await expect(app.db.query(`update lessons set status = 'confirmed' where id = $1`, [held.id])).rejects.toThrow();
  });
});

describe('a guest’s hold moves to an account', () => {
  test('only where that account may have the lesson; otherwise it stays the guest’s', async () => {
    const guest = browser();
    const held = await hold(guest);
    const busy = await makePerson(app);
    await book(busy, { instructor: other.id, start: day(0, '10:30') });
    expect(await codeOf(claim(busy, guest))).toEqual([409, 'slot_taken']);
    expect(await codeOf(claim(teacher.client, guest))).toEqual([400, 'own_lesson']);
    const late = await makePerson(app);
    await late.collection('licence_roads').create({ user: late.id, pdlExpiresOn: '2026-11-22' });
    expect(await codeOf(claim(late, guest))).toEqual([400, 'pdl_expired']);
    const capped = await makeInstructor(app, { maxPerLearnerPerWeek: 1 });
    const [often, second] = [await makePerson(app), browser()];
    await book(often, { instructor: capped.id, start: day(1) });
    await hold(second, { instructor: capped.id, start: day(2) });
    expect(await codeOf(claim(often, second))).toEqual([400, 'learner_week_cap']);
    expect((await claim(await makePerson(app), guest)).lesson).toBe(held.id);
  });

  test('once: of ten accounts that ask at once one has it, and it is nobody’s twice', async () => {
    const guest = browser();
    const held = await hold(guest);
    const people = await Promise.all(Array.from({ length: 10 }, () => makePerson(app)));
    const outcomes = await Promise.allSettled(people.map((person) => claim(person, guest)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const winner = people[outcomes.findIndex(({ status }) => status === 'fulfilled')];
    expect((await app.root.collection('lessons').getOne(held.id)).learner).toBe(winner?.id);
  });

  test('while it is being changed or let go in another tab, one of the two happens', async () => {
    for (const rival of [(guest: Browser) => hold(guest, { start: day(3) }), release]) {
      const guest = browser();
      const held = await hold(guest, { start: day(2) });
      const learner = await makePerson(app);
      await Promise.allSettled([claim(learner, guest), rival(guest)]);
      const mine = await learner.collection('lessons').getFullList();
      const { status } = await app.root.collection('lessons').getOne(held.id);
      // Given to the account or called off, never both; whatever the account has is held.
      expect(mine.map((lesson) => lesson.id === held.id)).toEqual(status === 'held' ? [true] : mine.map(() => false));
      expect(mine.every((lesson) => lesson.status === 'held')).toBe(true);
      await release(guest);
      for (const { id } of mine) await learner.collection('cancellations').create({ lesson: id });
    }
  });

  test('not while the same learner books that time with somebody else: never two lessons at one time', async () => {
    const guest = browser();
    await hold(guest);
    const learner = await makePerson(app);
    await Promise.allSettled([claim(learner, guest), book(learner, { instructor: other.id })]);
    expect(await learner.collection('lessons').getFullList()).toHaveLength(1);
  });
});

describe('[10.1.9] what guests hold costs nothing, so', () => {
  test('of two browsers that want one time at once one has it', async () => {
    const outcomes = await Promise.allSettled([hold(browser()), hold(browser())]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [lost] = outcomes.filter(({ status }) => status === 'rejected');
    expect((lost as PromiseRejectedResult).reason.status).toBe(409);
  });

  test('a browser holds one time, however many it asks for at once', async () => {
    const guest = browser();
    await Promise.allSettled([0, 1, 2, 3].map((days) => hold(guest, { start: day(days) })));
    const free = await Promise.all([0, 1, 2, 3].map((days) => isOffered(day(days))));
    expect(free.filter((isFree) => !isFree)).toHaveLength(1);
  });

  test('an instructor’s week is held by guests at three times at most, whichever addresses and browsers ask', async () => {
    const outcomes = await Promise.allSettled([0, 1, 2, 3, 4].map((days) => hold(browser(), { start: day(days) })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await codeOf(hold(browser(), { start: day(5) }))).toEqual([400, 'too_many_guests']);
    // Who signs in is bound by their own measure, and others' times are not theirs.
    expect((await book(await makePerson(app), { start: day(5) })).status).toBe('held');
    expect((await hold(browser(), { instructor: other.id })).status).toBe('held');
  });

  test('one address asks for twenty in an hour; one more signs in, or waits', async () => {
    const from = '2001:db8:20::1';
    const guest = browser(from);
    for (let asked = 0; asked < 20; asked++) await hold(guest, { start: day(asked % 3) });
    const another = browser('2001:db8:20:ffff::1');
    expect((await refusalOf(hold(another, { instructor: other.id }))).status).toBe(429);
    expect((await hold(browser('2001:db8:21::1'), { instructor: other.id, start: day(2) })).status).toBe('held');
    app.clock.advance(61);
    expect((await hold(another, { instructor: other.id })).status).toBe('held');
  });

  test('one network holds two times of an instructor, whichever browsers and parts of it ask, and what it lets go or signs in with is free for it again', async () => {
    const [first, second, third] = [browser('2001:db8:7:1::1'), browser('2001:db8:7:2::1'), browser('2001:db8:7:3::1')];
    await hold(first);
    const held = await hold(second, { start: day(1), id: 'oneandthesameid' });
    expect(await codeOf(hold(third, { start: day(2) }))).toEqual([400, 'too_many_guests']);
    expect(await isOffered(day(2))).toBe(true);
    // Repeating and changing is none more.
    expect(await hold(second, { start: day(1), id: 'oneandthesameid' })).toEqual(held);
    await hold(second, { start: day(3) });
    await release(first);
    await hold(third, { start: day(2) });
    expect(await codeOf(hold(first, { start: day(4) }))).toEqual([400, 'too_many_guests']);
    await claim(await makePerson(app), third);
    expect((await hold(first, { start: day(4) })).status).toBe('held');
    // This machine stands for everybody where a proxy is not known.
    const another = await makeInstructor(app);
    for (const days of [4, 5, 6]) await hold(browser('127.0.0.1'), { instructor: another.id, start: day(days) });
  });

  test('who held in vain waits longer each time, once six of a network came to nothing in a day, the others there do not; it is forgotten a day later', async () => {
    const from = '203.0.113.9';
    for (let count = 0; count < 6; count++) {
      const guest = browser(from);
      await hold(guest, { start: day(5 + (count % 3)) });
      app.clock.advance(14);
      // Let go just before it ends or not: the time was kept.
      if (count % 2 === 0) await release(guest);
      app.clock.advance(1);
    }
    const code = async () => (await refusalOf(hold(browser(from), { start: day(8) }))).data.start?.code;
    const elsewhere = () => hold(browser(), { start: day(8) });
    // Three minutes less than six whole ones.
    await hold(browser(from), { start: day(8) });
    app.clock.advance(15);
    expect(await code()).toBe('too_many_guests');
    app.clock.advance(15);
    const last = browser(from);
    await hold(last, { start: day(8) });
    app.clock.advance(15 + 16);
    expect(await codeOf(hold(last, { start: day(8) }))).toEqual([400, 'too_many_guests']);
    const neighbour = browser(from);
    expect((await hold(neighbour, { start: day(8) })).status).toBe('held');
    await release(neighbour);
    await elsewhere();
    app.clock.advance(15);
    expect((await hold(last, { start: day(8) })).status).toBe('held');
    await expireHolds(app.app.engine, app.clock.nowMs() + 25 * 3_600_000);
    expect(await app.db.query('select from _hold_networks')).toEqual([]);
  });

  test('closes no day of an instructor who gives so many lessons only: accounts may have them, and a free time is still shown', async () => {
    const few = await makeInstructor(app, { maxLessonsPerDay: 2, maxLessonsPerWeek: 3, lessonMinutes: [60] });
    const offered = async (time: string) => ((await isOffered(day(0, time), few.id)) ? 1 : 0);
    const guests = [browser(), browser(), browser()];
    for (const [at, guest] of guests.entries()) await hold(guest, { instructor: few.id, start: day(0, `1${at}:00`) });
    expect([await offered('10:00'), await offered('14:00')]).toEqual([0, 1]);
    for (const time of ['14:00', '15:00'])
      expect((await book(await makePerson(app), { instructor: few.id, start: day(0, time) })).status).toBe('held');
    // The caps are the learners’: whoever comes with a hold is bound by them as they sign in.
    expect(await codeOf(claim(await makePerson(app), guests[0]!))).toEqual([400, 'daily_cap']);
    expect(await offered('16:00')).toBe(0);
  });

  test('nobody waits for the calendar of another instructor', async () => {
    const client = new pg.Client(app.connection);
    await client.connect();
    await client.query('begin');
    await client.query('select from instructor_calendars where instructor = $1 for update', [teacher.id]);
    const waiting = hold(browser());
    await expect
      .poll(() =>
        app.db.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
      )
      .toHaveLength(1);
    expect((await hold(browser(), { instructor: other.id })).status).toBe('held');
    await client.query('rollback');
    await client.end();
    expect((await waiting).status).toBe('held');
  });

  test('all guests together hold two hundred times', async () => {
    await app.db.query(
      `insert into lessons (id, instructor, learner, start, "end", "durationMinutes", status, "priceCents", "holdExpiresAt", _guest, created, updated)
       select 'many' || lpad(n::text, 11, '0'), $1, '', s, s + interval '5 minutes', 5, 'held', 0, $2::timestamptz, 'g' || n, $2::timestamptz, $2::timestamptz
       from generate_series(1, 200) n, lateral (select '2030-01-01'::timestamptz + n * interval '1 hour') t(s)`,
      [teacher.id, new Date(app.clock.nowMs() + 60_000).toISOString()],
    );
    expect(await codeOf(hold(browser(), { instructor: other.id }))).toEqual([400, 'too_many_guests']);
    app.clock.advance(2);
    expect((await hold(browser(), { instructor: other.id })).status).toBe('held');
  });
});

describe('asking for a guest’s hold', () => {
  test('again with the same id has no second effect, and with another body is refused', async () => {
    const guest = browser();
    const id = newId();
    const [one, two] = [await hold(guest, { id }), await hold(guest, { id })];
    expect(two).toEqual(one);
    expect(await codeOf(hold(guest, { id, start: day(1) }))).toEqual([409, 'id_reused']);
    expect(await codeOf(hold(browser(), { id }))).toEqual([409, 'id_reused']);
  });

  test('with nonsense is refused at the field that is wrong', async () => {
    const cases: Array<[more: Record<string, unknown>, field: string, code: string]> = [
      [{ secret: 'short' }, 'secret', 'validation_invalid_format'],
      [{ secret: '' }, 'secret', 'validation_required'],
      [{ id: 'x' }, 'id', 'validation_invalid_format'],
      [{ instructor: 7 }, 'instructor', 'validation_required'],
      [{ instructor: 'noinstructor000' }, 'instructor', 'validation_missing_rel_records'],
      [{ start: 'soon' }, 'start', 'validation_required'],
      [{ start: '2031-01-01T10:00:00Z' }, 'start', 'too_far'],
      [{ durationMinutes: 75 }, 'durationMinutes', 'length_not_offered'],
      [{ durationMinutes: '60' }, 'durationMinutes', 'validation_required'],
    ];
    const refusals = await Promise.all(cases.map(([more]) => refusalOf(hold(browser(), more))));
    const codes = cases.map(([more, field], index) => [more, field, refusals[index]?.data[field]?.code]);
    expect(codes).toEqual(cases);
    expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([400]));
  });

  test('is for guests: whoever signed in creates a lesson, and a guest claims nothing', async () => {
    const client = await makePerson(app);
    const guest = browser();
    expect((await refusalOf(hold({ ...guest, client }))).status).toBe(400);
    await hold(guest);
    expect((await refusalOf(claim(app.guest(), guest))).status).toBe(401);
  });
});
