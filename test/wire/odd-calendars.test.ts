import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeInstructor, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let origin: string;
/** What the calendars' server answers, by path. */
const bodies = new Map<string, string>();
const server = createServer((request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/calendar' }).end(bodies.get(request.url ?? '') ?? '');
});

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  app = await startApp({ trustedCalendarOrigins: [origin] });
});
beforeEach(() => {
  app.clock.set('2026-11-21T10:00:00+08:00');
});
afterAll(async () => {
  await app.close();
  server.closeAllConnections();
  server.close();
});

const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');
const dentist = event('SUMMARY:Dentist', 'DTSTART:20261201T000000Z', 'DURATION:PT1H');

const calendarsOf = ({ client }: Teacher) => client.collection('outside_calendars');
const timesOf = async (teacher: Teacher) =>
  (await teacher.client.collection('busy_times').getFullList({ sort: 'start' })).map(
    ({ start, end }) => `${start.slice(5, 16)}/${end.slice(5, 16)}`,
  );
const startsOn = async ({ id }: Teacher, date: string) => {
  const day = { from: `${date}T00:00:00+08:00`, to: `${date}T23:59:00+08:00` };
  const query = new URLSearchParams({ instructor: id, ...day, durationMinutes: '60' });
  const { items } = await app.guest().send(`/api/marketplace/slots?${query}`, {});
  return items.map(({ start }: { start: string }) => start.slice(11, 16));
};

describe('an odd calendar that is fetched', () => {
  test('closes every time that it says, and asks about the rest with their lines', async () => {
    const teacher = await makeInstructor(app);
    const { email } = await app.root.collection('users').getOne(teacher.client.id);
    bodies.set(
      '/odd.ics',
      `\ufeff${calendar(
        'X-WR-TIMEZONE:Asia/Tokyo',
        event('DTSTART:20261201T100000', 'DURATION:PT1H'),
        event('dtstart;tzid=W. Europe Standard Time:20261202T030000', 'duration:pt1h', 'rrule:freq=daily;count=2'),
        event('DTSTART:20261204T020000Z', 'DURATION:PT1H', 'RRULE:FREQ=SOMETIMES'),
        event('DTSTART:20261207T020000Z', 'DURATION:PT1H', `ATTENDEE;PARTSTAT=DECLINED:mailto:${email}`),
        'this line is damaged',
      )}${calendar(event('DTSTART:20261208T020000Z', 'DURATION:PT1H'))}<p>Goodbye</p>`,
    );
    const { id } = await calendarsOf(teacher).create({ instructor: teacher.id, name: 'Odd', url: `${origin}/odd.ics` });
    await expect.poll(async () => (await calendarsOf(teacher).getOne(id)).triedAt, { timeout: 20_000 }).not.toBe('');
    expect(await calendarsOf(teacher).getOne(id)).toMatchObject({
      problem: '',
      unreadEvents: 3,
      questions: [
        { line: 16, kind: 'repetition', start: '2026-12-04 02:00:00.000Z' },
        { line: 23, kind: 'line', start: '' },
        { line: 32, kind: 'line', start: '' },
      ],
    });
    const times = ['12-01 01:00/12-01 02:00', '12-02 02:00/12-02 03:00', '12-03 02:00/12-03 03:00'];
    expect(await timesOf(teacher)).toEqual([...times, '12-04 02:00/12-04 03:00', '12-08 02:00/12-08 03:00']);
    expect(await startsOn(teacher, '2026-12-08')).not.toContain('02:00');
    expect(await startsOn(teacher, '2026-12-07')).toContain('02:00');
  });
});

