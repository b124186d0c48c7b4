import ICAL from 'ical.js';
import { DAVClient } from 'tsdav';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
afterAll(() => app.close());

type Person = Awaited<ReturnType<typeof makePerson>>;

async function addressOf(person: Person): Promise<string> {
  const { caldavUrl } = await person.send('/api/marketplace/calendar-address', { method: 'POST' });
  return caldavUrl.replace('http://kerbside.example', app.url);
}

async function teacherWithLessons() {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  await app.root.collection('users').update(learner.id, { name: 'Mei & Ling' });
  const given = {
    instructor: teacher.id,
    learner: learner.id,
    durationMinutes: 60,
    pickup: 'Bedok <MRT>',
    status: 'confirmed',
  };
  const lessons = app.root.collection('lessons');
  const first = await lessons.create({ ...given, start: '2026-11-23T02:00:00Z' });
  const second = await lessons.create({ ...given, start: '2026-12-24T02:00:00Z' });
  return { teacher, learner, first, second, address: await addressOf(teacher.client) };
}

/** A calendar program as others write them: asks for the account, its calendars and what is in them. */
async function openAccount(serverUrl: string) {
  const client = new DAVClient({
    serverUrl,
    credentials: { username: 'any', password: 'thing' },
    authMethod: 'Basic',
    defaultAccountType: 'caldav',
  });
  await client.login();
  const calendars = await client.fetchCalendars();
  return { client, calendars, calendar: calendars[0]! };
}

