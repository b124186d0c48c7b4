import type { ClientResponseError } from 'pocketbase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';
import type { AdminDashboardAnswer } from '#wire/admin-dashboard.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Client = Pick<Awaited<ReturnType<typeof makePerson>>, 'send'>;

const read = (client: Client) =>
  client.send<AdminDashboardAnswer>('/api/marketplace/dashboard', { method: 'GET', query: { view: 'admin' } });

test('the staff’s dashboard is for admins', async () => {
  expect((await refusalOf(read(app.guest()))).status).toBe(401);
  expect((await refusalOf(read(await makePerson(app)))).status).toBe(403);
  expect((await refusalOf(read(await makePerson(app, { role: 'moderator' })))).status).toBe(403);
});

test('queues have the most urgent first, and leave with what was done', async () => {
  const [admin, learner, other] = await Promise.all([
    makePerson(app, { role: 'admin' }),
    makePerson(app),
    makePerson(app),
  ]);
  const soon = await makeInstructor(app, { licenceExpiresOn: '2026-12-01' });
  const later = await makeInstructor(app, { licenceExpiresOn: '2026-12-30' });
  const papers = app.root.collection('instructor_documents');
  await papers.create({ instructor: later.id, kind: 'insurance', expiresOn: '2026-11-19', status: 'accepted' });
  // A paper that a newer one of its kind replaces is nobody's business any more.
  await papers.create({ instructor: soon.id, kind: 'insurance', expiresOn: '2026-11-22', status: 'accepted' });
  await papers.create({ instructor: soon.id, kind: 'insurance', expiresOn: '2027-11-22', status: 'accepted' });
  await papers.create({ instructor: soon.id, kind: 'vehicle', expiresOn: '2027-01-01', status: 'pending' });
  const ask = (client: typeof learner, subject: string) =>
    client.collection('support_requests').create({ user: client.id, category: 'other', subject, text: 'May I ask?' });
  const first = await ask(learner, 'First');
  await ask(other, 'Second');
  await app.root.collection('support_requests').update(first.id, { answerBy: '2026-11-20 01:00:00.000Z' });
  const given = { instructor: soon.id, learner: learner.id, durationMinutes: 60, start: '2026-11-21T14:00:00+08:00' };
  const lesson = await app.root.collection('lessons').create(given);
  const paying = { learner: learner.id, lesson: lesson.id, method: 'card', amountCents: 6600 };
  await app.root.collection('payments').create({ ...paying, status: 'failed' });

  const before = await read(admin);
  expect(before.papers.items.map(({ kind, days }) => [kind, days])).toEqual([
    ['insurance', -2],
    ['instructor_licence', 10],
  ]);
  expect([before.papers.total, before.pendingPapers]).toEqual([2, 1]);
  expect(before.support.items.map(({ subject, isLate }) => [subject, isLate])).toEqual([
    ['First', true],
    ['Second', false],
  ]);
  expect(before.payments).toMatchObject({
    total: 1,
    items: [{ amountCents: 6600, method: 'card', learner: learner.id }],
  });
  expect(before.waiting).toEqual({ reportedReviews: 0, failedPayouts: 0, paymentsToSend: 0, undeliveredMails: 0 });
  expect(before.figures).toMatchObject({ lessonsToday: 1, lessonsThisMonth: 1, listedInstructors: 2 });

  await app.root.collection('payments').create({ ...paying, status: 'succeeded' });
  await admin.collection('support_messages').create({ request: first.id, text: 'Yes' });
  await papers.create({ instructor: later.id, kind: 'insurance', expiresOn: '2027-11-19', status: 'accepted' });
  await app.db.query(
    `insert into _mails (key, "to", subject, message, status, created) values ('lost', 'lost@kerbside.example', 'Hello', '{}', 'failed', now())`,
  );
  await app.db.query(
    `insert into payouts (id, instructor, date, "amountCents", status, provider, created) values
       ('failedpayout001', $1, '2026-11-20', 5000, 'failed', 'sandbox', now()), ('payoutbyhand001', $2, '2026-11-20', 5000, 'sent', 'manual', now())`,
    [soon.id, later.id],
  );
  const review = {
    lesson: lesson.id,
    author: learner.id,
    instructor: soon.id,
    learner: learner.id,
    rating: 1,
    text: 'Never again',
  };
  const { id: reviewed } = await app.root.collection('reviews').create(review);
  await app.root.collection('review_reports').create({ review: reviewed, reporter: other.id, reason: 'Abuse' });
  const after = await read(admin);
  expect(after.waiting).toEqual({ reportedReviews: 1, failedPayouts: 1, paymentsToSend: 2, undeliveredMails: 1 });
  expect([after.payments.total, after.support.total, after.papers.total]).toEqual([0, 1, 1]);
});

test('the staff’s dashboard says what the operator has not set up, nothing says that a mail was sent where none leaves, and backups have the product’s name', async () => {
  const bare = await startApp({ isDevelopment: false, publicUrl: 'http://127.0.0.1:8090' });
  try {
    const { setup } = await read(await makePerson(bare, { role: 'admin' }));
    expect(setup).toEqual({ sendsMail: false, hasPublicUrl: false });
    const sample = { email: 'ops@kerbside.example', template: 'otp', collection: 'users' };
    const refusal = await bare.root
      .send('/api/settings/test/email', { method: 'POST', body: sample })
      .catch((error: ClientResponseError) => error);
    expect(refusal).toMatchObject({ status: 400 });
    expect(refusal.message).toContain('No mail server is set');
    const [admin, person] = await Promise.all([makePerson(bare, { role: 'admin' }), makePerson(bare)]);
    const invited = await bare.root.collection('users').create({
      email: 'new@kerbside.example',
      name: 'New',
      password: 'unknown-to-all',
      passwordConfirm: 'unknown-to-all',
    });
    for (const asked of [
      () => person.collection('users').requestEmailChange('other@kerbside.example'),
      () => admin.send(`/api/marketplace/users/${invited.id}/invitation`, { method: 'POST' }),
    ]) {
      await expect(asked()).rejects.toMatchObject({ status: 400, message: expect.stringContaining('no mail server') });
    }
    for (const call of ['requestOTP', 'requestPasswordReset', 'requestVerification'] as const) {
      const asked = bare.guest().collection('users')[call]('learner@kerbside.example');
      await expect(asked, call).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining('no mail server'),
      });
    }
  } finally {
    await bare.close();
  }
  const { setup } = await read(await makePerson(app, { role: 'admin' }));
  expect(setup).toEqual({ sendsMail: true, hasPublicUrl: true });
  await app.root.send('/api/backups', { method: 'POST' });
  expect((await app.root.backups.getFullList()).map(({ key }) => key)).toEqual([
    expect.stringMatching(/^pb_backup_kerbside_\d{14}\.zip$/),
  ]);
});
