import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buyPackage, makeSeller } from '#support/packages.ts';
import { readPdfText } from '#support/read-pdf-text.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let teacher: Teacher;
let other: Teacher;
let [mei, arjun]: Array<PocketBase & { id: string }> = [];

const ask = (client: PocketBase, query: Record<string, string> = {}) =>
  client.send('/api/marketplace/students', { query });
const namesOf = ({ items }: { items: Array<{ learner: { name: string } }> }) =>
  items.map(({ learner }) => learner.name);

async function give(
  to: Teacher,
  learner: string,
  start: string,
  fields: Record<string, unknown> = {},
): Promise<string> {
  const lesson = { instructor: to.id, learner, start, durationMinutes: 90, status: 'completed', ...fields };
  return (await app.root.collection('lessons').create(lesson)).id;
}

beforeAll(async () => {
  app = await startApp();
  [teacher, other] = await Promise.all([makeInstructor(app), makeInstructor(app)]);
  [mei, arjun] = [await makePerson(app), await makePerson(app)];
  await mei.collection('users').update(mei.id, { name: 'Mei Ling' });
  await arjun.collection('users').update(arjun.id, { name: 'Arjun' });
  const log = (lesson: string, level: number) =>
    app.root.collection('lesson_logs').create({ lesson, skills: [{ skill: 'steering', level }] });
  await log(await give(teacher, mei.id, '2026-11-02T02:00:00Z'), 2);
  await log(await give(teacher, mei.id, '2026-11-09T02:00:00Z'), 4);
  await log(await give(other, mei.id, '2026-11-10T02:00:00Z'), 1);
  await give(teacher, mei.id, '2026-11-30T02:00:00Z', { status: 'confirmed' });
  await give(teacher, arjun.id, '2026-10-01T02:00:00Z', { durationMinutes: 60 });
  await give(teacher, arjun.id, '2026-12-01T02:00:00Z', { status: 'cancelled_by_learner' });
});
afterAll(() => app.close());

describe('the students of an instructor', () => {
  test('have their lessons, hours, next lesson and the skills that this instructor logged', async () => {
    const { items, totalItems } = await ask(teacher.client);
    expect(totalItems).toBe(2);
    expect(items[0]).toMatchObject({
      learner: { id: mei?.id, name: 'Mei Ling' },
      completedLessons: 2,
      completedMinutes: 180,
      since: '2026-11-02T02:00:00.000Z',
      lastLessonStart: '2026-11-09T02:00:00.000Z',
      nextLesson: { id: expect.any(String), start: '2026-11-30T02:00:00.000Z' },
      skills: [{ skill: 'steering', name: 'Steering', level: 4, percent: 80 }],
    });
    expect(items[1]).toMatchObject({ completedMinutes: 60, nextLesson: null, skills: [] });
  });

  test('are searched, filtered, sorted and paged', async () => {
    expect(namesOf(await ask(teacher.client, { q: 'ling' }))).toEqual(['Mei Ling']);
    expect(namesOf(await ask(teacher.client, { q: '%' }))).toEqual([]);
    expect(namesOf(await ask(teacher.client, { state: 'booked' }))).toEqual(['Mei Ling']);
    expect(namesOf(await ask(teacher.client, { state: 'free' }))).toEqual(['Arjun']);
    expect(namesOf(await ask(teacher.client, { sort: 'name' }))).toEqual(['Arjun', 'Mei Ling']);
    expect(namesOf(await ask(teacher.client, { sort: 'hours' }))).toEqual(['Arjun', 'Mei Ling']);
    const page = await ask(teacher.client, { sort: 'name', perPage: '1', page: '2' });
    expect([namesOf(page), page.totalPages]).toEqual([['Mei Ling'], 2]);
    const { data } = await refusalOf(ask(teacher.client, { sort: 'email' }));
    expect(data.sort?.code).toBe('validation_in_invalid');
  });

  test('are the instructor’s own: others have theirs, learners and admins none, guests are refused', async () => {
    expect(namesOf(await ask(other.client))).toEqual(['Mei Ling']);
    const admin = await makePerson(app, { role: 'admin' });
    for (const client of [mei, admin]) expect((await ask(client ?? app.guest())).totalItems).toBe(0);
    expect((await refusalOf(ask(app.guest()))).status).toBe(401);
  });
});

test('a learner’s package shows what is left of it, and only with the instructor whom it was bought of', async () => {
  const [seller, learner] = await Promise.all([makeSeller(app), makePerson(app)]);
  const others = await makeInstructor(app);
  await give(seller, learner.id, '2026-11-03T02:00:00Z');
  await give(others, learner.id, '2026-11-10T02:00:00Z');
  await buyPackage(app, learner, seller);
  const of = async ({ client }: Teacher) =>
    (await ask(client)).items.find((item: { learner: { id: string } }) => item.learner.id === learner.id)
      .packageMinutes;
  expect(await Promise.all([of(seller), of(others)])).toEqual([600, 0]);
});