const ask = async (method: string, url: string, body = '', headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { method, ...(body === '' ? {} : { body }), headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
const query = (filter: string) =>
  `<c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><d:getetag/></d:prop>${filter}</c:calendar-query>`;

const multiget = (paths: string[]) =>
  `<m:calendar-multiget xmlns:m="urn:ietf:params:xml:ns:caldav" xmlns="DAV:"><prop><getetag/></prop>${paths
    .map((path) => `<href>${path}</href>`)
    .join('')}</m:calendar-multiget>`;

describe('a program that speaks CalDAV', () => {
  test('finds the one calendar of an address and reads its lessons', async () => {
    const { address, first } = await teacherWithLessons();
    const { client, calendars, calendar } = await openAccount(address);
    expect(calendars.map(({ displayName, components }) => [displayName, components])).toEqual([
      ['Kerbside', ['VEVENT']],
    ]);
    const objects = await client.fetchCalendarObjects({ calendar });
    expect(objects).toHaveLength(2);
    const { data, etag, url } = objects.find((object) => object.url.includes(first.id))!;
    const event = new ICAL.Event(new ICAL.Component(ICAL.parse(data)).getFirstSubcomponent('vevent')!);
    expect([event.uid, event.summary, event.location]).toEqual([
      `${first.id}@kerbside`,
      'Driving lesson with Mei & Ling',
      'Bedok <MRT>',
    ]);
    expect(data).not.toMatch(/^METHOD/m);
    expect(data).not.toMatch(new RegExp(`\\b${first.startCode}\\b`));
    const alone = await ask('GET', url);
    expect([alone.status, alone.text.trimEnd(), alone.headers.get('etag')]).toEqual([200, data, etag]);
    expect((await ask('GET', url, '', { 'If-None-Match': etag ?? '' })).status).toBe(304);
  });

  test('reads only the time that it shows, and lessons by their addresses', async () => {
    const { address, first, second } = await teacherWithLessons();
    const { client, calendar } = await openAccount(address);
    const timeRange = { start: '2026-12-01T00:00:00.000Z', end: '2027-01-01T00:00:00.000Z' };
    const december = await client.fetchCalendarObjects({ calendar, timeRange });
    expect(december.map(({ url }) => url.includes(second.id))).toEqual([true]);
    const pathOf = (id: string) => `${new URL(calendar.url).pathname}${id}.ics`;
    const chosen = await client.fetchCalendarObjects({ calendar, objectUrls: [pathOf(first.id)] });
    expect(chosen.map(({ url }) => url)).toEqual([`${calendar.url}${first.id}.ics`]);
    const { text } = await ask('REPORT', calendar.url, multiget([pathOf(first.id), pathOf('nothing00000001')]));
    expect(text.match(/<d:status>HTTP\/1\.1 \d+/g)).toEqual(['<d:status>HTTP/1.1 200', '<d:status>HTTP/1.1 404']);
  });

  test('sees by the tags that a lesson changed, and which one', async () => {
    const { address, first } = await teacherWithLessons();
    const { client, calendar } = await openAccount(address);
    const tags = async () =>
      Object.fromEntries((await client.fetchCalendarObjects({ calendar })).map(({ url, etag }) => [url, etag]));
    const before = await tags();
    app.clock.advance(60);
    expect(await client.isCollectionDirty({ collection: calendar })).toMatchObject({ isDirty: false });
    expect(await tags()).toEqual(before);
    await app.root.collection('lessons').update(first.id, { pickup: 'Tampines' });
    expect(await client.isCollectionDirty({ collection: calendar })).toMatchObject({ isDirty: true });
    const after = await tags();
    expect(Object.keys(after).filter((url) => after[url] !== before[url])).toEqual([expect.stringContaining(first.id)]);
  });

  test('is told by OPTIONS what it may do, and that is reading', async () => {
    const { address, first } = await teacherWithLessons();
    const told = await ask('OPTIONS', `${address}lessons/`);
    expect([told.status, told.headers.get('dav'), told.headers.get('allow')]).toEqual([
      200,
      '1, calendar-access',
      'OPTIONS, GET, HEAD, PROPFIND, REPORT',
    ]);
    for (const method of ['PUT', 'DELETE', 'PROPPATCH', 'MOVE', 'MKCALENDAR']) {
      expect((await ask(method, `${address}lessons/${first.id}.ics`)).status, method).toBeGreaterThanOrEqual(400);
    }
    expect((await app.root.collection('lessons').getOne(first.id)).status).toBe('confirmed');
  });
});

describe('what calendar programs should not send', () => {
  test('is refused in the standard’s words where the standard has some', async () => {
    const { address } = await teacherWithLessons();
    const refused = async (...call: Parameters<typeof ask>) => {
      const { status, text } = await ask(...call);
      return [status, /<d:error[^>]*><([^/]+)\/>/.exec(text)?.[1]];
    };
    expect(await refused('PROPFIND', address, '', { Depth: 'infinity' })).toEqual([403, 'd:propfind-finite-depth']);
    expect(await refused('REPORT', `${address}lessons/`, '<sync-collection xmlns="DAV:"/>')).toEqual([
      403,
      'd:supported-report',
    ]);
    const byProperty =
      '<c:filter><c:comp-filter name="VCALENDAR"><c:prop-filter name="UID"/></c:comp-filter></c:filter>';
    expect(await refused('REPORT', `${address}lessons/`, query(byProperty))).toEqual([403, 'c:supported-filter']);
  });

  test.each([
    ['no XML', 'BEGIN:VCALENDAR'],
    ['XML that does not end', '<propfind xmlns="DAV:"><prop>'],
    [
      'entities of its own',
      '<!DOCTYPE p [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><propfind xmlns="DAV:"><prop>&b;</prop></propfind>',
    ],
    ['a file of the server', '<!DOCTYPE p SYSTEM "file:///etc/passwd"><propfind xmlns="DAV:"/>'],
    ['an entity that nobody declared', '<propfind xmlns="DAV:">&x;</propfind>'],
    ['elements too deep', `<propfind xmlns="DAV:">${'<a>'.repeat(40)}${'</a>'.repeat(40)}</propfind>`],
    ['too many elements', `<propfind xmlns="DAV:"><prop>${'<a/>'.repeat(6000)}</prop></propfind>`],
    ['a prefix of no namespace', '<x:propfind/>'],
    [
      'hundreds of properties',
      `<propfind xmlns="DAV:"><prop>${Array.from({ length: 300 }, (_, n) => `<a${n}/>`).join('')}</prop></propfind>`,
    ],
    [
      'a namespace of kilobytes that every answer would repeat',
      `<propfind xmlns="DAV:" xmlns:x="${'x'.repeat(2000)}"><prop><x:a/></prop></propfind>`,
    ],
  ])('is refused: %s', async (_, body) => {
    const { caldavUrl } = await (await makePerson(app)).send('/api/marketplace/calendar-address', { method: 'POST' });
    const url = caldavUrl.replace('http://kerbside.example', app.url);
    expect((await ask('PROPFIND', url, body, { Depth: '0' })).status).toBe(400);
  });

  test('is answered once however often it is asked for', async () => {
    const { address, first } = await teacherWithLessons();
    const wanted = '<c:calendar-data xmlns:c="urn:ietf:params:xml:ns:caldav"/>'.repeat(4000);
    const body = `<propfind xmlns="DAV:"><prop>${wanted}</prop></propfind>`;
    const all = await ask('PROPFIND', `${address}lessons/`, body, { Depth: '1' });
    expect([all.status, all.text.match(/BEGIN:VEVENT/g)?.length]).toEqual([207, 2]);
    const href = `${new URL(address).pathname}lessons/${first.id}.ics`;
    const ways = Array.from(first.id, (sign, at) =>
      href.replace(first.id, `${first.id.slice(0, at)}%${sign.charCodeAt(0).toString(16)}${first.id.slice(at + 1)}`),
    );
    const { status, text } = await ask('REPORT', `${address}lessons/`, multiget([href, href, ...ways]));
    expect([status, text.match(/<d:response>/g)?.length]).toEqual([207, 1]);
    const many = multiget(Array.from({ length: 1001 }, (_, n) => `${n}.ics`));
    expect((await ask('REPORT', `${address}lessons/`, many)).status).toBe(400);
  });

  test('is taken as text: names and prefixes of any kind come back as they are', async () => {
    const url = await addressOf(await makePerson(app));
    const body = '<q:propfind xmlns:q="DAV:"><q:prop><q:displayname/><x xmlns="a&quot;&lt;b"/></q:prop></q:propfind>';
    const { status, text } = await ask('PROPFIND', url, body, { Depth: '0' });
    expect(status).toBe(207);
    expect(text).toContain('<d:displayname>Kerbside</d:displayname>');
    expect(text).toContain('<x xmlns="a&#34;&#60;b"/></d:prop><d:status>HTTP/1.1 404 Not Found</d:status>');
  });

  test('opens nothing by guessing, nothing of others, and nothing once the address ended', async () => {
    const { teacher, address, first } = await teacherWithLessons();
    const stranger = await addressOf(await makePerson(app));
    expect((await ask('GET', `${stranger}lessons/${first.id}.ics`)).status).toBe(404);
    const { status, text } = await ask(
      'REPORT',
      `${stranger}lessons/`,
      multiget([`${new URL(address).pathname}lessons/${first.id}.ics`]),
    );
    expect([status, text.includes('getetag'), text.includes('404 Not Found')]).toEqual([207, false, true]);
    await teacher.client.send('/api/marketplace/calendar-address', { method: 'DELETE' });
    for (const url of [address, `${address}lessons/`, `${app.url}/api/marketplace/calendar/x/`]) {
      expect((await ask('PROPFIND', url, '', { Depth: '0' })).status).toBe(404);
    }
  });

  test('is too much beyond three hundred calls in an hour', async () => {
    const address = await addressOf(await makePerson(app));
    const statuses = new Set<number>();
    for (let times = 0; times < 300; times += 1) statuses.add((await ask('OPTIONS', address)).status);
    expect([...statuses]).toEqual([200]);
    expect((await ask('PROPFIND', address, '', { Depth: '0' })).status).toBe(429);
  });
});
