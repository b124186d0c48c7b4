import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createStripeProvider } from '#marketplace/money/payments/stripe/create-stripe-provider.ts';
import { readProviderCharges } from '#marketplace/money/provider-fees/read-provider-charges.ts';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { makePerson, startApp, type TestApp } from '#support/start-app.ts';
import { stripeLessons } from '#support/stripe-lessons.ts';
import { type StripeStandIn, startStripeStandIn } from '#support/stripe-stand-in.ts';

let app: TestApp;
let stripe: StripeStandIn;
let finance: Awaited<ReturnType<typeof makePerson>>;

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

const { paid } = stripeLessons(
  () => app,
  () => stripe,
);
const sweep = () => readProviderCharges(app.app.engine, createStripeProvider(stripe.options), app.clock.nowMs());
/** Stripe took so many cents off its balance, less than nothing where it gave some back. */
function take(cents: number, { type = 'stripe_fee', currency = 'sgd', agoDays = 0, description = '' } = {}): string {
  const id = `txn_${crypto.randomUUID()}`;
  const created = Math.floor(app.clock.nowMs() / 1000) - agoDays * 86_400;
  const amounts = { amount: -cents, fee: 0, net: -cents, currency };
  stripe.moved.push({ id, object: 'balance_transaction', type, created, description, ...amounts });
  return id;
}
const booked = (id: string) =>
  app.db.query(
    `select e.account, e."amountCents"::int as cents from ledger_entries e join ledger_transactions t on t.id = e.transaction
     where t.cause = $1 order by e.account desc`,
    [`provider-charge:${id}`],
  );
const charges = async () => (await finance.send('/api/marketplace/provider-fees', {})).charges;
const asked = () => stripe.asked.filter(({ call }) => call === 'GET /v1/balance_transactions').length;

test('nothing is asked for before Stripe took a payment', async () => {
  await sweep();
  expect(asked()).toBe(0);
});

test('what Stripe takes for its services is in the books once, and shown in its own words', async () => {
  await paid();
  app.clock.advance(60);
  const id = take(4600, { description: 'Connect (2026-11-01 - 2026-11-30): Active accounts' });
  const tax = take(414, { type: 'tax_fee' });
  const payout = take(9900, { type: 'payout' });
  await Promise.all([sweep(), sweep()]);
  await sweep();
  expect(await booked(id)).toEqual([
    { account: 'provider_costs', cents: 4600 },
    { account: 'provider_clearing', cents: -4600 },
  ]);
  expect(await booked(tax)).toHaveLength(2);
  // To the operator's own bank: no cost.
  expect(await booked(payout)).toEqual([]);
  const shown = (await charges()).find((charge: { id: string }) => charge.id === id);
  expect(shown).toMatchObject({ amountCents: 4600, description: 'Connect (2026-11-01 - 2026-11-30): Active accounts' });
  const { items } = await finance.send(`/api/marketplace/ledger?transaction=${shown.transaction}`, {});
  expect(items).toHaveLength(2);
  expect((await proveLedger(app.db)).faults).toEqual([]);
});

test('one that turns up a few days late is booked, and nothing that Stripe does not say holds up the next', async () => {
  await paid();
  take(100);
  await sweep();
  app.clock.advance(3 * 24 * 60);
  const late = take(200, { agoDays: 2 });
  await stripe.spoil('GET /v1/balance_transactions', 'broken');
  await expect(sweep()).rejects.toThrow();
  expect(await stripe.mend()).toBe(true);
  await sweep();
  expect(await booked(late)).toHaveLength(2);
});

test('another currency is not booked, and finance is told once', async () => {
  await paid();
  app.clock.advance(60);
  const id = take(500, { currency: 'usd' });
  await sweep();
  await sweep();
  expect(await booked(id)).toEqual([]);
  const told = await finance.collection('notifications').getFullList({ filter: `message ~ '${id}'` });
  expect(told.map(({ message }) => message)).toEqual([expect.stringContaining('500 USD')]);
});

// Last: its clock is months ahead of the others'.
test('it is the month’s cost beside the fees of payments, and what Stripe gives back of it lessens that', async () => {
  await paid();
  app.clock.set('2027-03-02T10:00:00+08:00');
  finance = await makePerson(app, { role: 'finance' });
  take(300);
  take(-120);
  await sweep();
  const { months } = await finance.send('/api/marketplace/provider-fees', {});
  expect(months[0]).toEqual({ month: '2027-03', amountCents: 180 });
  const query = { of: 'provider_fees', from: '2027-03-01', to: '2027-03-31' };
  expect((await finance.send('/api/marketplace/entries', { query })).sumCents).toBe(180);
  expect((await proveLedger(app.db)).faults).toEqual([]);
});
