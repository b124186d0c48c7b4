import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeChargeback, openChargeback } from '#marketplace/money/chargebacks/take-chargeback.ts';
import { createSandboxProvider } from '#marketplace/money/payments/sandbox-provider.ts';
import { takeRefundOutcome } from '#marketplace/money/refunds/take-refund-outcome.ts';
import { openTill } from '#marketplace/open-till.ts';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { entriesPath } from '#rules/paths/money-paths.ts';
import { claimsOn } from '#support/claims.ts';
import { balancesOf, bookWithPackage, card, makeSeller, type Person } from '#support/packages.ts';
import { makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
afterAll(() => app.close());

/** The bank takes so much of a payment back. */
const takeBack = (payment: string, amountCents: number) =>
  openChargeback(openTill(app.app.engine, createSandboxProvider()), {
    id: `dp_${payment}`,
    paymentReference: `sandbox_${payment}`,
    amountCents,
    feeCents: 2000,
  });
const giveCredit = (learner: Person, cents: number) =>
  app.db.query(`select post_ledger_transaction($1, 'goodwill', null, null, now(), $2::jsonb)`, [
    `credit of ${learner.id}`,
    JSON.stringify([
      { account: 'goodwill', cents },
      { account: `learner_credit:${learner.id}`, cents: -cents },
    ]),
  ]);
const refundsOf = async (learner: Person) =>
  (await learner.collection('refunds').getFullList())
    .map(({ amountCents }) => Number(amountCents))
    .sort((one, other) => one - other);
const faults = async () => (await proveLedger(app.db)).faults;

test.each([
  ['all that the card paid', 3600, [3000]],
  ['a part of what the card paid', 2000, [1600, 3000]],
])(
  'of a lesson ahead that credit paid, too, a bank takes %s back: what it left goes back, and nothing stays held',
  async (_, cents, refunds) => {
    const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
    await giveCredit(learner, 3000);
    const wanted = { instructor: teacher.id, start: '2026-11-27T02:00:00Z', durationMinutes: 60 };
    const { id: lesson } = await learner.collection('lessons').create(wanted);
    await learner.collection('payments').create({ lesson, method: 'credit' });
    const payment = await learner.collection('payments').create({ lesson, ...card });
    await takeBack(payment.id, cents);
    expect((await learner.collection('lessons').getOne(lesson)).status).toBe('cancelled_by_learner');
    expect(await balancesOf(app, `held:${lesson}`, `learner_credit:${learner.id}`)).toEqual([0, 3000]);
    expect(await refundsOf(learner)).toEqual(refunds);
    expect(await faults()).toEqual([]);
  },
);

test('of a lesson ahead that is off because of the bank both are told, once each, and it leaves their calendars', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const wanted = { instructor: teacher.id, start: '2026-11-28T02:00:00Z', durationMinutes: 60 };
  const { id: lesson } = await learner.collection('lessons').create(wanted);
  const payment = await learner.collection('payments').create({ lesson, ...card });
  await takeBack(payment.id, 6600);
  await takeBack(payment.id, 6600);
  for (const person of [learner, teacher.client]) {
    const told = await person.collection('notifications').getFullList({ filter: `title = 'Lesson cancelled'` });
    expect(told.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^The lesson with .+ is cancelled, because the learner’s bank took the payment back\.$/),
    ]);
  }
  const mails = await app.db.query<{ method: string; text: string }>(
    `select message #>> '{invitation,method}' as method, message ->> 'text' as text from _mails where key like $1 order by key`,
    [`lesson_cancelled:${lesson}:%`],
  );
  expect(mails.map(({ method }) => method)).toEqual(['CANCEL', 'CANCEL']);
  for (const { text } of mails) expect(text).not.toContain('S$');
});

test('of a part of a package the rest goes back, and what its lessons give back covers the bank first', async () => {
  const [teacher, learner] = await Promise.all([makeSeller(app), makePerson(app)]);
  const buy = async () => {
    const { id } = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 300 });
    const payment = await learner.collection('payments').create({ packagePurchase: id, ...card });
    return { id, payment: payment.id, held: async () => (await balancesOf(app, `held_package:${id}`))[0] };
  };
  // S$320.10, of which S$64.02 is with a lesson.
  const first = await buy();
  const { lesson } = await bookWithPackage(learner, teacher, '2026-11-27T02:00:00Z', 60);
  expect(await first.held()).toBe(25608);
  await takeBack(first.payment, 30000);
  expect((await learner.collection('package_purchases').getOne(first.id)).status).toBe('refunded');
  expect((await learner.collection('lessons').getOne(lesson.id)).status).toBe('cancelled_by_learner');
  expect([await first.held(), await refundsOf(learner)]).toEqual([0, [2010, 6402]]);
  const second = await buy();
  await takeBack(second.payment, 10000);
  expect([await second.held(), await refundsOf(learner)]).toEqual([0, [2010, 6402, 22010]]);
  expect(await faults()).toEqual([]);
});

