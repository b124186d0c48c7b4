import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSandboxProvider } from '#marketplace/money/payments/sandbox-provider.ts';
import { createStripeProvider } from '#marketplace/money/payments/stripe/create-stripe-provider.ts';
import { readProviderFees } from '#marketplace/money/provider-fees/read-provider-fees.ts';
import { makePerson, startApp, type TestApp } from '#support/start-app.ts';
import { stripeLessons } from '#support/stripe-lessons.ts';
import { type StripeStandIn, startStripeStandIn } from '#support/stripe-stand-in.ts';

const thirtyDays = 30 * 24 * 60;
let app: TestApp;
let stripe: StripeStandIn;

beforeAll(async () => {
  stripe = await startStripeStandIn();
  app = await startApp({ stripe: stripe.options });
});
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const { paid } = stripeLessons(
  () => app,
  () => stripe,
);
const sweep = (provider = createStripeProvider(stripe.options)) =>
  readProviderFees(app.app.engine, provider, app.clock.nowMs());
const charged = (fee: number) => ({
  latest_charge: { id: 'ch_1', object: 'charge', balance_transaction: { id: 'txn_1', fee, currency: 'sgd' } },
});
const statusOf = async (payment: string) => {
  const sql = 'select status, "refusalCode", "leftBy" from provider_fees where id = $1';
  return (await app.db.query(sql, [`payment:${payment}`]))[0];
};
const listed = async (who: Awaited<ReturnType<typeof makePerson>>) => {
  const { refused, refusedCount } = await who.send('/api/marketplace/provider-fees', {});
  expect(refusedCount).toBe(refused.length);
  return refused.map(({ payment }: { payment: string }) => payment);
};
const decide = (who: Awaited<ReturnType<typeof makePerson>>, payment: string, as: 'again' | 'leave') =>
  who.send(`/api/marketplace/provider-fees/payment:${payment}/${as}`, { method: 'POST' });

test.each([
  ['Stripe does not say', true],
  ['nobody can be asked for, after a change away from Stripe,', false],
])('fees that %s in thirty days are given up, and finance is told once of all', async (_, isStripe) => {
  const payments = [(await paid()).payment, (await paid()).payment];
  const provider = isStripe ? createStripeProvider(stripe.options) : createSandboxProvider();
  app.clock.advance(thirtyDays - 60);
  await sweep(provider);
  for (const payment of payments) expect(await statusOf(payment)).toMatchObject({ status: 'due' });
  const finance = await makePerson(app, { role: 'finance' });
  app.clock.advance(600);
  await sweep(provider);
  await sweep(provider);
  for (const payment of payments) {
    expect(await statusOf(payment)).toMatchObject({ status: 'refused', refusalCode: 'not_told' });
  }
  const told = await finance.collection('notifications').getFullList();
  expect(told.map(({ title }) => title)).toEqual(['2 fees are not in the books']);
});

test('a fee that was refused can be asked for again, for thirty days more, and is told again', async () => {
  const { payment, intent } = await paid();
  Object.assign(intent, charged(9900));
  const finance = await makePerson(app, { role: 'finance' });
  app.clock.advance(600);
  await sweep();
  expect(await listed(finance)).toContain(payment);
  app.clock.advance(thirtyDays);
  const teller = await makePerson(app, { role: 'finance' });
  await decide(teller, payment, 'again');
  await expect(decide(teller, payment, 'again')).rejects.toMatchObject({ status: 409 });
  expect(await statusOf(payment)).toMatchObject({ status: 'due', refusalCode: '' });
  await sweep();
  expect(await statusOf(payment)).toMatchObject({ status: 'refused', refusalCode: 'more_than_paid' });
  const told = await app.db.query(`select title from notifications where "user" = $1`, [finance.id]);
  expect(told).toEqual([{ title: 'A fee is not in the books' }, { title: 'A fee is not in the books' }]);
  await decide(teller, payment, 'again');
  Object.assign(intent, { latest_charge: { id: 'ch_1', object: 'charge', balance_transaction: null } });
  await sweep();
  expect(await statusOf(payment)).toMatchObject({ status: 'due' });
  Object.assign(intent, charged(254));
  app.clock.advance(600);
  await sweep();
  expect(await statusOf(payment)).toMatchObject({ status: 'booked' });
});

test('a fee that was refused can be left out, once, by whom the audit trail says', async () => {
  const { payment, intent } = await paid();
  Object.assign(intent, charged(9900));
  app.clock.advance(600);
  await sweep();
  const finance = await makePerson(app, { role: 'finance' });
  const pressed = await Promise.allSettled([decide(finance, payment, 'leave'), decide(finance, payment, 'leave')]);
  expect(pressed.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await statusOf(payment)).toMatchObject({ status: 'left', leftBy: finance.id });
  expect(await listed(finance)).not.toContain(payment);
  const audit = await app.db.query(
    `select actor, changes from audit_entries where collection = 'provider_fees' and record = $1`,
    [`payment:${payment}`],
  );
  expect(audit).toEqual([{ actor: finance.id, changes: [{ field: 'status', from: 'refused', to: 'left' }] }]);
  await expect(decide(finance, payment, 'again')).rejects.toMatchObject({ status: 409 });
  await expect(decide(finance, 'nosuchpayment01', 'leave')).rejects.toMatchObject({ status: 404 });
});
