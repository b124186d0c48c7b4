import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';
import type { StaffDashboardAnswer } from '#wire/staff-dashboard.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const read = (client: PocketBase, view = 'staff') =>
  client.send<StaffDashboardAnswer>('/api/marketplace/dashboard', { method: 'GET', query: { view } });

test('staff are told what waits at the desks of their role, by when, and of no other', async () => {
  const [moderator, finance, learner] = await Promise.all([
    makePerson(app, { role: 'moderator' }),
    makePerson(app, { role: 'finance' }),
    makePerson(app),
  ]);
  expect((await refusalOf(read(app.guest()))).status).toBe(401);
  expect((await refusalOf(read(learner))).status).toBe(403);

  const nothing = { count: 0, since: null, dueAt: null };
  expect((await read(moderator)).waiting).toEqual(
    ['papers', 'rechecks', 'reviews', 'support', 'claims'].map((desk) => ({ desk, ...nothing })),
  );
  expect((await read(finance)).waiting).toEqual(['payouts', 'bank'].map((desk) => ({ desk, ...nothing })));

  const instructor = await makeInstructor(app);
  const { id: paper } = await app.root
    .collection('instructor_documents')
    .create({ instructor: instructor.id, kind: 'vehicle', expiresOn: '2027-01-01', status: 'pending' });
  const { created } = await app.root.collection('instructor_documents').getOne(paper);
  const ask = (subject: string) =>
    learner.collection('support_requests').create({ user: learner.id, category: 'other', subject, text: 'May I ask?' });
  const [first] = [await ask('First'), await ask('Second')];
  await app.root.collection('support_requests').update(first.id, { answerBy: '2026-11-20 01:00:00.000Z' });
  const given = { instructor: instructor.id, learner: learner.id, durationMinutes: 60 };
  const lesson = await app.root.collection('lessons').create({ ...given, start: '2026-11-21T14:00:00+08:00' });
  const review = { lesson: lesson.id, author: learner.id, instructor: instructor.id, rating: 1, text: 'Never again' };
  const { id: reviewed } = await app.root.collection('reviews').create(review);
  const { id: report } = await app.root
    .collection('review_reports')
    .create({ review: reviewed, reporter: instructor.client.id, reason: 'Abuse' });
  // A Thursday: three working days of Singapore later it is Tuesday.
  await app.db.query(`update review_reports set created = '2026-11-19T04:00:00Z' where id = $1`, [report]);
  await app.db.query(
    `insert into payouts (id, instructor, date, "amountCents", status, provider, created)
     values ('failedpayout001', $1, '2026-11-20', 5000, 'failed', 'sandbox', now())`,
    [instructor.id],
  );

  const at = new Map((await read(moderator)).waiting.map(({ desk, ...waits }) => [desk, waits]));
  const iso = (wire: string) => wire.replace(' ', 'T');
  expect(at.get('papers')).toEqual({ count: 1, since: iso(created), dueAt: null });
  expect(at.get('rechecks')?.count).toBe(1);
  expect(at.get('support')).toEqual({ count: 2, since: null, dueAt: '2026-11-20T01:00:00.000Z' });
  expect(at.get('reviews')).toEqual({
    count: 1,
    since: '2026-11-19T04:00:00.000Z',
    dueAt: '2026-11-24T15:59:59.999Z',
  });
  const endOfItsDay = '2026-11-20T15:59:59.999Z';
  expect((await read(finance)).waiting).toEqual([
    { desk: 'payouts', count: 1, since: null, dueAt: endOfItsDay },
    { desk: 'bank', count: 1, since: null, dueAt: endOfItsDay },
  ]);
});

test('a profile waits since it was sent in, whatever of it is changed afterwards', async () => {
  const moderator = await makePerson(app, { role: 'moderator' });
  const since = async () => (await read(moderator)).waiting.find(({ desk }) => desk === 'papers')?.since;
  // Longer than what other tests of this file left there.
  const { id } = await makeInstructor(app, { status: 'draft' });
  await app.db.query(
    `insert into instructor_submissions (id, instructor, created) values ('sentin000000001', $1, $2)`,
    [id, '2026-11-17T04:00:00Z'],
  );
  await app.root.collection('instructors').update(id, { status: 'submitted' });
  expect(await since()).toBe('2026-11-17T04:00:00.000Z');
  await app.root.collection('instructors').update(id, { bio: 'Patient.' });
  expect(await since()).toBe('2026-11-17T04:00:00.000Z');
});