test('of a package whose hours are all booked a bank takes everything back: no lesson ahead is given for nothing, one that began stays', async () => {
  const [teacher, learner, finance] = await Promise.all([
    makeSeller(app),
    makePerson(app),
    makePerson(app, { role: 'finance' }),
  ]);
  const { id } = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 300 });
  const payment = await learner.collection('payments').create({ packagePurchase: id, ...card });
  const lessons: string[] = [];
  for (const [day, minutes] of [
    ['11-24', 60],
    ['11-25', 90],
    ['12-01', 60],
    ['12-02', 90],
  ] as const) {
    const start = `2026-${day}T02:00:00Z`;
    lessons.push((await bookWithPackage(learner, teacher, start, minutes)).lesson.id);
  }
  expect((await learner.collection('package_purchases').getOne(id)).status).toBe('used');
  app.clock.set('2026-11-24T10:10:00+08:00');
  await takeBack(payment.id, 32010);
  const states = await Promise.all(
    lessons.map(async (lesson) => (await learner.collection('lessons').getOne(lesson)).status),
  );
  expect(states).toEqual(['confirmed', ...Array(3).fill('cancelled_by_learner')]);
  expect(await balancesOf(app, `held_package:${id}`, ...lessons.map((lesson) => `held:${lesson}`))).toEqual([
    0, 6402, 0, 0, 0,
  ]);
  // The lessons ahead cover the bank, the one that began is the instructor’s.
  const [row] = await app.db.query('select "coveredCents" from chargebacks where payment = $1', [payment.id]);
  expect(row).toEqual({ coveredCents: 25608 });
  const told = await finance.collection('notifications').getFullList();
  expect(told.map(({ link }) => link)).toEqual([entriesPath('package', { id })]);
  expect(await faults()).toEqual([]);
});

test('of a lesson whose mercy pass was credit a bank takes the payment back: the credit that is there covers it, and is back when the bank gives it back', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const wanted = { instructor: teacher.id, start: '2026-11-22T06:00:00Z', durationMinutes: 60 };
  const { id: lesson } = await learner.collection('lessons').create(wanted);
  const payment = await learner.collection('payments').create({ lesson, ...card });
  app.clock.set('2026-11-22T05:00:00Z');
  expect(await learner.collection('cancellations').create({ lesson })).toMatchObject({ creditCents: 6600 });
  const creditCents = async () => (await balancesOf(app, `learner_credit:${learner.id}`))[0];
  // Other credit of theirs is none of the bank's.
  await app.db.query(`select post_ledger_transaction($1, 'goodwill', null, null, now(), $2::jsonb)`, [
    `other credit of ${learner.id}`,
    JSON.stringify([
      { account: 'goodwill', cents: 1000 },
      { account: `learner_credit:${learner.id}`, cents: -1000 },
    ]),
  ]);
  await takeBack(payment.id, 6600);
  expect(await creditCents()).toBe(1000);
  const dispute = {
    id: `dp_${payment.id}`,
    paymentReference: `sandbox_${payment.id}`,
    amountCents: 6600,
    feeCents: 2000,
  };
  await closeChargeback(openTill(app.app.engine, createSandboxProvider()), dispute, true);
  expect(await creditCents()).toBe(7600);
  expect(await faults()).toEqual([]);
});

test.each(['lesson', 'package'])(
  'of a payment that came too late and went back, a bank’s taking back leaves the %s that was paid in another way',
  async (of) => {
    const [teacher, learner] = await Promise.all([makeSeller(app), makePerson(app)]);
    const wanted = { instructor: teacher.id, start: '2026-11-27T02:00:00Z', durationMinutes: 60 };
    const record =
      of === 'lesson'
        ? await learner.collection('lessons').create(wanted)
        : await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 300 });
    const named = of === 'lesson' ? { lesson: record.id } : { packagePurchase: record.id };
    const late = await learner.collection('payments').create({ ...named, ...card, cardNumber: '4000000000003220' });
    await learner.send(`/api/marketplace/payments/${late.id}/close`, { method: 'POST' });
    const { amountCents } = await learner.collection('payments').create({ ...named, ...card });
    await learner.send('/api/sandbox/bank', { method: 'POST', body: { payment: late.id } });
    expect(await refundsOf(learner)).toEqual([amountCents]);
    await takeBack(late.id, amountCents);
    const held = of === 'lesson' ? `held:${record.id}` : `held_package:${record.id}`;
    expect([await balancesOf(app, held), await refundsOf(learner)]).toEqual([[amountCents], [amountCents]]);
    expect(await faults()).toEqual([]);
  },
);

