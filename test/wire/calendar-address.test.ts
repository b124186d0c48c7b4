import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;
type Person = Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
afterAll(() => app.close());

const path = '/api/marketplace/calendar-address';
const renew = (person: Person): Promise<{ url: string }> => person.send(path, { method: 'POST' });
const read = async (url: string) => {
  const answer = await fetch(url.replace('http://kerbside.example', app.url));
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};

test('a calendar program reads one’s lessons at a secret address, until it is renewed or ended', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  expect(await teacher.client.send(path, {})).toEqual({ url: null, caldavUrl: null });
  const own = await teacher.client.collection('own_learners').create({ instructor: teacher.id, name: 'Siti' });
  const wanted = { instructor: teacher.id, durationMinutes: 60, pickup: 'Bedok MRT' };
  await teacher.client.collection('lessons').create({ ...wanted, ownLearner: own.id, start: '2026-11-23T02:00:00Z' });
  const given = { ...wanted, learner: learner.id, start: '2026-11-24T02:00:00Z', status: 'confirmed' };
  const { startCode } = await app.root.collection('lessons').create(given);
  const { url } = await renew(teacher.client);
  expect(url).toMatch(/^http:\/\/kerbside\.example\/api\/marketplace\/calendar\/\w{40}\.ics$/);
  const feed = await read(url);
  expect([feed.status, feed.type]).toEqual([200, 'text/calendar; charset=utf-8; method=PUBLISH']);
  expect(feed.text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  expect(feed.text).toContain('SUMMARY:Driving lesson with Siti');
  expect(feed.text).toContain('Bedok MRT');
  const learners = await read((await renew(learner)).url);
  expect(learners.text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  // Apart: four digits stand in many a time.
  expect(learners.text).not.toMatch(new RegExp(`\\b${startCode}\\b`));

  const next = await renew(teacher.client);
  expect(next.url).not.toBe(url);
  expect([(await read(url)).status, (await read(next.url)).status]).toEqual([404, 200]);
  expect(await teacher.client.send(path, {})).toEqual(next);
  await teacher.client.send(path, { method: 'DELETE' });
  expect((await read(next.url)).status).toBe(404);
});

test('a feed shows the time that a lesson was asked to move to, until that is answered', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  // Within the time in which the other side has a say.
  const given = { instructor: teacher.id, learner: learner.id, start: '2026-11-22T01:00:00Z', durationMinutes: 60 };
  const lesson = await app.root.collection('lessons').create({ ...given, pickup: 'Bedok MRT', status: 'confirmed' });
  const feeds = await Promise.all([teacher.client, learner].map(renew));
  const wish = { lesson: lesson.id, start: '2026-11-23T04:00:00Z' };
  const asked = await teacher.client.collection('reschedules').create(wish);
  expect(asked.status).toBe('proposed');
  for (const { url } of feeds) {
    const { text } = await read(url);
    const [, move = ''] = text.split(`UID:${lesson.id}-move@kerbside`);
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect(move).toContain('DTSTART:20261123T040000Z');
    expect(move).toContain('STATUS:TENTATIVE');
    expect(move.replaceAll('\r\n ', '')).toContain(': new time\\, waiting for an answer');
  }
  await learner.collection('reschedules').update(asked.id, { status: 'refused' });
  expect((await read(feeds[0]?.url ?? '')).text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
});

test('the secret of the address stands in no log', async () => {
  const { url } = await renew(await makePerson(app));
  const token = url.slice(url.lastIndexOf('/') + 1, -'.ics'.length);
  await read(`${url}?from=log-test`);
  await read(url.replace(token, `%${token.charCodeAt(0).toString(16)}${token.slice(1)}`).concat('?from=log-test'));
  const logged = () =>
    app.db.query<{ row: string }>(`select _logs::text as row from _logs where data::text ~ 'log-test'`);
  await expect.poll(async () => (await logged()).length, { timeout: 15_000 }).toBe(2);
  for (const { row } of await logged()) {
    expect(row).toContain('/api/marketplace/calendar/***');
    expect(row).not.toContain(token.slice(1));
  }
});

test('guests have no address, guesses open nothing, and a suspended account’s is closed', async () => {
  expect((await refusalOf(app.guest().send(path, { method: 'POST' }))).status).toBe(401);
  for (const token of ['', 'x', '%00', "' or true --"]) {
    expect((await read(`${app.url}/api/marketplace/calendar/${encodeURIComponent(token)}.ics`)).status).toBe(404);
  }
  const learner = await makePerson(app);
  const { url } = await renew(learner);
  await app.root.collection('users').update(learner.id, { suspended: true });
  expect((await read(url)).status).toBe(404);
});

const password = 'learner-password';
const another = 'a-longer-one-2';
const sends = (person: Person, way: string, body?: object) =>
  person.send(`/api/marketplace/${way}`, { method: body ? 'POST' : 'DELETE', ...(body ? { body } : {}) });

test.each([
  [
    'a new password',
    (person: Person) =>
      sends(person, 'password', { oldPassword: password, password: another, passwordConfirm: another }),
  ],
  ['turning two factors on', (person: Person) => sends(person, 'two-factor', { isOn: true, password })],
  ['signing out all other devices', (person: Person) => sends(person, 'devices')],
  [
    'being signed out by an administrator',
    async (person: Person) => sends(await makePerson(app, { role: 'admin' }), `users/${person.id}/sessions`),
  ],
  [
    'a new email address',
    (person: Person) => app.root.collection('users').update(person.id, { email: `new-${person.id}@kerbside.example` }),
  ],
])('the address ends with %s: whoever was in the account may have it', async (_, defend) => {
  const person = await makePerson(app);
  const { url } = await renew(person);
  expect((await read(url)).status).toBe(200);
  await defend(person);
  expect((await read(url)).status).toBe(404);
});

test('the owner is told of a new address, and ten are made in an hour at most', async () => {
  const person = await makePerson(app);
  await renew(person);
  const told = await person.collection('notifications').getFullList({ filter: "type = 'security'" });
  expect(told.map(({ title }) => title)).toEqual(['A new calendar address was made for your account']);
  for (let made = 1; made < 10; made += 1) await renew(person);
  expect((await refusalOf(renew(person))).status).toBe(429);
});

test('an address is read sixty times an hour at most, whoever has it', async () => {
  const { url } = await renew(await makePerson(app));
  const statuses = new Set<number>();
  for (let times = 0; times < 60; times += 1) statuses.add((await read(url)).status);
  expect([...statuses]).toEqual([200]);
  expect((await read(url)).status).toBe(429);
  app.clock.advance(60);
  expect((await read(url)).status).toBe(200);
});
