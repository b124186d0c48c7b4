import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeChargeback, openChargeback } from '#marketplace/money/chargebacks/take-chargeback.ts';
import { createSandboxProvider } from '#marketplace/money/payments/sandbox-provider.ts';
import { takeRefundOutcome } from '#marketplace/money/refunds/take-refund-outcome.ts';
import { openTill } from '#marketplace/open-till.ts';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { balancesOf, bookWithPackage, card, makeSeller, type Person } from '#support/packages.ts';
import { makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
afterAll(() => app.close());

/** The bank takes so much of a payment back. */
const takeBack = (payment: string, amountCents: number, name = 'dp') =>
  openChargeback(openTill(app.app.engine, createSandboxProvider()), {
    id: `${name}_${payment}`,
    paymentReference: `sandbox_${payment}`,
    amountCents,
    feeCents: 2000,
  });
const lose = (payment: string, name: string) =>
  closeChargeback(
    openTill(app.app.engine, createSandboxProvider()),
    { id: `${name}_${payment}`, paymentReference: '', amountCents: 1, feeCents: 0 },
    false,
  );
const comeBack = (refund: string) =>
  takeRefundOutcome(app.app.engine, refund, { status: 'failed', failureCode: 'charge_disputed' });
const refundsOf = (learner: Person) => learner.collection('refunds').getFullList({ sort: 'amountCents' });
const faults = async () => (await proveLedger(app.db)).faults;

/** A lesson of S$66.00 that was paid by card and called off in time: its refund. */
async function givenBack() {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const wanted = { instructor: teacher.id, start: '2026-11-27T02:00:00Z', durationMinutes: 60 };
  const { id: lesson } = await learner.collection('lessons').create(wanted);
  const payment = await learner.collection('payments').create({ lesson, ...card });
  await learner.collection('cancellations').create({ lesson });
  const [refund] = await refundsOf(learner);
  return { learner, payment: payment.id, refund: String(refund?.id) };
}

test('[rule 18] what a bank took of money that came a second time is none of what the package gave back', async () => {
  const [teacher, learner] = await Promise.all([makeSeller(app), makePerson(app)]);
  const { id } = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 300 });
  const pay = (more: object) => learner.collection('payments').create({ packagePurchase: id, ...card, ...more });
  const late = await pay({ cardNumber: '4000000000003220' });
  await learner.send(`/api/marketplace/payments/${late.id}/close`, { method: 'POST' });
  const paid = await pay({});
  await learner.send('/api/sandbox/bank', { method: 'POST', body: { payment: late.id } });
  const [second] = await refundsOf(learner);
  await comeBack(String(second?.id));
  await takeBack(late.id, 10_000);
  expect((await refundsOf(learner)).map(({ amountCents }) => amountCents)).toEqual([10_000, 22_010]);
  // An hour is used, so S$1.98 of the discount are kept; it is cancelled in time, and nothing was used.
  const { lesson } = await bookWithPackage(learner, teacher, '2026-11-27T02:00:00Z', 60);
  const ended = await learner.collection('package_refunds').create({ packagePurchase: id });
  expect(ended.refundCents).toBe(25_410);
  await learner.collection('cancellations').create({ lesson: lesson.id });
  const given = await learner.collection('refunds').getFullList({ filter: `payment = '${paid.id}'` });
  expect(given.reduce((sum, { amountCents }) => sum + Number(amountCents), 0)).toBe(32_010);
  expect(await balancesOf(app, `held_package:${id}`, `instructor_payable:${teacher.id}`)).toEqual([0, 0]);
  expect(await faults()).toEqual([]);
});

test('a refund that banks took parts of opens to all its entries, as each of its parts does', async () => {
  const { learner, payment, refund } = await givenBack();
  await comeBack(refund);
  await takeBack(payment, 2000);
  await takeBack(payment, 1500, 'other');
  const finance = await makePerson(app, { role: 'finance' });
  const read = async (id: string) => {
    const { items, sumCents } = await finance.send('/api/marketplace/entries', { query: { of: 'refund', id } });
    return { cents: items.map(({ amountCents }: { amountCents: number }) => amountCents), sumCents };
  };
  const rows = await refundsOf(learner);
  expect(rows.map(({ status, amountCents }) => `${status} ${amountCents}`)).toEqual([
    'paid 1500',
    'paid 2000',
    'failed 3100',
  ]);
  // Owed, paid, returned, and what covered each bank: S$31.00 are owed still.
  const made = { cents: [1500, 2000, -6600, 6600, -6600], sumCents: 3100 };
  for (const { id } of rows) expect(await read(id)).toEqual(made);
  // The rest is nobody's to send before both banks have decided.
  for (const name of ['dp', 'other']) await lose(payment, name);
  await finance.send(`/api/marketplace/refunds/${refund}/sent`, { method: 'POST', body: { reference: 'FT1' } });
  expect(await read(refund)).toEqual({ cents: [3100, ...made.cents], sumCents: 0 });
  expect(await faults()).toEqual([]);
});

