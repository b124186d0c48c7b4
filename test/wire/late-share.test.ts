import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeChargeback, openChargeback } from '#marketplace/money/chargebacks/take-chargeback.ts';
import { createSandboxProvider } from '#marketplace/money/payments/sandbox-provider.ts';
import { openTill } from '#marketplace/open-till.ts';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { balancesOf, card, type Person } from '#support/packages.ts';
import { makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
afterAll(() => app.close());

/** A lesson of an hour for S$66.00 from 02:00 UTC on: its learner is there at 01:55, its instructor at 02:10, and nobody finishes it. */
async function lateLesson() {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const wanted = { instructor: teacher.id, start: '2026-11-22T02:00:00Z', durationMinutes: 60 };
  const { id: lesson } = await learner.collection('lessons').create(wanted);
  await learner.collection('payments').create({ lesson, ...card });
  app.clock.set('2026-11-22T01:55:00Z');
  await learner.collection('arrivals').create({ lesson });
  app.clock.set('2026-11-22T02:10:00Z');
  await teacher.client.collection('arrivals').create({ lesson });
  const { startCode } = await learner.collection('lessons').getOne(lesson);
  await teacher.client.collection('lesson_starts').create({ lesson, code: startCode, pdlSeen: true });
  return { teacher, learner, lesson };
}

type Deciding = () => Promise<unknown>;

async function claimUntruly(learner: Person, lesson: string): Promise<Deciding> {
  const admin = await makePerson(app, { role: 'admin' });
  const { id } = await learner.collection('claims').create({ lesson, kind: 'first_lesson', text: 'Not for me.' });
  return () => admin.collection('claim_decisions').create({ claim: id, outcome: 'none', reason: 'It was given.' });
}

async function disputeByBank(learner: Person): Promise<Deciding> {
  const [payment] = await learner.collection('payments').getFullList();
  const till = openTill(app.app.engine, createSandboxProvider());
  const named = { id: `dp_${payment?.id}`, paymentReference: `sandbox_${payment?.id}` };
  const dispute = { ...named, amountCents: 6600, feeCents: 2000 };
  await openChargeback(till, dispute);
  return () => closeChargeback(till, dispute, true);
}

test.each([
  ['a claim that was not true', claimUntruly],
  ['the bank’s dispute', disputeByBank],
])(
  '[rule 10] a late instructor’s lesson that closes out of %s gives S$11.00 back, S$49.50 of S$55.00 are theirs',
  async (_, begin) => {
    const { teacher, learner, lesson } = await lateLesson();
    const decide = await begin(learner, lesson);
    app.clock.set('2026-11-22T06:00:00Z');
    await decide();
    expect((await learner.collection('lessons').getOne(lesson)).status).toBe('closed');
    expect(await balancesOf(app, `held:${lesson}`, `instructor_payable:${teacher.id}`)).toEqual([0, 4950]);
    expect((await proveLedger(app.db)).faults).toEqual([]);
  },
);
