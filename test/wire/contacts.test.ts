import { EventSource } from 'eventsource';
import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, startApp, type Teacher, type TestApp } from '../support/start-app.ts';

Object.assign(globalThis, { EventSource });

const place = { pickup: 'Blk 85 Bedok North Street 4', postalCode: '460085' };
const start = '2026-11-23T10:00:00+08:00';

let app: TestApp;
let teacher: Teacher;
let learner: Awaited<ReturnType<typeof makePerson>>;
let lesson: string;

beforeAll(async () => {
  app = await startApp();
  teacher = await makeInstructor(app, { instantBooking: false });
  learner = await makePerson(app);
  const body = { instructor: teacher.id, start, durationMinutes: 60, ...place };
  ({ id: lesson } = await learner.collection('lessons').create(body));
});
afterAll(() => app.close());

type Client = Pick<PocketBase, 'collection' | 'send'>;
type Seen = Record<string, unknown> & { id: string };

async function seenBy(client: Client): Promise<unknown[]> {
  const lessons = client.collection('lessons');
  const count = async (filter: string) => (await lessons.getList(1, 1, { filter })).totalItems;
  const { pickup, postalCode } = await lessons.getOne<Seen>(lesson);
  return [
    pickup,
    postalCode,
    (await lessons.getFullList<Seen>())[0]?.pickup,
    await count("pickup ~ 'Bedok'"),
    await count("pickup:lower ~ 'bedok' || postalCode > '4'"),
    await count("instructor.lessons_via_instructor.pickup ?~ 'Bedok'"),
  ];
}

const whole = [place.pickup, place.postalCode, place.pickup, 1, 1, 1];
const nothing = [undefined, undefined, undefined, 0, 0, 0];

test('[rule 30] an instructor is shown the pick-up from the confirmation until 24 hours after the lesson, in no answer before or after', async () => {
  const admin = await makePerson(app, { role: 'admin' });
  const move = (status: string) => app.root.collection('lessons').update(lesson, { status });
  const seen: unknown[] = [];
  const ask = async () => seen.push(await seenBy(teacher.client));
  await ask();
  await move('requested');
  await ask();
  expect(await readIcs()).not.toContain('Bedok');
  await move('confirmed');
  await ask();
  expect(await readIcs()).toContain('Bedok');
  for (const client of [learner, admin, app.root]) expect(await seenBy(client)).toEqual(whole);
  await app.root.collection('users').update(teacher.client.id, { phone: '+65 9000 0001' });
  const numberSeen = async () => {
    const { history } = await learner.send('/api/marketplace/dashboard', { query: { view: 'learner' } });
    return history.map(({ instructor }: { instructor: { phone: string } }) => instructor.phone);
  };
  app.clock.set('2026-11-24T11:00:00+08:00');
  await ask();
  expect(await numberSeen()).toEqual(['+65 9000 0001']);
  app.clock.advance(1);
  await ask();
  expect(await numberSeen()).toEqual(['']);
  expect(await readIcs()).not.toContain('Bedok');
  expect(seen).toEqual([nothing, nothing, whole, whole, nothing]);
  expect(await seenBy(learner)).toEqual(whole);
  app.clock.set('2026-11-21T10:00:00+08:00');
});

test('an instructor is not shown where they would have met once a lesson is off', async () => {
  const body = { instructor: teacher.id, learner: learner.id, start: '2026-11-27T10:00:00+08:00', durationMinutes: 60 };
  const { id } = await app.root.collection('lessons').create({ ...body, ...place });
  const seen = async () => (await teacher.client.collection('lessons').getOne<Seen>(id)).pickup;
  expect(await seen()).toBe(place.pickup);
  await app.root.collection('lessons').update(id, { status: 'cancelled_by_learner' });
  expect(await seen()).toBeUndefined();
});

async function readIcs(): Promise<string> {
  const answer = await fetch(`${app.url}/api/marketplace/lessons/${lesson}.ics`, {
    headers: { Authorization: teacher.client.authStore.token },
  });
  return answer.text();
}

