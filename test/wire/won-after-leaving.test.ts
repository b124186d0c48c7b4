import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeChargeback, openChargeback } from '#marketplace/money/chargebacks/take-chargeback.ts';
import { createSandboxProvider } from '#marketplace/money/payments/sandbox-provider.ts';
import { takeRefundOutcome } from '#marketplace/money/refunds/take-refund-outcome.ts';
import { openTill } from '#marketplace/open-till.ts';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { balancesOf, card, makeSeller, type Person } from '#support/packages.ts';
import { makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
afterAll(() => app.close());

const till = () => openTill(app.app.engine, createSandboxProvider());
const disputeOf = (payment: string, amountCents: number, of = 'dp') => ({
  id: `${of}_${payment}`,
  paymentReference: `sandbox_${payment}`,
  amountCents,
  feeCents: 2000,
});
const takeBack = (payment: string, amountCents: number) => openChargeback(till(), disputeOf(payment, amountCents));
const decide = (payment: string, isWon: boolean) => closeChargeback(till(), disputeOf(payment, 1), isWon);
/** The same payment once more. */
const again = (payment: string, amountCents: number) => disputeOf(payment, amountCents, 'dpagain');
const faults = async () => (await proveLedger(app.db)).faults;
const refundsOf = (learner: Person) =>
  app.db.query('select status, "amountCents" from refunds where learner = $1 order by _seq', [learner.id]);
const kept = async (table: 'chargebacks' | 'refunds', payment: string) =>
  (await app.db.query<{ _payee: object | null }>(`select _payee from ${table} where payment = $1`, [payment]))[0]
    ?._payee;

async function leave(learner: Person) {
  await app.db.query(`update users set name = 'Mei Ling', phone = '+6591234567' where id = $1`, [learner.id]);
  const { plan } = await learner.send('/api/marketplace/close-account', {});
  const body = { confirmation: `${learner.id}@kerbside.example`, password: 'learner-password', agreed: plan };
  expect(await learner.send('/api/marketplace/close-account', { method: 'POST', body })).toEqual({ outcome: 'erased' });
  const sql = `select message::text from _mails where "to" = $1 and subject like '%is deleted'`;
  const [goodbye] = await app.db.query<{ message: string }>(sql, [`${learner.id}@kerbside.example`]);
  return goodbye?.message;
}

const mei = (learner: Person) => ({
  name: 'Mei Ling',
  phone: '+6591234567',
  email: `${learner.id}@kerbside.example`,
});

/** A lesson of S$66.00 in six days that a card paid. */
async function booked() {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const wanted = { instructor: teacher.id, start: '2026-11-27T02:00:00Z', durationMinutes: 60 };
  const { id: lesson } = await learner.collection('lessons').create(wanted);
  const { id: payment } = await learner.collection('payments').create({ lesson, ...card });
  return { teacher: teacher.client, learner, lesson, payment };
}

describe('[rule 22] what covered a bank’s taking back and is won after its learner left is owed to them: credit of a closed account is nobody’s', () => {
  test('and covers it again where the bank takes the payment back once more', async () => {
    const { learner, lesson, payment } = await booked();
    await learner.collection('cancellations').create({ lesson });
    const [refund] = await learner.collection('refunds').getFullList();
    await takeRefundOutcome(app.app.engine, String(refund?.id), { status: 'failed', failureCode: 'charge_disputed' });
    await takeBack(payment, 6600);
    await leave(learner);
    await decide(payment, true);
    const owed = () => balancesOf(app, `learner_credit:${learner.id}`, `refunds_due:${learner.id}`);
    expect(await owed()).toEqual([0, 6600]);
    await openChargeback(till(), again(payment, 6600));
    expect([await owed(), await refundsOf(learner)]).toEqual([[0, 0], [{ status: 'paid', amountCents: 6600 }]]);
    await closeChargeback(till(), again(payment, 6600), true);
    expect([await owed(), await refundsOf(learner)]).toEqual([[0, 6600], [{ status: 'failed', amountCents: 6600 }]]);
    expect(await faults()).toEqual([]);
    await app.db.query(`update refunds set status = 'paid' where payment = $1`, [payment]);
    expect(await faults()).toEqual([
      expect.stringContaining('0 cents of refunds are not paid, and the ledger says 6600'),
      expect.stringContaining('the payment says that 0 cents are back, and its refunds that are paid 6600'),
    ]);
    await app.db.query(`update refunds set status = 'failed' where payment = $1`, [payment]);
  });

  test('of a lesson that was called off for it', async () => {
    const { learner, payment } = await booked();
    await takeBack(payment, 6600);
    expect(await leave(learner)).toContain('Your bank has not decided yet');
    expect(await kept('chargebacks', payment)).toEqual(mei(learner));
    app.clock.advance(60);
    await decide(payment, true);
    await app.app.sweepers.runDue();
    expect(await balancesOf(app, `learner_credit:${learner.id}`, `refunds_due:${learner.id}`)).toEqual([0, 0]);
    expect(await refundsOf(learner)).toEqual([{ status: 'paid', amountCents: 6600 }]);
    expect(await kept('chargebacks', payment)).toBeNull();
    const [row] = await app.db.query('select status, "refundedCents" from payments where id = $1', [payment]);
    expect(row).toEqual({ status: 'refunded', refundedCents: 6600 });
    expect(await faults()).toEqual([]);
  });

  test('of a package that ended for it', async () => {
    const [teacher, learner] = await Promise.all([makeSeller(app), makePerson(app)]);
    const { id } = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 300 });
    const { id: payment } = await learner.collection('payments').create({ packagePurchase: id, ...card });
    await takeBack(payment, 30000);
    await leave(learner);
    await decide(payment, true);
    await app.app.sweepers.runDue();
    expect(await balancesOf(app, `learner_credit:${learner.id}`, `held_package:${id}`)).toEqual([0, 0]);
    expect(await refundsOf(learner)).toEqual([
      { status: 'paid', amountCents: 2010 },
      { status: 'paid', amountCents: 30000 },
    ]);
    expect(await faults()).toEqual([]);
  });

  test.each(['before', 'after'])(
    'of a refund that could not be sent and covered it %s they left: by hand, to whom they were',
    async (when) => {
      const { learner, lesson, payment } = await booked();
      await learner.collection('cancellations').create({ lesson });
      const [refund] = await learner.collection('refunds').getFullList();
      const id = String(refund?.id);
      await takeRefundOutcome(app.app.engine, id, { status: 'failed', failureCode: 'charge_disputed' });
      if (when === 'after') await leave(learner);
      await takeBack(payment, 6600);
      if (when === 'before') await leave(learner);
      expect(await refundsOf(learner)).toEqual([{ status: 'paid', amountCents: 6600 }]);
      app.clock.advance(3 * 60);
      await decide(payment, true);
      expect(await refundsOf(learner)).toEqual([{ status: 'failed', amountCents: 6600 }]);
      expect(await balancesOf(app, `refunds_due:${learner.id}`)).toEqual([6600]);
      const finance = await makePerson(app, { role: 'finance' });
      const { items } = await finance.send('/api/marketplace/bank/to-send', {});
      expect(items.find((item: { id: string }) => item.id === id)).toMatchObject({
        ...{ amountCents: 6600, name: 'Mei Ling', phone: '+6591234567', failureCode: 'dispute_won' },
        // From the decision on, as it was not before.
        owedSince: expect.stringMatching(/^2026-11-21T05:00/),
      });
      const entries = await finance.send('/api/marketplace/entries', { query: { of: 'refund', id } });
      expect(entries.sumCents).toBe(6600);
      const note = { method: 'POST', body: { reference: `FT1 ${id}` } };
      expect(await finance.send(`/api/marketplace/refunds/${id}/sent`, note)).toMatchObject({ status: 'paid' });
      expect(await balancesOf(app, `refunds_due:${learner.id}`)).toEqual([0]);
      expect(await kept('refunds', payment)).toBeNull();
      expect(await faults()).toEqual([]);
    },
  );

  test('also where they leave at the moment of the decision: it waits for them', async () => {
    const { learner, payment } = await booked();
    await takeBack(payment, 6600);
    let decided: Promise<unknown> = Promise.resolve();
    await app.db.transaction(async (tx) => {
      await tx.query('select 1 from users where id = $1 for update', [learner.id]);
      decided = decide(payment, true);
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await app.db.query(waiting)).length).toBeGreaterThan(0);
      await tx.query(`update users set email = '', _closed = now() where id = $1`, [learner.id]);
    });
    await decided;
    expect(await balancesOf(app, `learner_credit:${learner.id}`)).toEqual([0]);
    expect(await refundsOf(learner)).toHaveLength(1);
    expect(await faults()).toEqual([]);
  });

  test('once it is lost nobody is owed anything, and whom it would have gone to is forgotten', async () => {
    const { learner, payment } = await booked();
    await takeBack(payment, 6600);
    await leave(learner);
    await decide(payment, false);
    expect(await refundsOf(learner)).toEqual([]);
    expect(await kept('chargebacks', payment)).toBeNull();
    expect(await faults()).toEqual([]);
  });
});

test('[rule 23] the proof of the books names credit of an account that is closed', async () => {
  const { learner, payment, lesson } = await booked();
  await learner.collection('cancellations').create({ lesson });
  expect((await learner.collection('payments').getOne(payment)).status).toBe('refunded');
  await leave(learner);
  const account = `learner_credit:${learner.id}`;
  const post = (cause: string, cents: number) =>
    app.db.query(`select post_ledger_transaction($1, 'goodwill', null, null, now(), $2::jsonb)`, [
      cause,
      JSON.stringify([
        { account: 'goodwill', cents },
        { account, cents: -cents },
      ]),
    ]);
  await post(`stray ${learner.id}`, 500);
  expect(await faults()).toEqual([`${learner.id}: the account is closed and has 500 cents of credit.`]);
  await post(`stray back ${learner.id}`, -500);
  expect(await faults()).toEqual([]);
});