describe('[rule 22] [rule 23] a refund that came back from the card', () => {
  async function returned(tell: (refund: string, payment: string) => Promise<void>) {
    const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
    const wanted = { instructor: teacher.id, start: '2026-11-27T02:00:00Z', durationMinutes: 60 };
    const { id: lesson } = await learner.collection('lessons').create(wanted);
    const payment = await learner.collection('payments').create({ lesson, ...card });
    const [before] = await balancesOf(app, 'provider_costs');
    await learner.collection('cancellations').create({ lesson });
    const [refund] = await learner.collection('refunds').getFullList();
    await tell(String(refund?.id), payment.id);
    const refunds = await learner.collection('refunds').getFullList({ sort: 'amountCents' });
    const [due, costs] = await balancesOf(app, `refunds_due:${learner.id}`, 'provider_costs');
    const sums = { refunds: refunds.map(({ status, amountCents }) => `${status} ${amountCents}`), due };
    return { ...sums, costs: (before ?? 0) - (costs ?? 0), learner, payment: payment.id, refund: String(refund?.id) };
  }
  const refuse = (refund: string) =>
    takeRefundOutcome(app.app.engine, refund, { status: 'failed', failureCode: 'charge_disputed' });

  test.each(['before', 'after'])('is nobody’s to send by hand: the bank takes the payment back %s it', async (when) => {
    const scene = await returned(async (refund, payment) => {
      if (when === 'after') await takeBack(payment, 6600);
      await refuse(refund);
      if (when === 'before') await takeBack(payment, 6600);
    });
    expect(scene).toMatchObject({ refunds: ['paid 6600'], due: 0, costs: 2000 });
    // What Stripe told is told again.
    await refuse(scene.refund);
    expect(await balancesOf(app, `refunds_due:${scene.learner.id}`)).toEqual([0]);
    const dispute = { id: `dp_${scene.payment}`, paymentReference: '', amountCents: 6600, feeCents: 2000 };
    await closeChargeback(openTill(app.app.engine, createSandboxProvider()), dispute, true);
    expect(await balancesOf(app, `learner_credit:${scene.learner.id}`)).toEqual([6600]);
    expect(await faults()).toEqual([]);
  });

  test('is owed but for what the bank took', async () => {
    const scene = await returned(async (refund, payment) => {
      await refuse(refund);
      await takeBack(payment, 2000);
    });
    expect(scene).toMatchObject({ refunds: ['paid 2000', 'failed 4600'], due: 4600, costs: 2000 });
    expect(await faults()).toEqual([]);
  });
});

test.each(['credit', 'replacement'])(
  '[rule 15] what a claim gives as %s after the bank took the payment back is not given twice',
  async (outcome) => {
    const { given, claim, decide, balances } = claimsOn(() => app);
    const scene = await given();
    const { id } = await claim(scene, 'quality');
    const [payment] = await scene.learner.collection('payments').getFullList();
    await app.db.query('update payments set "providerReference" = $2 where id = $1', [
      payment?.id,
      `sandbox_${payment?.id}`,
    ]);
    await takeBack(String(payment?.id), 4600);
    await decide(scene, id, outcome);
    expect(await balances(scene)).toMatchObject({ held: 0, payable: 0, credit: 2000, refunded: 0 });
    expect(await scene.learner.collection('claims').getOne(id)).toMatchObject({ outcome, creditCents: 2000 });
    expect(await faults()).toEqual([]);
  },
);

