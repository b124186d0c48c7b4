import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openChargeback } from '#marketplace/money/chargebacks/take-chargeback.ts';
import { createStripeProvider } from '#marketplace/money/payments/stripe/create-stripe-provider.ts';
import { readProviderFees } from '#marketplace/money/provider-fees/read-provider-fees.ts';
import { sendDueRefunds } from '#marketplace/money/refunds/send-refund.ts';
import { takeRefundOutcome } from '#marketplace/money/refunds/take-refund-outcome.ts';
import { openTill } from '#marketplace/open-till.ts';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { makePerson, startApp, type TestApp } from '#support/start-app.ts';
import { stripeLessons } from '#support/stripe-lessons.ts';
import { type StripeStandIn, startStripeStandIn } from '#support/stripe-stand-in.ts';

let app: TestApp;
let stripe: StripeStandIn;
type Person = Awaited<ReturnType<typeof makePerson>>;
let finance: Person;

beforeAll(async () => {
  stripe = await startStripeStandIn();
  app = await startApp({ stripe: stripe.options });
});
beforeEach(async () => {
  app.clock.set('2026-11-21T10:00:00+08:00');
  finance = await makePerson(app, { role: 'finance' });
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const provider = () => createStripeProvider(stripe.options);
const sweep = () => readProviderFees(app.app.engine, provider(), app.clock.nowMs());
const { paid, cancelled } = stripeLessons(
  () => app,
  () => stripe,
);
const moved = (fee: number, currency = 'sgd') => ({ id: 'txn_1', object: 'balance_transaction', fee, currency });
const charged = (fee: number, currency?: string) => ({
  latest_charge: { id: 'ch_1', object: 'charge', balance_transaction: moved(fee, currency) },
});

const feeOf = async (id: string) =>
  (
    await app.db.query(`select status, "amountCents", attempts, "refusalCode" from provider_fees where id = $1`, [id])
  )[0];
const booked = (id: string) =>
  app.db.query(
    `select e.account, e."amountCents"::int as cents from ledger_entries e join ledger_transactions t on t.id = e.transaction
     where t.cause = $1 order by e.account desc`,
    [`provider-fee:${id}`],
  );
const balanceOf = async (account: string) => {
  const sum = 'select ledger_balance(a)::integer as cents from ledger_accounts a where id = $1';
  return (await app.db.query<{ cents: number }>(sum, [account]))[0]?.cents ?? 0;
};
const faults = async () => (await proveLedger(app.db)).faults;
const fees = () => finance.send('/api/marketplace/provider-fees', {});

describe('what Stripe charges for a payment', () => {
  test('is asked for later and later until Stripe says it, and is in the books once', async () => {
    const { payment, intent } = await paid();
    const of = `payment:${payment}`;
    const asked = () => stripe.asked.filter(({ call }) => call === `GET /v1/payment_intents/${intent.id}`).length;
    expect(await feeOf(of)).toMatchObject({ status: 'due', amountCents: 0 });
    const tries: number[] = [];
    for (let minute = 0; minute < 60; minute += 1) {
      const before = asked();
      await sweep();
      if (asked() > before) tries.push(minute);
      app.clock.advance(1);
    }
    // The sweeper asked before: after that the pauses double.
    const pauses = tries.slice(1).map((minute, index) => minute - (tries[index] ?? 0));
    expect(pauses.length).toBeGreaterThan(2);
    expect(pauses).toEqual(pauses.map((_, index) => (pauses[0] ?? 0) * 2 ** index));
    expect((await fees()).awaited).toBeGreaterThan(0);
    Object.assign(intent, charged(254));
    app.clock.advance(600);
    await Promise.all([sweep(), sweep(), sweep()]);
    app.clock.advance(600);
    await sweep();
    expect(await feeOf(of)).toMatchObject({ status: 'booked', amountCents: 254 });
    expect(await booked(of)).toEqual([
      { account: 'provider_costs', cents: 254 },
      { account: 'provider_clearing', cents: -254 },
    ]);
    await app.db.query('select book_fee($1, 254, now())', [of]);
    expect(await booked(of)).toHaveLength(2);
    expect(await faults()).toEqual([]);
  });

  test('holds up no payment and no other fee where Stripe gives no answer', async () => {
    const [silent, other] = [await paid(), await paid()];
    Object.assign(silent.intent, charged(254));
    Object.assign(other.intent, charged(255));
    await stripe.spoil(`GET /v1/payment_intents/${silent.intent.id}`, 'broken');
    app.clock.advance(600);
    await sweep();
    expect(await stripe.mend()).toBe(true);
    expect(await feeOf(`payment:${silent.payment}`)).toMatchObject({ status: 'due' });
    expect(await feeOf(`payment:${other.payment}`)).toMatchObject({ status: 'booked', amountCents: 255 });
    app.clock.advance(600);
    await sweep();
    expect(await feeOf(`payment:${silent.payment}`)).toMatchObject({ status: 'booked', amountCents: 254 });
  });

  test('for lessons that were paid at once is one fee', async () => {
    const { learner, intent } = await paid([0, 1, 2]);
    Object.assign(intent, charged(723));
    app.clock.advance(600);
    await sweep();
    const rows = await app.db.query(
      `select f.status, f."amountCents" from provider_fees f join payments p on p.id = f.payment where p.learner = $1`,
      [learner.id],
    );
    expect(rows).toEqual([{ status: 'booked', amountCents: 723 }]);
  });

  test.each([
    ['other_currency', 254, 'usd', '254 USD'],
    ['negative', -1, 'sgd', '−S$0.01'],
    ['more_than_paid', 7101, 'sgd', 'S$71.01'],
  ])('is not booked where it can’t be right (%s), and finance is told once', async (code, cents, currency, said) => {
    const { payment, intent, learner } = await paid();
    Object.assign(intent, charged(cents, currency));
    const costs = await balanceOf('provider_costs');
    app.clock.advance(600);
    await sweep();
    app.clock.advance(600);
    await sweep();
    expect(await feeOf(`payment:${payment}`)).toMatchObject({ status: 'refused', refusalCode: code });
    expect([await balanceOf('provider_costs'), await booked(`payment:${payment}`)]).toEqual([costs, []]);
    const { refused } = await fees();
    expect(refused.find((fee: { payment: string }) => fee.payment === payment)).toMatchObject({
      ...{ reference: intent.id, refusalCode: code, said, paidCents: 6600 },
    });
    const told = (who: Person) =>
      who.collection('notifications').getFullList({ filter: `title = 'A fee is not in the books'` });
    expect((await told(finance)).map(({ message }) => message)).toEqual([expect.stringContaining('S$66.00')]);
    expect(await told(learner)).toEqual([]);
  });

  test('may be more than what credit left for the card', async () => {
    const { payment, intent, learner } = await paid([], 6550);
    expect((await learner.collection('payments').getOne(payment)).amountCents).toBe(50);
    Object.assign(intent, charged(52));
    app.clock.advance(600);
    await sweep();
    expect(await feeOf(`payment:${payment}`)).toMatchObject({ status: 'booked', amountCents: 52 });
    expect(await faults()).toEqual([]);
  });

  test('is the platform’s cost of a month, which opens to its entries, for admins and finance', async () => {
    app.clock.set('2027-02-10T10:00:00+08:00');
    await app.db.query(
      `insert into provider_fees (id, payment, status, "dueAt", created, updated)
       select 'february', id, 'due', now(), now(), now() from payments where provider = 'stripe' limit 1`,
    );
    await app.db.query('select book_fee($1, 300, $2)', ['february', new Date(app.clock.nowMs())]);
    const [admin, teller, learner] = [
      await makePerson(app, { role: 'admin' }),
      await makePerson(app, { role: 'finance' }),
      await makePerson(app),
    ];
    const query = { of: 'provider_fees', from: '2027-02-01', to: '2027-03-01' };
    for (const who of [admin, teller]) {
      const { months } = await who.send('/api/marketplace/provider-fees', {});
      expect(months[0]).toEqual({ month: '2027-02', amountCents: 300 });
      const { items, sumCents } = await who.send('/api/marketplace/entries', { query });
      expect(sumCents).toBe(300);
      expect(items).toMatchObject([{ kind: 'provider_fee', account: 'provider_costs', amountCents: 300, lesson: '' }]);
    }
    await expect(learner.send('/api/marketplace/entries', { query })).rejects.toMatchObject({ status: 403 });
  });
});

describe('what Stripe charges for a refund', () => {
  test('is what Stripe says: the payment’s fee stays, the refund’s own is booked; what Stripe has is provider_clearing', async () => {
    const before = await balanceOf('provider_clearing');
    const { learner, payment, intent, refund, given } = await cancelled();
    Object.assign(intent, charged(254));
    Object.assign(given, { status: 'succeeded', balance_transaction: moved(40) });
    app.clock.advance(600);
    await sendDueRefunds(app.app.engine, provider(), app.clock.nowMs());
    expect((await learner.collection('refunds').getFullList())[0]?.status).toBe('paid');
    app.clock.advance(600);
    await sweep();
    expect(await feeOf(`payment:${payment}`)).toMatchObject({ status: 'booked', amountCents: 254 });
    expect(await feeOf(`refund:${refund}`)).toMatchObject({ status: 'booked', amountCents: 40 });
    expect((await balanceOf('provider_clearing')) - before).toBe(6600 - 254 - 6600 - 40);
    expect(await faults()).toEqual([]);
  });
});

test('what Stripe charges for a refund is judged by what was sent, whatever of it covers a bank since', async () => {
  const { payment, intent, refund, given } = await cancelled();
  const { engine } = app.app;
  await takeRefundOutcome(engine, refund, { status: 'paid', reference: String(given.id) });
  await takeRefundOutcome(engine, refund, { status: 'failed', failureCode: 'charge_disputed' });
  const dispute = { id: `dp_${payment}`, paymentReference: String(intent.id), amountCents: 6590, feeCents: 2000 };
  await openChargeback(openTill(engine, provider()), dispute);
  const left = await app.db.query('select "amountCents" from refunds where id = $1', [refund]);
  expect(left).toEqual([{ amountCents: 10 }]);
  Object.assign(given, { status: 'succeeded', balance_transaction: moved(520) });
  app.clock.advance(600);
  await sweep();
  expect(await feeOf(`refund:${refund}`)).toMatchObject({ status: 'booked', amountCents: 520 });
  expect(await faults()).toEqual([]);
});

test('a refund that came back and was paid by hand keeps the name that Stripe has for it, so that its fee is found', async () => {
  const { refund, given, learner } = await cancelled();
  const { engine } = app.app;
  await takeRefundOutcome(engine, refund, { status: 'paid', reference: String(given.id) });
  await takeRefundOutcome(engine, refund, { status: 'failed', failureCode: 'expired_or_canceled_card' });
  const sent = { method: 'POST', body: { reference: 'FT-1' } };
  await finance.send(`/api/marketplace/refunds/${refund}/sent`, sent);
  expect((await learner.collection('refunds').getFullList())[0]?.status).toBe('paid');
  Object.assign(given, { status: 'succeeded', balance_transaction: moved(40) });
  app.clock.advance(600);
  await sweep();
  expect(await feeOf(`refund:${refund}`)).toMatchObject({ status: 'booked', amountCents: 40 });
  expect(await faults()).toEqual([]);
});