test('the order of an instructor’s lessons, and what arrives of them, tell nothing of a pick-up they are not shown', async () => {
  const heard: Seen[] = [];
  await teacher.client.collection('lessons').subscribe<Seen>('*', ({ record }) => heard.push(record));
  const pairs = [
    ['2026-12-02T10:00:00+08:00', 'A'],
    ['2026-12-03T10:00:00+08:00', 'Z'],
    ['2026-12-04T10:00:00+08:00', 'M'],
  ] as const;
  const ids: string[] = [];
  for (const [at, pickup] of pairs) {
    const other = await makePerson(app);
    const body = { instructor: teacher.id, start: at, durationMinutes: 60, pickup };
    ids.push((await other.collection('lessons').create(body)).id);
  }
  const inOrder = async (client: Client, sort: string) =>
    (await client.collection('lessons').getFullList<Seen>({ filter: "status = 'held'", sort })).map(({ id }) => id);
  expect(await inOrder(teacher.client, 'pickup,start')).toEqual(ids);
  expect(await inOrder(teacher.client, '-pickup,start')).toEqual(ids);
  expect(await inOrder(app.root, 'pickup')).toEqual([ids[0], ids[2], ids[1]]);
  await expect.poll(() => heard.length).toBe(3);
  for (const record of heard) expect(record).not.toHaveProperty('pickup');
  await teacher.client.collection('lessons').unsubscribe();
});

test('how long contacts are shown follows the version of the rules that a lesson was booked under', async () => {
  const { version, values } = await app.root.collection('policies').getFirstListItem('', { sort: '-version' });
  const effectiveFrom = '2026-11-30T00:00:00Z';
  await app.root.collection('policies').create({ effectiveFrom, values: { ...values, contactHours: 2 } });
  const body = { instructor: teacher.id, learner: learner.id, start: '2026-12-10T10:00:00+08:00', durationMinutes: 60 };
  const made = await app.root.collection('lessons').create({ ...body, policyVersion: version + 1 });
  expect(made.contactsUntil).toBe('2026-12-10 05:00:00.000Z');
});

test('an instructor finds out nothing of a note that is shown without its numbers: no filter, order or subscription asks for what is hidden', async () => {
  const at = (hour: number) => ({ start: `2026-11-26T${hour}:00:00+08:00`, durationMinutes: 60 });
  const asked = await makeInstructor(app, { instantBooking: false });
  const note = 'Ring me at 9123 4567 when you are here';
  const book = (hour: number, words: string) =>
    learner.collection('lessons').create({ instructor: asked.id, ...at(hour), note: words });
  const { id } = await book(10, note);
  await book(12, 'No hurry');
  const lessons = asked.client.collection('lessons');
  const found = async (filter: string) => (await lessons.getList(1, 10, { filter })).items.map((lesson) => lesson.id);
  expect((await lessons.getOne(id)).note).toBe('Ring me at [number hidden] when you are here');
  const questions = [
    (digits: string) => `note ~ '${digits}'`,
    (digits: string) => `note !~ '${digits}'`,
    (digits: string) => `note:lower ~ '${digits}'`,
    (digits: string) => `note >= 'Ring me at ${digits}'`,
    (digits: string) => `note:length > 0 && note ~ '${digits}'`,
    (digits: string) => `instructor.lessons_via_instructor.note ?~ '${digits}'`,
    (digits: string) => `instructor.lessons_via_instructor.note !~ '${digits}'`,
  ];
  for (const question of questions) {
    const answers = await Promise.all(['9123', '8000'].map((digits) => found(question(digits)).catch(() => 'refused')));
    expect(answers[0], question('9123')).toEqual(answers[1]);
  }
  const orderOf = async (sort: string) => (await lessons.getFullList({ sort })).map((lesson) => lesson.id);
  expect(await orderOf('note,start')).toEqual(await orderOf('start'));
  expect(await orderOf('-note,start')).toEqual(await orderOf('start'));
  const heard: string[] = [];
  const options = (filter: string) => ({ filter });
  await lessons.subscribe('*', () => heard.push('all'));
  for (const digits of ['9123', '8000'])
    await lessons.subscribe('*', () => heard.push(digits), options(`note ~ '${digits}'`));
  await learner.collection('cancellations').create({ lesson: id });
  await expect.poll(() => heard).toContain('all');
  // The order of what one change brings is that of the subscriptions, so those with a filter would have come as well.
  await app.root.collection('lessons').update(id, { note: `${note}.` });
  await expect.poll(() => heard.filter((topic) => topic === 'all').length).toBeGreaterThan(1);
  expect(heard.filter((topic) => topic !== 'all')).toEqual([]);
  await lessons.unsubscribe();
  // Whose it is, and whose business it is by the confirmation, asks for all of it.
  expect((await learner.collection('lessons').getList(1, 1, { filter: "note ~ '9123'" })).totalItems).toBe(1);
  const shown = { instructor: asked.id, learner: learner.id, ...at(15), note };
  const confirmed = await app.root.collection('lessons').create(shown);
  expect(await found("note ~ '9123'")).toEqual([confirmed.id]);
});
