import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimsOn } from '#support/claims.ts';
import { makeInstructor, makePerson, startApp, type TestApp } from '../support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Person = Awaited<ReturnType<typeof makePerson>>;
const { given, claim, decide } = claimsOn(() => app);

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const picture = () => [new File([png], 'car.png', { type: 'image/png' })];

/** Closes an account of which something has to stay. */
async function leave(person: Person): Promise<void> {
  const { email } = await person.collection('users').getOne(person.id);
  const body = { confirmation: email, password: 'learner-password' };
  expect(await person.send('/api/marketplace/close-account', { method: 'POST', body })).toEqual({ outcome: 'erased' });
}

test('who gave a statement the id of somebody else’s claim takes no evidence of it along', async () => {
  const scene = await given();
  const theirs = await claim(scene, 'quality', { evidence: picture() });
  const other = await given();
  const own = await claim(other, 'quality');
  await other.learner
    .collection('claim_statements')
    .create({ id: theirs.id, claim: own.id, text: 'So', evidence: picture() });
  await decide(other, own.id, 'none');
  await leave(other.learner);
  const token = await scene.learner.files.getToken();
  expect((await fetch(scene.learner.files.getURL(theirs, theirs.evidence[0], { token }))).status).toBe(200);
});

test('who gave a request the id of somebody’s account takes nothing along that they were told', async () => {
  const [vandal, other] = await Promise.all([makePerson(app), makePerson(app)]);
  await vandal.collection('instructors').create({ name: 'Vandal' });
  await other.collection('users').update(other.id, { phone: '+6591234567' });
  await other.collection('users').update(other.id, { phone: '+6581234567' });
  const told = () => other.collection('notifications').getFullList();
  expect(await told()).toHaveLength(1);
  await vandal.collection('support_requests').create({ id: other.id, category: 'other', subject: 'Hello', text: 'Hi' });
  await leave(vandal);
  expect(await told()).toHaveLength(1);
});

test('who never proved an address takes nothing along that names it', async () => {
  const unproved = { email: 'help@kerbside.example', verified: false };
  const [vandal, other] = await Promise.all([makePerson(app, unproved), makePerson(app)]);
  await vandal.collection('instructors').create({ name: 'Vandal' });
  await app.db.query(
    `insert into notifications (id, "user", title, message, type, created)
     values ('helpnotice00001', $1, 'An answer', 'Write to help@kerbside.example.', 'user', now())`,
    [other.id],
  );
  await leave(vandal);
  expect(await other.collection('notifications').getFullList()).toHaveLength(1);
});

test('money held for a lesson that has the id of an account keeps nobody from closing it', async () => {
  const [payer, leaving] = await Promise.all([makePerson(app), makeInstructor(app)]);
  const teacher = await makeInstructor(app);
  const lesson = {
    id: leaving.client.id,
    instructor: teacher.id,
    start: '2026-12-01T09:00:00+08:00',
    durationMinutes: 60,
  };
  await payer.collection('lessons').create(lesson);
  await payer.collection('payments').create({ lesson: lesson.id, method: 'card', cardNumber: '4242424242424242' });
  await leave(leaving.client);
});
