import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let teacher: Teacher;
let first: PocketBase & { id: string };
let second: PocketBase & { id: string };

beforeAll(async () => {
  app = await startApp();
  teacher = await makeInstructor(app);
  first = await makePerson(app, { role: 'moderator' });
  second = await makePerson(app, { role: 'admin' });
  await app.root.collection('users').update(first.id, { name: 'Farid bin Yusof' });
});
afterAll(() => app.close());

const farid = 'Farid bin Yusof decided this while you had it open. Look at that decision first.';

/** A published review of a lesson that was given. */
async function givenReview(): Promise<string> {
  const learner = await makePerson(app);
  const { id: lesson } = await app.root.collection('lessons').create({
    instructor: teacher.id,
    learner: learner.id,
    start: '2026-11-20T08:00:00+08:00',
    durationMinutes: 60,
    priceCents: 6600,
    status: 'completed',
  });
  const facts = { side: 'learner', rating: 1, author: learner.id, publishedAt: '2026-11-20T12:00:00Z' };
  return (await app.root.collection('reviews').create({ lesson, ...facts })).id;
}

const refused = async (call: Promise<unknown>) => {
  const { status, data } = await refusalOf(call);
  return [status, data.after?.code, data.after?.message];
};

test('of two people who have a reported review open only the first decides; the other is told who it was', async () => {
  const review = await givenReview();
  const decide = (client: PocketBase, outcome: string, after?: string) =>
    client.collection('review_decisions').create({ review, outcome, reason: 'So it is.', after });
  const { id } = await decide(first, 'removed', '');
  expect(await refused(decide(second, 'kept', ''))).toEqual([409, 'decided_meanwhile', farid]);
  expect((await first.collection('reviews').getOne(review)).removedAt).not.toBe('');
  // Who has seen it may decide otherwise, and so may a client that does not say what it saw.
  await decide(second, 'kept', id);
  expect((await refused(decide(first, 'removed', id)))[0]).toBe(409);
  await decide(first, 'removed');
});

test('of two people who have the papers of somebody open only the first decides; the other is told who it was', async () => {
  const licence = { kind: 'licence', checkedOn: '2026-11-21', expiresOn: '2027-06-30', note: '' };
  const decide = (client: PocketBase, outcome: string, more: object) =>
    client.collection('verifications').create({ instructor: teacher.id, outcome, ...more });
  const { id } = await decide(first, 'accepted', { checks: [licence], after: '' });
  const against = { reasons: { documents: 'Too dark.' } };
  expect(await refused(decide(second, 'refused', { ...against, after: '' }))).toEqual([
    409,
    'decided_meanwhile',
    farid,
  ]);
  expect((await second.collection('verifications').getFullList()).map(({ outcome }) => outcome)).toEqual(['accepted']);
  await decide(second, 'refused', { ...against, after: id });
});
