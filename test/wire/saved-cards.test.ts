import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';
import { type StripeStandIn, startStripeStandIn } from '#support/stripe-stand-in.ts';

let app: TestApp;
let stripe: StripeStandIn;
let hours = 0;
type Person = Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  stripe = await startStripeStandIn();
  app = await startApp({ stripe: stripe.options });
});
beforeEach(async () => {
  await stripe.mend();
  app.clock.set('2026-11-21T10:00:00+08:00');
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

/** A held lesson whose payment waits for its payer at Stripe. */
async function payment(learner: Person, method = 'card'): Promise<string> {
  const teacher = await makeInstructor(app);
  const start = new Date(Date.parse('2026-11-25T00:00:00Z') + (hours++ % 10) * 3_600_000).toISOString();
  const lesson = await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });
  const { id, status } = await learner.collection('payments').create({ lesson: lesson.id, method });
  expect(status).toBe('requires_action');
  return id;
}

const open = (who: Person, id: string): Promise<{ customerSession: string }> =>
  who.send(`/api/marketplace/payments/${id}/card-form`, { method: 'POST' });
const customersOf = (user: string) =>
  stripe.made('customers').filter(({ metadata }) => (metadata as Record<string, string>).user === user);
const intentOf = (id: string) =>
  stripe.made('payment_intents').find(({ metadata }) => (metadata as Record<string, string>).payment === id);
const forget = async () => {
  app.clock.advance(6);
  await app.app.sweepers.runDue();
};

async function close(who: Person): Promise<void> {
  const path = '/api/marketplace/close-account';
  for (const { id } of await who.collection('payments').getFullList()) {
    await who.send(`/api/marketplace/payments/${id}/close`, { method: 'POST' });
  }
  const { plan } = await who.send(path, {});
  const body = { confirmation: `${who.id}@kerbside.example`, password: 'learner-password', agreed: plan };
  await who.send(path, { method: 'POST', body });
}

test('Stripe’s form offers the cards that its payer saved, by our id alone, the same at each payment', async () => {
  const [mei, other] = await Promise.all([makePerson(app), makePerson(app)]);
  const first = await payment(mei);
  expect(await open(mei, first)).toEqual({ customerSession: 'cuss_secret' });
  expect(await open(mei, first)).toEqual({ customerSession: 'cuss_secret' });
  const second = await payment(mei);
  await open(mei, second);
  const [customer, ...more] = customersOf(mei.id);
  expect(more).toEqual([]);
  expect(Object.keys(customer?.metadata ?? {})).toEqual(['user']);
  expect([intentOf(first)?.customer, intentOf(second)?.customer]).toEqual([customer?.id, customer?.id]);
  const others = await payment(other);
  await open(other, others);
  expect(intentOf(others)?.customer).toBe(customersOf(other.id)[0]?.id);
});

test('two forms that are opened at once leave one customer, and the provider forgets the other', async () => {
  const mei = await makePerson(app);
  const both = [await payment(mei), await payment(mei)];
  await Promise.all(both.map((id) => open(mei, id)));
  await forget();
  const [left, ...more] = customersOf(mei.id);
  expect(more).toEqual([]);
  await Promise.all(both.map((id) => open(mei, id)));
  expect(both.map((id) => intentOf(id)?.customer)).toEqual([left?.id, left?.id]);
});

test('[26.45] nobody opens the form of another’s payment, not as its learner either, of PayNow, or of one that is over', async () => {
  const [mei, other] = await Promise.all([makePerson(app), makePerson(app)]);
  const id = await payment(mei);
  const statusOf = async (call: Promise<unknown>) => (await refusalOf(call)).status;
  expect(await statusOf(open(other, id))).toBe(404);
  expect(await statusOf(app.guest().send(`/api/marketplace/payments/${id}/card-form`, { method: 'POST' }))).toBe(401);
  const { token } = (await app.root.collection('users').impersonate(mei.id, 60)).authStore;
  const headers = { Authorization: token };
  const asMei = app.guest().send(`/api/marketplace/payments/${id}/card-form`, { method: 'POST', headers });
  expect(await statusOf(asMei)).toBe(404);
  expect(await statusOf(open(mei, await payment(mei, 'paynow')))).toBe(404);
  await mei.send(`/api/marketplace/payments/${id}/close`, { method: 'POST' });
  expect(await statusOf(open(mei, id))).toBe(404);
  expect(customersOf(mei.id)).toEqual([]);
});

test('without an answer of Stripe’s the form works without saved cards, and the next try finds them', async () => {
  const mei = await makePerson(app);
  const id = await payment(mei);
  await stripe.spoil('POST /v1/customer_sessions', 'broken');
  expect(await refusalOf(open(mei, id))).toMatchObject({ status: 503 });
  expect(await open(mei, id)).toEqual({ customerSession: 'cuss_secret' });
  expect(customersOf(mei.id)).toHaveLength(1);
});

test('who is not known at Stripe any more is made known again', async () => {
  const mei = await makePerson(app);
  const id = await payment(mei);
  await open(mei, id);
  const [before] = customersOf(mei.id);
  await app.db.query(`update card_customers set customer = 'cus_of_before' where customer = $1`, [before?.id]);
  expect(await open(mei, id)).toEqual({ customerSession: 'cuss_secret' });
  expect(customersOf(mei.id)).toHaveLength(2);
});

test('cards that were saved go with the account, also when Stripe is away at first', async () => {
  const mei = await makePerson(app);
  await open(mei, await payment(mei));
  const [customer] = customersOf(mei.id);
  await close(mei);
  await stripe.spoil(`DELETE /v1/customers/${customer?.id}`, 'broken');
  await forget();
  expect(customersOf(mei.id)).toHaveLength(1);
  await forget();
  expect(customersOf(mei.id)).toEqual([]);
  expect(await app.db.query('select 1 from card_customers where "user" = $1', [mei.id])).toEqual([]);
});