describe('a calendar that is sent as a file', () => {
  const fileOf = (text: string, type = 'text/calendar') => new File([text], 'Work.ics', { type });
  const send = (teacher: Teacher, text: string) =>
    calendarsOf(teacher).create({ instructor: teacher.id, name: 'Work', file: fileOf(text) });

  test('is read at once, and nothing but its times is kept', async () => {
    const teacher = await makeInstructor(app);
    const sent = await send(teacher, calendar(dentist, event('SUMMARY:x')));
    expect(sent).toMatchObject({ problem: '', unreadEvents: 1, host: '', questions: [{ line: 8, kind: 'event' }] });
    expect([sent.readAt, sent.file, sent.url]).toEqual(['2026-11-21 02:00:00.000Z', undefined, undefined]);
    expect(await timesOf(teacher)).toEqual(['12-01 00:00/12-01 01:00']);
    expect(await startsOn(teacher, '2026-12-01')).not.toContain('00:00');
    const rows = await app.db.query<{ row: string }>(
      `select c::text || t::text as row from outside_calendars c join outside_calendar_times t on t.calendar = c.id where c.id = $1`,
      [sent.id],
    );
    expect(JSON.stringify(rows)).toContain('20261201T000000Z');
    expect(JSON.stringify(rows)).not.toMatch(/dentist/i);
    expect((await app.app.engine.files.list()).filter((key) => key.includes(sent.id))).toEqual([]);
  });

  test('again replaces what it said; one that can’t be read says so and leaves the times of before', async () => {
    const teacher = await makeInstructor(app);
    const { id } = await send(teacher, calendar(dentist));
    const later = calendar(event('DTSTART:20261202T000000Z', 'DURATION:PT1H'));
    app.clock.advance(1);
    expect(await calendarsOf(teacher).update(id, { file: fileOf(later) })).toMatchObject({ problem: '' });
    expect(await timesOf(teacher)).toEqual(['12-02 00:00/12-02 01:00']);
    app.clock.advance(1);
    expect(await calendarsOf(teacher).update(id, { file: fileOf('Dear all') })).toMatchObject({
      problem: 'not_a_calendar',
      readAt: '2026-11-21 02:01:00.000Z',
    });
    expect(await timesOf(teacher)).toEqual(['12-02 00:00/12-02 01:00']);
    expect((await calendarsOf(teacher).update(id, { name: 'Club' })).problem).toBe('not_a_calendar');
  });

  test('goes on for as long as it repeats, though nobody sends it again', async () => {
    const teacher = await makeInstructor(app);
    const { id } = await send(
      teacher,
      calendar(event('DTSTART:20261201T000000Z', 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY')),
    );
    expect((await timesOf(teacher)).at(-1)).toBe('05-01 00:00/05-01 01:00');
    app.clock.set('2027-11-21T10:00:00+08:00');
    await app.app.sweepers.runDue();
    const last = () =>
      app.db.query<{ start: Date; readAt: Date }>(
        `select b.start, c."readAt" from busy_times b join outside_calendars c on c.id = b.calendar
         where c.id = $1 order by start desc limit 1`,
        [id],
      );
    const expected = { start: new Date('2028-05-01T00:00:00Z'), readAt: new Date('2027-11-21T02:00:00Z') };
    await expect.poll(last, { timeout: 20_000 }).toEqual([expected]);
  });

  test('is refused where it is none, too large, or beside an address', async () => {
    const teacher = await makeInstructor(app);
    const create = async (fields: object) =>
      (await refusalOf(calendarsOf(teacher).create({ instructor: teacher.id, name: 'x', ...fields }))).data;
    expect((await create({})).url?.code).toBe('validation_required');
    expect((await create({ url: `${origin}/x.ics`, file: fileOf(calendar(dentist)) })).url?.code).toBe('one_of_both');
    expect((await create({ file: fileOf('\x89PNG\r\n\x1a\n', 'image/png') })).file?.code).toBe(
      'validation_invalid_mime_type',
    );
    expect((await create({ file: fileOf('x'.repeat(5 * 1024 * 1024 + 1)) })).file?.code).toBe(
      'validation_file_size_limit',
    );
    const { id } = await calendarsOf(teacher).create({ instructor: teacher.id, name: 'x', url: `${origin}/y.ics` });
    const refused = await refusalOf(calendarsOf(teacher).update(id, { file: fileOf(calendar(dentist)) }));
    expect(refused.data.file?.code).toBe('has_an_address');
  });

  test('may be one of a profile that is a draft, and there may be two', async () => {
    const teacher = await makeInstructor(app, { status: 'draft' });
    await send(teacher, calendar(dentist));
    await send(teacher, calendar(dentist));
    expect(await timesOf(teacher)).toEqual(['12-01 00:00/12-01 01:00', '12-01 00:00/12-01 01:00']);
    expect((await refusalOf(send(teacher, calendar(dentist)))).data.url?.code).toBe('too_many_calendars');
  });

  test('[25.50] that was made to be slow keeps no file of others waiting', async () => {
    const slow = event(
      'DTSTART:00010101T000000Z',
      'RRULE:FREQ=SECONDLY;COUNT=9;BYWEEKNO=53;BYMONTHDAY=31,30,29,28,27;BYDAY=MO',
    );
    const [slowTeacher, other] = [await makeInstructor(app), await makeInstructor(app)];
    const answered: string[] = [];
    const sending = Array.from({ length: 2 }, async () => {
      answered.push((await send(slowTeacher, calendar(...Array<string>(24_000).fill(slow)))).problem);
    });
    await expect.poll(() => app.app.engine.foreignWork.pids().length).toBeGreaterThan(0);
    expect(await send(other, calendar(dentist))).toMatchObject({ problem: '' });
    expect(answered).toEqual([]);
    await Promise.all(sending);
    expect(answered).toEqual(['too_many_events', 'too_many_events']);
  });

  test('[25.51] is large in no list of calendars', async () => {
    const teacher = await makeInstructor(app);
    const { id } = await send(
      teacher,
      calendar(event('DTSTART:20261201T000000Z', `SEQUENCE:${'1'.repeat(1_000_000)}`)),
    );
    const [size] = await app.db.query<{ row: number; times: number }>(
      `select length(c::text) as row, length(t.times) as times from outside_calendars c join outside_calendar_times t on t.calendar = c.id where c.id = $1`,
      [id],
    );
    expect(size?.row).toBeLessThan(2000);
    expect(size?.times).toBeGreaterThan(1_000_000);
  });

  test('of too many events is its problem', async () => {
    const teacher = await makeInstructor(app);
    const text = calendar(event('DTSTART:20261201T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY'));
    expect(await send(teacher, text)).toMatchObject({ problem: 'too_many_events', readAt: '' });
  });
});
