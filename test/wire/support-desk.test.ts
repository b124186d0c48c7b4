import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let moderator: PocketBase & { id: string };
let learner: PocketBase & { id: string };
let other: PocketBase & { id: string };
let teacher: Teacher;
let request: string;
let lesson: string;
let payment: string;
let foreign: string;

beforeAll(async () => {
  app = await startApp();
  moderator = await makePerson(app, { role: 'moderator' });
  learner = await makePerson(app);
  other = await makePerson(app);
  teacher = await makeInstructor(app);
  const book = async (by: PocketBase, start: string) =>
    (await by.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 })).id;
  lesson = await book(learner, '2026-11-28T02:00:00Z');
  foreign = await book(other, '2026-11-28T04:00:00Z');
  const card = { method: 'card', cardNumber: '4242424242424242' };
  payment = (await learner.collection('payments').create({ lesson, ...card })).id;
  const asked = { category: 'payment', subject: 'My refund', text: 'Where is it?' };
  request = (await learner.collection('support_requests').create(asked)).id;
});
afterAll(() => app.close());

const join = (kind: string, record: string) => moderator.collection('support_joins').create({ request, kind, record });

describe('a support request', () => {
  test('is joined to lessons, payments and people of who asked, and to nobody else’s', async () => {
    const { items } = await moderator.send(`/api/marketplace/support-requests/${request}/joinable`, {});
    expect(items.map(({ kind, record }: { kind: string; record: string }) => [kind, record])).toEqual([
      ['lesson', lesson],
      ['payment', payment],
      ['person', teacher.client.id],
    ]);
    // Who answers requests touches no money.
    expect(JSON.stringify(items)).not.toContain('6600');
    expect(await join('lesson', lesson)).toMatchObject({ label: `Instructor ${teacher.client.id}` });
    expect(await join('payment', payment)).toMatchObject({ label: 'card' });
    expect(await join('person', teacher.client.id)).toMatchObject({ kind: 'person' });
    for (const [kind, record] of [
      ['lesson', foreign],
      ['person', other.id],
      ['payment', lesson],
    ] as const) {
      expect((await refusalOf(join(kind, record))).data.record?.code).toBe('not_theirs');
    }
    expect((await refusalOf(join('lesson', lesson))).data.record?.code).toBe('already_joined');
  });

  test('is joined to the lesson that it was sent along with, where that is one of who asks', async () => {
    const ask = (by: PocketBase, about: string) =>
      by
        .collection('support_requests')
        .create({ category: 'lesson', subject: 'I was there', text: 'So I say.', lesson: about });
    for (const by of [learner, teacher.client]) {
      const { id } = await ask(by, lesson);
      const joins = await moderator.collection('support_joins').getFullList({ filter: `request = '${id}'` });
      expect(joins).toMatchObject([{ kind: 'lesson', record: lesson, label: expect.stringMatching(/./) }]);
    }
    const { status, data } = await refusalOf(ask(learner, foreign));
    expect([status, data.lesson?.code]).toEqual([400, 'not_theirs']);
  });

  test('does not tell who asked what the staff joined to it, nor what they save', async () => {
    await moderator.collection('saved_answers').create({ title: 'Refunds', text: 'They take five days.' });
    for (const client of [learner, teacher.client, app.guest()]) {
      expect((await client.collection('support_joins').getFullList()).length).toBe(0);
      expect((await client.collection('saved_answers').getFullList()).length).toBe(0);
      expect((await refusalOf(client.collection('saved_answers').create({ title: 'Mine', text: 'Text' }))).status).toBe(
        400,
      );
    }
  });
});

test('the staff read who of them answered a request; who asked is answered by the support', async () => {
  const admin = await makePerson(app, { role: 'admin' });
  await admin.collection('users').update(admin.id, { name: 'Serene Kwek' });
  const { id } = await admin.collection('support_messages').create({ request, text: 'It may.' });
  expect(await moderator.collection('support_messages').getOne(id)).toMatchObject({ senderName: 'Serene Kwek' });
  expect(await learner.collection('support_messages').getOne(id)).not.toHaveProperty('senderName');
  const own = await learner.collection('support_messages').create({ request, text: 'Thanks.' });
  expect(await moderator.collection('support_messages').getOne(own.id)).toMatchObject({ senderName: '' });
});

test('two people on one request are told of each other', async () => {
  const visit = (client: PocketBase) => client.send(`/api/marketplace/cases/${request}/visit`, { method: 'POST' });
  const admin = await makePerson(app, { role: 'admin' });
  expect((await visit(moderator)).others).toEqual([]);
  const { name } = await moderator.collection('users').getOne(moderator.id);
  expect((await visit(admin)).others).toEqual([{ name }]);
  app.clock.advance(1);
  expect((await visit(admin)).others).toEqual([]);
});