/** A lesson of S$66.00 by card, half an hour after its start: who was missing is said. */
async function missed(missing: 'learner' | 'instructor', byCreditCents = 0) {
  app.clock.set('2026-11-21T10:00:00+08:00');
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  if (byCreditCents > 0) await giveCredit(learner, byCreditCents);
  const wanted = { instructor: teacher.id, start: '2026-11-22T02:00:00Z', durationMinutes: 60 };
  const { id: lesson } = await learner.collection('lessons').create(wanted);
  if (byCreditCents > 0) await learner.collection('payments').create({ lesson, method: 'credit' });
  const payment = await learner.collection('payments').create({ lesson, ...card });
  app.clock.set('2026-11-22T02:30:00Z');
  const teller = missing === 'learner' ? teacher.client : learner;
  const noShow = await teller.collection('no_shows').create({ lesson });
  const dispute = {
    id: `dp_${payment.id}`,
    paymentReference: `sandbox_${payment.id}`,
    amountCents: 6600,
    feeCents: 2000,
  };
  const decide = (isWon: boolean) => closeChargeback(openTill(app.app.engine, createSandboxProvider()), dispute, isWon);
  const statusOf = async () => (await learner.collection('lessons').getOne(lesson)).status;
  const contest = (by: Person) => by.collection('no_show_contests').create({ noShow: noShow.id, text: 'I was there.' });
  return { teacher, learner, lesson, payment: payment.id, decide, statusOf, contest };
}

test('[rule 10] of a lesson whose instructor was missing a bank takes the payment back: the instructor can contest it, and what would go back covers the bank', async () => {
  const [first, second] = [await missed('instructor'), await missed('instructor')];
  for (const { payment } of [first, second]) await takeBack(payment, 6600);
  await second.contest(second.teacher.client);
  expect([await first.statusOf(), await second.statusOf()]).toEqual(['no_show_instructor', 'disputed']);
  app.clock.advance(24 * 60 + 1);
  await app.app.sweepers.runDue();
  expect(await balancesOf(app, `held:${first.lesson}`, `learner_credit:${first.learner.id}`)).toEqual([0, 0]);
  expect(await refundsOf(first.learner)).toEqual([]);
  const [row] = await app.db.query('select "coveredCents" from chargebacks where payment = $1', [first.payment]);
  expect(row).toEqual({ coveredCents: 6600 });
  // The bank gives it back in the end: it is the learner's, once.
  await first.decide(true);
  expect(await balancesOf(app, `learner_credit:${first.learner.id}`)).toEqual([6600]);
  expect(await faults()).toEqual([]);
});

test('[rule 11] of the credit for a missed lesson what covers the bank is neither told nor written down as given', async () => {
  const { learner, lesson, payment } = await missed('instructor', 3000);
  // More than the S$36.00 that the card paid: S$5.00 are left to cover.
  await takeBack(payment, 4100);
  app.clock.advance(24 * 60 + 1);
  await app.app.sweepers.runDue();
  expect(await balancesOf(app, `learner_credit:${learner.id}`)).toEqual([3500]);
  const [noShow] = await app.db.query('select "creditCents" from no_shows where lesson = $1', [lesson]);
  expect(noShow).toEqual({ creditCents: 500 });
  const filter = `title = 'Nobody contested a missed lesson'`;
  const [told] = await learner.collection('notifications').getFullList({ filter });
  expect(told?.message).toContain('S$5.00 was added to your credit.');
  expect(await faults()).toEqual([]);
});

test('[rule 10] a learner who could contest to have been missing when a bank took the payment back can once the bank decided', async () => {
  const { teacher, learner, payment, decide, statusOf, contest } = await missed('learner');
  await takeBack(payment, 6600);
  expect(await statusOf()).toBe('disputed');
  app.clock.advance(24 * 60 + 60);
  await decide(false);
  expect(await statusOf()).toBe('no_show_learner');
  expect(await balancesOf(app, `instructor_payable:${teacher.id}`)).toEqual([5940]);
  app.clock.advance(24 * 60);
  await contest(learner);
  expect(await statusOf()).toBe('disputed');
  expect(await faults()).toEqual([]);
});

test('[rule 21] whose price went back whole hears nothing of a bank that takes goodwill with it: none of it stays paid', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const wanted = { instructor: teacher.id, start: '2026-11-22T06:00:00Z', durationMinutes: 60 };
  const { id: lesson } = await learner.collection('lessons').create(wanted);
  const { id: payment } = await learner.collection('payments').create({ lesson, ...card });
  app.clock.set('2026-11-21T20:00:00+08:00');
  await teacher.client.collection('cancellations').create({ lesson, reason: 'Ill' });
  await app.app.sweepers.runDue();
  await takeBack(payment, 6600);
  await app.app.sweepers.runDue();
  const dispute = { id: `dp_${payment}`, paymentReference: `sandbox_${payment}`, amountCents: 6600, feeCents: 2000 };
  await closeChargeback(openTill(app.app.engine, createSandboxProvider()), dispute, true);
  await app.app.sweepers.runDue();
  const told = await learner.collection('notifications').getFullList({ filter: `title ~ 'bank'` });
  expect(told.map(({ message }) => message)).toEqual([]);
  expect(await faults()).toEqual([]);
});
