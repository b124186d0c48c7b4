import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventSource } from 'eventsource';
import type { RecordSubscription } from 'pocketbase';
import PocketBase from 'pocketbase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '#engine/log.ts';
import { makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';
import { createApp } from '../../src/create-app.ts';

Object.assign(globalThis, { EventSource });

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

type Person = Awaited<ReturnType<typeof makePerson>>;

/** Collects what a subscription hears. */
async function listen(client: PocketBase, collection: string): Promise<RecordSubscription[]> {
  const heard: RecordSubscription[] = [];
  await client.collection(collection).subscribe('*', (event) => heard.push(event));
  return heard;
}

async function bookAndPay(learner: Person, instructor: string, start: string): Promise<string> {
  const lesson = await learner.collection('lessons').create({ instructor, start, durationMinutes: 60 });
  await learner.collection('payments').create({ lesson: lesson.id, method: 'card', cardNumber: '4242424242424242' });
  return lesson.id;
}

test('[280] a lesson and its notifications reach both parties at once and nobody else', async () => {
  const [teacher, learner, stranger] = await Promise.all([makeInstructor(app), makePerson(app), makePerson(app)]);
  const teachersLessons = await listen(teacher.client, 'lessons');
  const teachersNews = await listen(teacher.client, 'notifications');
  const strangersLessons = await listen(stranger, 'lessons');
  const strangersNews = await listen(stranger, 'notifications');
  const guestsLessons = await listen(app.guest(), 'lessons');
  const lesson = await bookAndPay(learner, teacher.id, '2026-12-05T02:00:00Z');
  await expect.poll(() => teachersLessons.map((event) => event.record.status)).toEqual(['held', 'confirmed']);
  await expect.poll(() => teachersNews.map((event) => event.record.title)).toEqual(['New lesson']);
  expect(teachersLessons.every((event) => event.record.id === lesson && !('startCode' in event.record))).toBe(true);
  // A later change that everybody may see proves that the streams were open and are simply not told.
  expect([strangersLessons, strangersNews, guestsLessons]).toEqual([[], [], []]);
  teacher.client.realtime.unsubscribe();
  stranger.realtime.unsubscribe();
});

async function giveCredit(learner: string): Promise<void> {
  const entries = [
    { account: 'goodwill', cents: 8000 },
    { account: `learner_credit:${learner}`, cents: -8000 },
  ];
  const post = `select post_ledger_transaction($1, 'goodwill', null, null, now(), $2::jsonb)`;
  await app.db.query(post, [`test credit ${learner}`, JSON.stringify(entries)]);
}

test.each(['card', 'credit'])(
  'who listens hears once of a payment by %s: that it was made, as it came out',
  async (method) => {
    const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
    const heard = await listen(learner, 'payments');
    const start = method === 'card' ? '2026-12-07T02:00:00Z' : '2026-12-08T02:00:00Z';
    const lesson = await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });
    if (method === 'credit') await giveCredit(learner.id);
    await learner
      .collection('payments')
      .create({ lesson: lesson.id, method, ...(method === 'card' && { cardNumber: '4242424242424242' }) });
    // What comes last proves that nothing comes after it but this.
    const end = await learner
      .collection('lessons')
      .create({ instructor: teacher.id, start: '2026-12-09T02:00:00Z', durationMinutes: 60 });
    await learner.collection('payments').create({ lesson: end.id, method: 'card', cardNumber: '4000000000000002' });
    const told = () => heard.map(({ action, record }) => `${action} ${record.status}`);
    await expect.poll(() => told().length).toBeGreaterThan(1);
    expect(told()).toEqual(['create succeeded', 'create failed']);
    learner.realtime.unsubscribe();
  },
);

test('a change on another server reaches subscribers of this one', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const heard = await listen(teacher.client, 'lessons');
  const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-second-'));
  const second = await createApp({
    connection: app.connection,
    clock: app.clock,
    log: createLogger('error'),
    publicUrl: 'http://kerbside.example',
    isDevelopment: true,
    dataDir,
  });
  try {
    const url = await second.http.listen({ port: 0, host: '127.0.0.1' });
    const elsewhere = new PocketBase(url);
    elsewhere.authStore.save(learner.authStore.token, learner.authStore.record);
    await elsewhere
      .collection('lessons')
      .create({ instructor: teacher.id, start: '2026-12-06T02:00:00Z', durationMinutes: 60 });
    await expect.poll(() => heard.map((event) => event.action)).toEqual(['create']);
    // A password changed there ends the session here at once.
    await elsewhere.collection('users').update(learner.id, {
      oldPassword: 'learner-password',
      password: 'another-password',
      passwordConfirm: 'another-password',
    });
    await expect.poll(async () => (await learner.collection('notifications').getList(1, 1)).totalItems).toBe(0);
    await expect
      .poll(() =>
        learner
          .collection('users')
          .authRefresh()
          .then(
            () => 'fresh',
            (error) => error.status,
          ),
      )
      .toBe(401);
  } finally {
    teacher.client.realtime.unsubscribe();
    await second.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
