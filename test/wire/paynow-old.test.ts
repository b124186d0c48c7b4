import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { balancesOf, type Person } from '#support/packages.ts';
import { ledgerFaults, makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';

// Money of a PayNow payment that is older than the provider's limit of 60 days: it can't go back there any more.
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
afterAll(async () => {
  expect(await ledgerFaults(app.db)).toEqual([]);
  await app.close();
});

const cancel = (learner: Person, lesson: string | undefined) =>
  learner.collection('cancellations').create({ lesson, reason: 'Away' });

/** Five lessons paid by one PayNow payment, one of them called off; that was 61 days ago. */
async function paidLongAgo() {
  const [teacher, learner, admin] = await Promise.all([
    makeInstructor(app),
    makePerson(app),
    makePerson(app, { role: 'admin' }),
  ]);
  const weeks = [0, 1, 2, 3, 4];
  const wish = { instructor: teacher.id, start: '2026-11-25T02:00:00Z', durationMinutes: 60, weeks };
  const { id: series } = await learner.collection('lessons').create(wish);
  const { id: payment } = await learner.collection('payments').create({ lessonSeries: series, method: 'paynow' });
  await app.root.send('/api/sandbox/bank', { method: 'POST', body: { payment } });
  const [, , third] = await learner.collection('lessons').getFullList({ sort: 'start' });
  await cancel(learner, third?.id);
  const longAgo = new Date(Date.parse('2026-11-21T02:00:00Z') - 61 * 86_400_000);
  await app.db.query('update payments set "succeededAt" = $2 where learner = $1', [learner.id, longAgo]);
  return { learner, series, teacher, admin };
}

test('[rule 10] [rule 22] the share of an instructor who came late is credit', async () => {
  const { learner, series: lesson, teacher } = await paidLongAgo();
  app.clock.set('2026-11-25T01:55:00Z');
  await learner.collection('arrivals').create({ lesson });
  app.clock.set('2026-11-25T02:10:00Z');
  await teacher.client.collection('arrivals').create({ lesson });
  const { startCode: code } = await learner.collection('lessons').getOne(lesson);
  await teacher.client.collection('lesson_starts').create({ lesson, code, pdlSeen: true });
  app.clock.set('2026-11-25T03:00:00Z');
  await teacher.client.collection('lesson_logs').create({ lesson, skills: [], notes: '' });
  expect(await balancesOf(app, `held:${lesson}`, `learner_credit:${learner.id}`)).toEqual([5500, 1100]);
  expect(await ledgerFaults(app.db)).toEqual([]);
  await learner.collection('lesson_confirmations').create({ lesson });
  expect(await balancesOf(app, `held:${lesson}`, `instructor_payable:${teacher.id}`)).toEqual([0, 4950]);
});

test('[rule 16] [rule 22] an instructor of whom it was untrue that somebody else came is paid, though the money became credit', async () => {
  const { learner, series: lesson, teacher, admin } = await paidLongAgo();
  app.clock.set('2026-11-25T02:20:00Z');
  const { id } = await learner.collection('claims').create({ lesson, kind: 'identity', text: 'It was his brother.' });
  expect(await learner.collection('claims').getOne(id)).toMatchObject({ refundCents: 0, creditCents: 6600 });
  await admin.collection('claim_decisions').create({ claim: id, outcome: 'none', reason: 'It was the instructor.' });
  const accounts = [`learner_credit:${learner.id}`, `instructor_payable:${teacher.id}`, `held:${lesson}`];
  expect(await balancesOf(app, ...accounts)).toEqual([6600, 6600, 0]);
});

test('[rule 15] [rule 22] a claim that gives all back says that it is credit', async () => {
  const { learner, series: lesson, admin } = await paidLongAgo();
  app.clock.set('2026-11-25T03:20:00Z');
  const { id } = await learner.collection('claims').create({ lesson, kind: 'quality', text: 'We did not drive.' });
  await admin.collection('claim_decisions').create({ claim: id, outcome: 'full', reason: 'That is so.' });
  expect(await learner.collection('claims').getOne(id)).toMatchObject({ refundCents: 0, creditCents: 6600 });
  const told = await learner.collection('notifications').getFullList({ filter: `title = 'The claim is decided'` });
  expect(told.map(({ message }) => message)).toEqual(['S$66.00 goes to the learner as credit for another lesson.']);
});

test('[rule 15] [rule 22] of a part of a lesson ahead that became credit cancelling says, and gives, no more than the rest', async () => {
  const { learner, admin, series: lesson } = await paidLongAgo();
  const { id } = await learner.collection('claims').create({ lesson, kind: 'safety', text: 'Another car.' });
  const part = { claim: id, outcome: 'part', refundCents: 2000, reason: 'The car was changed.' };
  await admin.collection('claim_decisions').create(part);
  const preview = await learner.send('/api/marketplace/cancellation', { query: { lesson } });
  expect(preview).toMatchObject({ refundCents: 4600, ways: [{ method: 'paynow_to_credit', cents: 4600 }] });
  expect(await learner.collection('cancellations').create({ lesson })).toMatchObject({ refundCents: 4600 });
  expect(await balancesOf(app, `held:${lesson}`, `learner_credit:${learner.id}`)).toEqual([0, 6600]);
  expect(await ledgerFaults(app.db)).toEqual([]);
});

test('[rule 22] a learner who leaves has it all back by PayNow, not as credit that is given up', async () => {
  const { learner } = await paidLongAgo();
  const plan = await learner.send('/api/marketplace/close-account', {});
  expect(plan.creditCents).toBe(0);
  expect(plan.cancelling.map(({ ways }: { ways: unknown }) => ways)).toEqual(
    Array(4).fill([{ method: 'paynow', cents: 6600 }]),
  );
  const body = { confirmation: `${learner.id}@kerbside.example`, password: 'learner-password', agreed: plan.plan };
  await learner.send('/api/marketplace/close-account', { method: 'POST', body });
  const refunds = await app.db.query('select "amountCents" from refunds where learner = $1', [learner.id]);
  expect(refunds).toEqual(Array(5).fill({ amountCents: 6600 }));
  expect(await balancesOf(app, `learner_credit:${learner.id}`)).toEqual([0]);
});