test('the record book has the car of each lesson, and a line for the instructor’s licence', async () => {
  const car = { vehiclePlate: 'SBA1234X', vehicleModel: 'Toyota Vios', licenceExpiresOn: '2099-06-30' };
  const [driver, learner] = await Promise.all([makeInstructor(app, car), makePerson(app)]);
  for (const day of ['03', '10', '17']) await give(driver, learner.id, `2026-11-${day}T02:00:00Z`);
  const path = `/api/marketplace/students/${learner.id}/record-book.pdf`;
  const read = async () => {
    const book = await fetch(`${app.url}${path}`, { headers: { Authorization: driver.client.authStore.token } });
    expect(book.status).toBe(200);
    return readPdfText(Buffer.from(await book.arrayBuffer()));
  };
  const platesOf = (words: string[]) =>
    ['2026-11-03', '2026-11-10', '2026-11-17'].map((date) => words[words.indexOf(date) + 3]);
  const words = await read();
  // Long names of facts stand on two lines.
  expect(words.join(' ').replaceAll(/\s+/g, ' ')).toMatch(
    /Licence to teach, number and date _+ Licence to teach, valid until 2099-06-30 Vehicle today SBA1234X, Toyota Vios/,
  );
  expect(platesOf(words)).toEqual(['SBA1234X', 'SBA1234X', 'SBA1234X']);
  // Nobody wrote down which car the first change replaced: that is filled in by hand.
  for (const [vehiclePlate, day] of [
    ['SBB2345Y', '05'],
    ['SBC3456Z', '12'],
  ]) {
    const { id } = await driver.client
      .collection('instructor_changes')
      .create({ instructor: driver.id, changes: { vehiclePlate } });
    await app.root.collection('instructor_changes').update(id, { status: 'accepted' });
    await app.db.query(`update instructor_changes set updated = $2 where id = $1`, [id, `2026-11-${day}T02:00:00Z`]);
  }
  expect(platesOf(await read())).toEqual(['__________', 'SBB2345Y', 'SBC3456Z']);
});

describe('a learner who gave no name', () => {
  /** Every name in an answer, with the way to it. */
  const namesIn = (value: unknown, path = ''): [string, unknown][] =>
    value === null || typeof value !== 'object'
      ? []
      : Object.entries(value).flatMap(([key, inner]) =>
          /^(?:name|learnerName)$/.test(key)
            ? [[`${path}.${key}`, inner] as [string, unknown]]
            : namesIn(inner, `${path}.${key}`),
        );

  test('is named in words wherever their instructor reads of them: pages, news, mails and calendars', async () => {
    const [instant, asked, nobody] = await Promise.all([
      makeInstructor(app),
      makeInstructor(app, { instantBooking: false }),
      makePerson(app),
    ]);
    await app.db.query(`update users set name = ' ' where id = $1`, [nobody.id]);
    await nobody.collection('users').authRefresh();
    for (const [place, { id: instructor, client }] of [instant, asked].entries()) {
      const start = `2026-12-0${place + 2}T02:00:00Z`;
      const lesson = await nobody.collection('lessons').create({ instructor, start, durationMinutes: 60 });
      const card = { method: 'card', cardNumber: '4242424242424242' };
      await nobody.collection('payments').create({ lesson: lesson.id, ...card });
      const conversation = await nobody.collection('conversations').create({ instructor });
      await nobody.collection('messages').create({ conversation: conversation.id, text: 'See you there' });
      const path = '/api/marketplace';
      const answers = {
        dashboard: await client.send(`${path}/dashboard`, { query: { view: 'instructor' } }),
        students: await ask(client),
        student: await client.send(`${path}/students/${nobody.id}`, {}),
        earnings: await client.send(`${path}/earnings`, { query: { from: '2026-12-01', to: '2027-01-01' } }),
        conversations: await client.collection('conversations').getFullList(),
      };
      const names = namesIn(answers);
      expect(names.filter(([, name]) => name === 'A learner').length).toBeGreaterThan(4);
      expect(names.filter(([, name]) => String(name).trim() === '')).toEqual([]);
      const news = await client.collection('notifications').getFullList();
      expect(news.map(({ message }) => message).join(' ')).toContain('A learner');
      const { url } = await client.send(`${path}/calendar-address`, { method: 'POST' });
      const feed = await fetch(url.replace('http://kerbside.example', app.url));
      expect(await feed.text()).toContain('SUMMARY:Driving lesson with A learner');
      const mails = await app.db.query<{ subject: string; text: string }>(
        `select message->>'subject' as subject, message->>'text' as text from _mails where "to" = $1`,
        [`${client.id}@kerbside.example`],
      );
      // Of a request the notification's own mail tells, later.
      expect(mails.map(({ subject }) => subject)).toEqual(
        client === instant.client ? [expect.stringMatching(/^New lesson: .*, A learner$/)] : [],
      );
      const written =
        mails.map(({ subject, text }) => `${subject} ${text}`).join(' ') + news.map(({ message }) => message);
      expect(written).toContain('A learner');
      expect(written).not.toMatch(/\b(?:with|from|by|Learner:)[ \t]*(?:[.,;\n]|$)/);
    }
  });
});

describe('a line in the book with the id of an account', () => {
  const line = (by: Teacher, id: string, name: string) =>
    by.client.collection('own_learners').create({ id, instructor: by.id, name });

  test('is told by what the instructor wrote, not by whose account it is', async () => {
    const [curious, stranger] = [await makeInstructor(app), await makePerson(app)];
    await stranger.collection('users').update(stranger.id, { name: 'Nobody they know' });
    await line(curious, stranger.id, 'A line');
    expect(namesOf(await ask(curious.client))).toEqual(['A line']);
    const { learner } = await curious.client.send(`/api/marketplace/students/${stranger.id}`, {});
    expect(learner).toEqual({ id: stranger.id, name: 'A line', avatarUrl: '' });
  });

  test('changes nobody’s name at another instructor', async () => {
    await line(await makeInstructor(app), mei!.id, 'Somebody else');
    const query = { view: 'instructor' };
    const { roster } = await teacher.client.send('/api/marketplace/dashboard', { query });
    expect(roster.map((entry: { learner: { name: string } }) => entry.learner.name)).toContain('Mei Ling');
  });
});
