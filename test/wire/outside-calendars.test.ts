import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { offerFreedTimes } from '#marketplace/booking/waitlist/offer-freed-times.ts';
import { deletePastFreed } from '#marketplace/booking/waitlist/waitlist.store.ts';
import { readOutsideCalendar } from '#marketplace/teaching/outside-calendars/read-outside-calendar.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let origin: string;

type Answer = { status?: number; body?: string; headers?: Record<string, string>; before?: () => Promise<void> };
/** What the calendars' server answers, by path; `asked` is what came. */
const answers = new Map<string, Answer>();
const asked: Array<{ path: string; etag: string | undefined }> = [];

const server = createServer(async (request, response) => {
  const path = request.url ?? '';
  const { status = 200, body = '', headers = {}, before } = answers.get(path) ?? { status: 404 };
  asked.push({ path, etag: request.headers['if-none-match'] });
  await before?.();
  response.writeHead(status, { 'Content-Type': 'text/calendar', ...headers }).end(body);
});

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  app = await startApp({ trustedCalendarOrigins: [origin] });
});
beforeEach(() => {
  app.clock.set('2026-11-21T10:00:00+08:00');
  asked.length = 0;
});
afterAll(async () => {
  await app.close();
  server.closeAllConnections();
  server.close();
});

const busy = (...spans: Array<[start: string, end: string]>) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...spans.flatMap(([start, end], index) => [
      'BEGIN:VEVENT',
      `UID:${index}`,
      'SUMMARY:Very private dentist',
      'DESCRIPTION:Very private words',
      `DTSTART:${start}`,
      `DTEND:${end}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ].join('\r\n');

/** What each call to a path said it knew. */
const callsTo = (path: string) => asked.filter((call) => call.path === path).map(({ etag }) => etag);

let paths = 0;
const add = async ({ id, client }: Teacher, answer: Answer) => {
  const path = `/${++paths}.ics`;
  answers.set(path, answer);
  const record = await client
    .collection('outside_calendars')
    .create({ instructor: id, name: 'Family', url: `${origin}${path}` });
  return { path, id: record.id };
};
const show = (teacher: Teacher, id: string) => teacher.client.collection('outside_calendars').getOne(id);
/** The calendar once it was tried after `before`. */
const tried = async (teacher: Teacher, id: string, before = '') => {
  await expect.poll(async () => (await show(teacher, id)).triedAt > before, { timeout: 20_000 }).toBe(true);
  return show(teacher, id);
};
const readNow = (teacher: Teacher, id: string) =>
  teacher.client.send(`/api/marketplace/outside-calendars/${id}/read`, { method: 'POST' });
const timesOf = async (teacher: Teacher) =>
  (await teacher.client.collection('busy_times').getFullList({ sort: 'start' })).map(
    ({ start, end }) => `${start.slice(5, 16)}/${end.slice(5, 16)}`,
  );
const startsOn = async ({ id }: Teacher, date: string) => {
  const query = new URLSearchParams({
    instructor: id,
    from: `${date}T00:00:00+08:00`,
    to: `${date}T23:59:00+08:00`,
    durationMinutes: '60',
  });
  const { items } = await app.guest().send(`/api/marketplace/slots?${query}`, {});
  return items.map(({ start }: { start: string }) => start.slice(11, 16));
};
const book = async ({ id }: Teacher, start: string) =>
  (await makePerson(app)).collection('lessons').create({ instructor: id, start, durationMinutes: 60, pickup: 'Bedok' });

describe('busy times of a calendar kept elsewhere', () => {
  test('take free times away in the diary, in the search and in booking, and come back when the calendar goes', async () => {
    const teacher = await makeInstructor(app, { areas: ['Tuas'] });
    const { id } = await add(teacher, { body: busy(['20261201T000000Z', '20261201T113000Z']) });
    expect(await tried(teacher, id)).toMatchObject({ problem: '', host: '127.0.0.1', unreadEvents: 0 });
    expect(await timesOf(teacher)).toEqual(['12-01 00:00/12-01 11:30']);
    expect(await startsOn(teacher, '2026-12-01')).toEqual([]);
    expect((await startsOn(teacher, '2026-12-02')).length).toBe(23);
    const refused = await refusalOf(book(teacher, '2026-12-01T02:00:00Z'));
    expect(refused.data.start?.code).toBe('outside_availability');
    const found = async () => {
      const query = new URLSearchParams({
        area: 'Tuas',
        from: '2026-12-01T00:00:00+08:00',
        to: '2026-12-02T00:00:00+08:00',
      });
      const { items } = await app.guest().send(`/api/marketplace/instructors?${query}`, {});
      return JSON.stringify(items).includes('2026-12-01T');
    };
    expect(await found()).toBe(false);
    await teacher.client.collection('outside_calendars').delete(id);
    expect(await timesOf(teacher)).toEqual([]);
    expect((await startsOn(teacher, '2026-12-01')).length).toBe(23);
    expect(await found()).toBe(true);
    await book(teacher, '2026-12-01T02:00:00Z');
  });

  test('are all that is kept: no word of an event, no address for anybody', async () => {
    const teacher = await makeInstructor(app);
    const { id, path } = await add(teacher, { body: busy(['20261201T000000Z', '20261201T010000Z']) });
    await tried(teacher, id);
    expect(Object.keys((await teacher.client.collection('busy_times').getFullList())[0] ?? {}).sort()).toEqual(
      ['calendar', 'collectionId', 'collectionName', 'end', 'id', 'instructor', 'start'].sort(),
    );
    expect((await show(teacher, id)).url).toBeUndefined();
    const rows = await app.db.query<{ row: string }>(
      'select c::text as row from outside_calendars c union all select b::text from busy_times b',
    );
    expect(JSON.stringify(rows)).not.toContain('private');
    const exported = await teacher.client.send('/api/marketplace/account/export', { method: 'POST' }).catch(() => '');
    expect(JSON.stringify(exported)).not.toContain(path);
    const others = await Promise.all([makePerson(app), makeInstructor(app).then(({ client }) => client)]);
    for (const other of [app.guest(), ...others]) {
      expect(await other.collection('busy_times').getFullList()).toEqual([]);
      expect(await other.collection('outside_calendars').getFullList()).toEqual([]);
      expect((await refusalOf(readNowAs(other, id))).status).toBeOneOf([401, 404]);
    }
    const admin = await makePerson(app, { role: 'admin' });
    const [seen] = await admin.collection('outside_calendars').getFullList({ filter: `id = '${id}'` });
    expect([seen?.name, seen?.url]).toEqual(['Family', undefined]);
    expect((await refusalOf(admin.collection('outside_calendars').delete(id))).status).toBe(404);
  });

  const readNowAs = (client: ReturnType<TestApp['guest']>, id: string) =>
    client.send(`/api/marketplace/outside-calendars/${id}/read`, { method: 'POST' });

  test('are read again when due, and only if something changed; once a day in full', async () => {
    const teacher = await makeInstructor(app);
    const first = { body: busy(['20261201T000000Z', '20261201T010000Z']), headers: { ETag: '"one"' } };
    const { id, path } = await add(teacher, first);
    const { readAt } = await tried(teacher, id);
    await app.app.sweepers.runDue();
    expect(callsTo(path).length).toBe(1);
    answers.set(path, { status: 304 });
    app.clock.advance(16);
    await app.app.sweepers.runDue();
    const again = await tried(teacher, id, readAt);
    expect(again.readAt > readAt).toBe(true);
    expect(callsTo(path)).toEqual([undefined, '"one"']);
    expect(await timesOf(teacher)).toEqual(['12-01 00:00/12-01 01:00']);
    answers.set(path, { body: busy(['20261202T000000Z', '20261202T010000Z']) });
    app.clock.advance(24 * 60);
    await app.app.sweepers.runDue();
    await tried(teacher, id, again.triedAt);
    expect(callsTo(path).at(-1)).toBeUndefined();
    expect(await timesOf(teacher)).toEqual(['12-02 00:00/12-02 01:00']);
  });

  test.each<[string, Answer, string]>([
    ['a page instead', { body: '<html>Sign in</html>' }, 'not_a_calendar'],
    ['nothing there', { status: 404 }, 'not_open'],
    ['a server that fails', { status: 503 }, 'unreachable'],
    ['a way inside', { status: 302, headers: { Location: 'https://169.254.169.254/' } }, 'private_address'],
    ['too much', { body: 'x'.repeat(5 * 1024 * 1024 + 1) }, 'too_large'],
    [
      'an event every second',
      {
        body: busy(['20261201T000000Z', '20261201T000001Z']).replace('END:VEVENT', 'RRULE:FREQ=SECONDLY\r\nEND:VEVENT'),
      },
      'too_many_events',
    ],
  ])('stay in force when it cannot be read: %s', async (_, answer, problem) => {
    const teacher = await makeInstructor(app);
    const { id, path } = await add(teacher, { body: busy(['20261201T000000Z', '20261201T010000Z']) });
    const { readAt } = await tried(teacher, id);
    answers.set(path, answer);
    app.clock.advance(16);
    await readNow(teacher, id);
    const failed = await tried(teacher, id, readAt);
    expect(failed).toMatchObject({ problem, readAt });
    expect(failed.failingSince > readAt).toBe(true);
    expect(await timesOf(teacher)).toEqual(['12-01 00:00/12-01 01:00']);
    answers.set(path, { body: busy() });
    app.clock.advance(1);
    await readNow(teacher, id);
    expect(await tried(teacher, id, failed.triedAt)).toMatchObject({ problem: '', failingSince: '' });
    expect(await timesOf(teacher)).toEqual([]);
  });

  test('of a draft are not read, two calendars at most; sent in, they are', async () => {
    const teacher = await makeInstructor(app, { status: 'draft' });
    const { id, path } = await add(teacher, { body: busy(['20261201T000000Z', '20261201T010000Z']) });
    await add(teacher, { body: busy() });
    const third = await refusalOf(add(teacher, { body: busy() }));
    expect(third.data.url?.code).toBe('too_many_calendars');
    expect((await refusalOf(readNow(teacher, id))).status).toBe(400);
    await app.app.sweepers.runDue();
    await readOutsideCalendar(app.app.engine, id, [origin]);
    expect(callsTo(path)).toEqual([]);
    await app.root.collection('instructors').update(teacher.id, { status: 'submitted' });
    app.clock.advance(1);
    await app.app.sweepers.runDue();
    await tried(teacher, id);
    expect(callsTo(path).length).toBe(1);
  });

  test('that are asked for at once bring the next try no nearer', async () => {
    const teacher = await makeInstructor(app);
    const { id } = await add(teacher, { status: 503 });
    let { triedAt } = await tried(teacher, id);
    for (let tries = 0; tries < 3; tries++) {
      app.clock.advance(1);
      await readNow(teacher, id);
      ({ triedAt } = await tried(teacher, id, triedAt));
    }
    await app.db.query('update outside_calendars set _due = $2 where id = $1', [id, '2026-11-21T20:00:00Z']);
    answers.set([...answers.keys()].at(-1) ?? '', { body: busy() });
    app.clock.advance(1);
    await readNow(teacher, id);
    await tried(teacher, id, triedAt);
    const [row] = await app.db.query<{ due: Date }>('select _due as due from outside_calendars where id = $1', [id]);
    expect(new Date(row?.due ?? 0).toISOString()).toBe('2026-11-21T20:00:00.000Z');
  });

  test('whose reading fails in a way nobody thought of have a problem, and the next try is put off', async () => {
    const teacher = await makeInstructor(app);
    const { id } = await add(teacher, { body: busy() });
    const { triedAt } = await tried(teacher, id);
    // What no header can carry.
    await app.db.query(`update outside_calendars set _etag = E'\\x01' where id = $1`, [id]);
    app.clock.advance(1);
    await readOutsideCalendar(app.app.engine, id, [origin]);
    expect(await tried(teacher, id, triedAt)).toMatchObject({ problem: 'unreadable' });
  });

  const freedOf = async ({ id }: Teacher) =>
    (
      await app.db.query<{ span: string }>(
        `select to_char(start at time zone 'UTC', 'MM-DD HH24:MI') || '/' || to_char("end" at time zone 'UTC', 'MM-DD HH24:MI') as span
         from freed_times where instructor = $1 order by start`,
        [id],
      )
    ).map(({ span }) => span);
  const readWith = async (teacher: Teacher, calendar: string, body: string) => {
    answers.set([...answers.keys()].at(-1) ?? '', { body });
    app.clock.advance(1);
    await readOutsideCalendar(app.app.engine, calendar, [origin]);
    return freedOf(teacher);
  };
  const hours = Array.from({ length: 60 }, (_, at): [start: string, end: string] => {
    const day = `202612${String(1 + Math.floor(at / 6)).padStart(2, '0')}`;
    const hour = (at % 6) * 3;
    return [`${day}T${String(hour).padStart(2, '0')}0000Z`, `${day}T${String(hour + 1).padStart(2, '0')}3000Z`];
  });
  const shifted = hours.map(([start, end]): [string, string] => [
    start.replace('00Z', '01Z'),
    end.replace('00Z', '01Z'),
  ]);

  test('that go are offered to those who wait: merged, long enough for a lesson, 24 an hour at most, and past ones are forgotten', async () => {
    await (await makePerson(app)).collection('waitlist_entries').create({ licenceClass: '3A' });
    const teacher = await makeInstructor(app);
    const { id } = await add(teacher, { body: busy(...hours) });
    await tried(teacher, id);
    expect(await readWith(teacher, id, busy(...shifted))).toEqual([]);
    const [, , ...later] = hours;
    const joined: Array<[string, string]> = [['20261201T020000Z', '20261201T033000Z'], ...later];
    expect(await readWith(teacher, id, busy(...joined))).toEqual([
      '12-01 00:00/12-01 01:30',
      '12-01 03:30/12-01 04:30',
    ]);
    expect(await readWith(teacher, id, busy())).toHaveLength(24);
    const afterwards = Date.parse('2027-01-10T10:00:00+08:00');
    await app.db.query(`update waitlist_offers set status = 'lapsed'`);
    await offerFreedTimes(app.app.engine, afterwards);
    await deletePastFreed(app.db, afterwards);
    expect(
      await app.db.query(`select 1 from freed_times where instructor = $1 and "nextRoundAt" is not null`, [teacher.id]),
    ).toEqual([]);
    const kept = await app.db.query(
      `select 1 from freed_times f where instructor = $1 and not exists (select 1 from waitlist_offers o where o._freed = f.id)`,
      [teacher.id],
    );
    expect(kept).toEqual([]);
  });

  test('that go are not noted of who is not listed', async () => {
    const teacher = await makeInstructor(app, { status: 'submitted' });
    const { id } = await add(teacher, { body: busy(...hours) });
    await tried(teacher, id);
    expect(await readWith(teacher, id, busy())).toEqual([]);
  });

  test('never call a lesson off, also one that is booked while the calendar is read', async () => {
    const teacher = await makeInstructor(app);
    const lesson = await book(teacher, '2026-12-01T02:00:00Z');
    const body = busy(['20261201T000000Z', '20261201T110000Z']);
    let during: { id: string } | undefined;
    const { id } = await add(teacher, {
      body,
      before: async () => {
        during = await book(teacher, '2026-12-01T05:00:00Z');
      },
    });
    await tried(teacher, id);
    for (const booked of [lesson, during]) {
      const kept = await app.root.collection('lessons').getOne(booked?.id ?? '');
      expect(kept.status).toBe('held');
    }
    expect((await refusalOf(book(teacher, '2026-12-01T08:00:00Z'))).data.start?.code).toBe('outside_availability');
  });

  test('of a reading that took longer than the next one are passed over', async () => {
    const teacher = await makeInstructor(app);
    const held = Promise.withResolvers<void>();
    const { id, path } = await add(teacher, {
      body: busy(['20261201T000000Z', '20261201T010000Z']),
      before: () => held.promise,
    });
    await expect.poll(() => asked.some((call) => call.path === path)).toBe(true);
    answers.set(path, { body: busy(['20261202T000000Z', '20261202T010000Z']) });
    app.clock.advance(1);
    // On another server: the queue of this one waits for the slow answer.
    await readOutsideCalendar(app.app.engine, id, [origin]);
    expect(await timesOf(teacher)).toEqual(['12-02 00:00/12-02 01:00']);
    held.resolve();
    await expect
      .poll(() =>
        app.db.query(
          `select 1 from pgboss.job where name = 'read-outside-calendar' and state in ('created', 'retry', 'active')`,
        ),
      )
      .toEqual([]);
    expect(await timesOf(teacher)).toEqual(['12-02 00:00/12-02 01:00']);
  });
});

describe('a calendar kept elsewhere', () => {
  test.each([
    ['http://calendar.example.com/x.ics', 'not_an_address'],
    ['file:///etc/passwd', 'not_an_address'],
    ['calendar', 'not_an_address'],
    ['https://127.0.0.1/x.ics', 'private_address'],
    ['webcal://[::ffff:169.254.169.254]/x.ics', 'private_address'],
  ])('is refused at %s with %s', async (url, code) => {
    const { id, client } = await makeInstructor(app);
    const refused = await refusalOf(client.collection('outside_calendars').create({ instructor: id, name: 'x', url }));
    expect([refused.status, refused.data.url?.code]).toEqual([400, code]);
  });

  test('is one of five at most, each address once, and nobody else’s', async () => {
    const teacher = await makeInstructor(app);
    const create = (url: string, client = teacher.client) =>
      client.collection('outside_calendars').create({ instructor: teacher.id, name: 'x', url });
    await create(`${origin}/same.ics`);
    expect((await refusalOf(create(`${origin}/same.ics#x`))).data.url?.code).toBe('validation_not_unique');
    const more = await Promise.allSettled(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => create(`${origin}/${name}.ics`)),
    );
    expect(more.filter(({ status }) => status === 'fulfilled').length).toBe(4);
    const stranger = await makePerson(app);
    expect((await refusalOf(create(`${origin}/z.ics`, stranger))).status).toBe(400);
    const [mine] = await teacher.client.collection('outside_calendars').getFullList();
    const change = (fields: object) => teacher.client.collection('outside_calendars').update(mine?.id ?? '', fields);
    expect((await change({ name: 'Work' })).name).toBe('Work');
    expect((await refusalOf(change({ url: 'https://example.com/' }))).data.url?.code).toBe('not_allowed');
    expect((await refusalOf(change({ readAt: '2026-01-01 00:00:00Z' }))).data.readAt?.code).toBe('not_allowed');
  });
});
