import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const words = 'Siti, s1234567d, drives well';
const kept = 'Siti, [no NRIC], drives well';

test('no NRIC number is kept in what anybody writes: a profile, a note, a message between people who know each other, a check', async () => {
  const teacher = await makeInstructor(app);
  const learner = await makePerson(app);
  const user = await learner.collection('users').update(learner.id, { bio: words });
  expect(user.bio).toBe(kept);

  const own = await teacher.client
    .collection('own_learners')
    .create({ instructor: teacher.id, name: 'Siti', note: words });
  expect(own.note).toBe(kept);
  await teacher.client.collection('own_learners').update(own.id, { note: `${words}!` });

  const lesson = { instructor: teacher.id, learner: learner.id, durationMinutes: 60, status: 'confirmed' };
  await app.root.collection('lessons').create({ ...lesson, start: '2098-12-01T02:00:00Z', note: words });
  const { id: conversation } = await learner.collection('conversations').create({ instructor: teacher.id });
  const message = await learner.collection('messages').create({ conversation, text: `${words}, call 91234567` });
  // Nothing else is hidden between the two any more.
  expect(message.text).toBe(`${kept}, call 91234567`);

  const checks = [{ kind: 'licence', checkedOn: '2026-11-21', expiresOn: '2099-06-30', note: words }];
  const checked = await app.root
    .collection('verifications')
    .create({ instructor: teacher.id, outcome: 'accepted', checks });
  expect(checked.checks[0].note).toBe(kept);

  const written = await app.db.query<{ text: string }>(
    `select bio as text from users union all select note from own_learners union all select note from lessons
     union all select text from messages union all select "lastText" from conversations
     union all select checks::text from verifications`,
  );
  expect(written.filter(({ text }) => /s1234567d/i.test(text))).toEqual([]);
  expect(written.filter(({ text }) => text.includes('[no NRIC]')).length).toBeGreaterThanOrEqual(6);
});

test('what stood in a record before, and is not sent with a change, stays as it was written', async () => {
  const learner = await makePerson(app);
  // Written before numbers were hidden, with wide letters besides.
  const before = `${words} ＡＢＣ`;
  await app.db.query('update users set bio = $2 where id = $1', [learner.id, before]);
  const changed = await learner.collection('users').update(learner.id, { location: 'Bedok' });
  expect([changed.location, changed.bio]).toEqual(['Bedok', before]);
  expect((await learner.collection('users').update(learner.id, { bio: before })).bio).not.toMatch(/s1234567d/i);
});
