import { ClientResponseError } from 'pocketbase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimsOn } from '#support/claims.ts';
import { makeInstructor, makePerson, startApp, type TestApp } from '../support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const { given, claim } = claimsOn(() => app);

const isTooMuch = ({ status, response }: ClientResponseError) =>
  status === 429 || response.data?.start?.code === 'too_many_cancelled';

/** How often something goes on before it is refused as too much; at most `most` times. */
async function timesUntilRefused(most: number, run: (time: number) => Promise<unknown>): Promise<number> {
  for (let time = 0; time < most; time++) {
    try {
      await run(time);
    } catch (error) {
      if (error instanceof ClientResponseError && isTooMuch(error)) return time;
      throw error;
    }
  }
  return most;
}

test('a telephone number is changed so often a day: each change is a mail, and a message to the new number', async () => {
  const person = await makePerson(app);
  const change = (time: number) =>
    person.collection('users').update(person.id, { phone: `+659${String(1_000_000 + time)}` });
  // The first is none: nothing stood there before.
  expect(await timesUntilRefused(40, change)).toBe(11);
  await person.collection('users').update(person.id, { bio: 'Goes on' });
  app.clock.advance(24 * 60 + 1);
  await change(20);
});

test('a profile is sent in so often a day: each time all who check are told', async () => {
  const person = await makePerson(app);
  const { id } = await person
    .collection('instructors')
    .create({ name: 'Mei', licenceClasses: ['3A'], hourlyCents: 6600, areas: ['Bedok'], lessonMinutes: [60] });
  await person.collection('instructor_documents').create({ instructor: id, kind: 'licence' });
  await person
    .collection('availability_rules')
    .create({ instructor: id, weekday: 1, startMinute: 480, endMinute: 1200 });
  const again = async (time: number) => {
    await person.collection('instructor_submissions').create({ instructor: id });
    await person.collection('instructors').update(id, { name: `Mei ${time}` });
  };
  expect(await timesUntilRefused(40, again)).toBe(20);
});

test('claims are made so often a day, however often they are taken back', async () => {
  const scene = await given();
  const again = async () => {
    const { id } = await claim(scene, 'quality');
    await scene.learner.collection('claims').update(id, { status: 'withdrawn' });
  };
  expect(await timesUntilRefused(40, again)).toBe(20);
});

test('a calendar kept elsewhere is added as seldom as one is read', async () => {
  const { id: instructor, client } = await makeInstructor(app);
  const again = async () => {
    const url = 'https://calendar.example.com/a.ics';
    const { id } = await client.collection('outside_calendars').create({ instructor, name: 'Mine', url });
    await client.collection('outside_calendars').delete(id);
  };
  expect(await timesUntilRefused(40, again)).toBe(20);
});

test('a request is closed so often a day by who opened it: what they write next tells the support anew', async () => {
  const person = await makePerson(app);
  const { id } = await person
    .collection('support_requests')
    .create({ category: 'other', subject: 'Hello', text: 'Hello' });
  const again = async () => {
    await person.collection('support_requests').update(id, { status: 'closed' });
    await person.collection('support_messages').create({ request: id, text: 'Once more' });
  };
  expect(await timesUntilRefused(40, again)).toBe(20);
});

test('lessons are called off so often a day: each time is a mail to the other side, and money that goes back', async () => {
  const teacher = await makeInstructor(app);
  const learner = await makePerson(app);
  const again = async () => {
    const start = '2026-12-05T09:00:00+08:00';
    const { id } = await learner
      .collection('lessons')
      .create({ instructor: teacher.id, start, durationMinutes: 60, pickup: 'A', postalCode: '460085' });
    await learner.collection('payments').create({ lesson: id, method: 'card', cardNumber: '4242424242424242' });
    await learner.collection('cancellations').create({ lesson: id });
  };
  expect(await timesUntilRefused(70, again)).toBe(50);
});

test('mails of new devices are so many a day', async () => {
  const person = await makePerson(app);
  const signIn = (time: number) =>
    fetch(`${app.url}/api/collections/users/auth-with-password`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': `Device ${time}` },
      body: JSON.stringify({ identity: `${person.id}@kerbside.example`, password: 'learner-password' }),
    });
  for (let time = 0; time < 30; time++) expect((await signIn(time)).status).toBe(200);
  const mails = await app.db.query('select id from _mails where "to" = $1', [`${person.id}@kerbside.example`]);
  expect(mails).toHaveLength(20);
});
