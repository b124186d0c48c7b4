import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeInstructor, makePerson, startApp, type TestApp } from '../support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
afterAll(() => app.close());

const start = '2026-11-25T10:00:00+08:00';

/** What the learner is written when a lesson of S$66.00, paid as said, is cancelled at an instant. */
async function mailOf(how: object, atMs: number, hasCredit = false): Promise<string> {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  if (hasCredit) {
    await app.db.query(
      `select post_ledger_transaction($1, 'goodwill', null, null, now(), jsonb_build_array(
         jsonb_build_object('account', 'goodwill', 'cents', 6600),
         jsonb_build_object('account', 'learner_credit:' || $2::text, 'cents', -6600)))`,
      [`test:${learner.id}`, learner.id],
    );
  }
  const lesson = await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });
  await learner.collection('payments').create({ lesson: lesson.id, ...how });
  app.clock.set(new Date(atMs).toISOString());
  await learner.collection('cancellations').create({ lesson: lesson.id });
  const [mail] = await app.db.query<{ text: string }>(`select message->>'text' as text from _mails where key = $1`, [
    `lesson_cancelled:${lesson.id}:learner`,
  ]);
  return mail?.text ?? '';
}

test('[rule 7] the mail about a forgiven cancellation names no cost: the charge is credit', async () => {
  const mail = await mailOf({ method: 'card', cardNumber: '4242424242424242' }, Date.parse(start) - 13 * 3_600_000);
  expect(mail).toContain('Refund: S$33.00');
  expect(mail).toContain('Credit: S$33.00');
  expect(mail).toContain('It can take up to 5 working days');
  expect(mail).not.toContain('Costs');
});

test('what was paid with credit is there again at once, and the mail does not let its learner wait for a bank', async () => {
  const mail = await mailOf({ method: 'credit' }, Date.parse(start) - 48 * 3_600_000, true);
  expect(mail).toContain('Refund: S$66.00');
  expect(mail).toContain('It is there now.');
  expect(mail).not.toContain('working days');
});