test('a refund that a bank took whole opens to what covered it, also where that was posted under the chargeback’s name', async () => {
  const [now, before] = [await givenBack(), await givenBack()];
  const sumOf = async ({ learner, refund }: typeof now) =>
    (await learner.send('/api/marketplace/entries', { query: { of: 'refund', id: refund } })).sumCents;
  for (const scene of [now, before]) {
    await comeBack(scene.refund);
    expect(await sumOf(scene)).toBe(6600);
  }
  await takeBack(now.payment, 6600);
  expect(await sumOf(now)).toBe(0);
  // As it was written until 23 November 2026.
  const entries = [
    { account: `refunds_due:${before.learner.id}`, cents: 6600 },
    { account: 'provider_costs', cents: -6600 },
  ];
  await app.db.query(
    `select post_ledger_transaction('chargeback-covered:dp_before:0', 'chargeback', null, $1, $2::timestamptz, $3::jsonb)`,
    [before.payment, '2026-11-21T02:00:00Z', JSON.stringify(entries)],
  );
  await app.db.query(
    `update refunds set status = 'paid', "providerReference" = 'chargeback', "paidAt" = $2::timestamptz where id = $1`,
    [before.refund, '2026-11-21T02:00:00Z'],
  );
  await app.db.query(`update payments set status = 'refunded', "refundedCents" = 6600 where id = $1`, [before.payment]);
  expect(await sumOf(before)).toBe(0);
});

test('[rule 23] a refund that comes back while the bank decides waits its turn: the payment is locked before its chargebacks', async () => {
  const { payment, refund } = await givenBack();
  await takeBack(payment, 1000);
  const dispute = `dp_${payment}`;
  let tries = 0;
  const closing = await app.db.transaction(async (tx) => {
    // As a refund that comes back begins.
    await tx.query('select 1 from payments where id = $1 for no key update', [payment]);
    const close = app.db.transaction(async (other) => {
      tries += 1;
      await other.query('select close_chargeback($1, true, now())', [dispute]);
      await other.query('select 1 from payments where id = $1 for no key update', [payment]);
    });
    const waiting = `select count(*)::int as many from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await app.db.query(waiting))[0]?.many).toBe(1);
    await tx.query(`select return_refund($1, 'account_closed', now())`, [refund]);
    return { close };
  });
  await closing.close;
  expect(tries).toBe(1);
  const [{ status } = {}] = await app.db.query('select status from chargebacks where id = $1', [dispute]);
  expect(status).toBe('won');
  expect(await faults()).toEqual([]);
});

test('[rule 23] what a package’s lesson gives back waits its turn, too', async () => {
  const [teacher, learner] = await Promise.all([makeSeller(app), makePerson(app)]);
  const { id } = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 300 });
  const { id: payment } = await learner.collection('payments').create({ packagePurchase: id, ...card });
  const { lesson } = await bookWithPackage(learner, teacher, '2026-11-24T02:00:00Z', 60);
  app.clock.set('2026-11-24T10:10:00+08:00');
  await takeBack(payment, 32_010);
  let tries = 0;
  const giving = await app.db.transaction(async (tx) => {
    await tx.query('select 1 from payments where id = $1 for no key update', [payment]);
    const give = app.db.transaction(async (other) => {
      tries += 1;
      await other.query(`select * from give_lesson_back($1, 'test', 6402, now())`, [lesson.id]);
      throw new Error('Taken back: the lesson goes on.');
    });
    const waiting = `select count(*)::int as many from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await app.db.query(waiting))[0]?.many).toBe(1);
    await tx.query('select 1 from chargebacks where payment = $1 for no key update', [payment]);
    return { give: expect(give).rejects.toThrow('the lesson goes on') };
  });
  await giving.give;
  expect(tries).toBe(1);
});
