import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeChargeback, openChargeback } from '#marketplace/money/chargebacks/take-chargeback.ts';
import { createStripeProvider } from '#marketplace/money/payments/stripe/create-stripe-provider.ts';
import { takeRefundOutcome } from '#marketplace/money/refunds/take-refund-outcome.ts';
import { openTill } from '#marketplace/open-till.ts';
import type { Person } from '#support/packages.ts';
import { startApp, type TestApp } from '#support/start-app.ts';
import { stripeLessons } from '#support/stripe-lessons.ts';
import { type StripeStandIn, startStripeStandIn } from '#support/stripe-stand-in.ts';

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

const { cancelled } = stripeLessons(
  () => app,
  () => stripe,
);

/** A lesson of S$66.00 that was cancelled and whose refund Stripe has under way; the bank takes the payment back. */
async function underWay() {
  const scene = await cancelled();
  const till = openTill(app.app.engine, createStripeProvider(stripe.options));
  const id = `dp_${scene.payment}`;
  const dispute = { id, paymentReference: String(scene.intent.id), amountCents: 6600, feeCents: 2000 };
  await openChargeback(till, dispute);
  const decide = async (isWon: boolean) => {
    app.clock.advance(10);
    await closeChargeback(till, dispute, isWon);
  };
  const refused = async () => {
    await takeRefundOutcome(app.app.engine, scene.refund, { status: 'failed', failureCode: 'charge_disputed' });
    await app.app.sweepers.runDue();
  };
  return { ...scene, decide, refused };
}

const told = async (person: Person) =>
  (await person.collection('notifications').getFullList({ sort: 'created,id' })).filter(({ title }) =>
    /bank/.test(String(title)),
  );
const pageOf = async (person: Person, lesson: string) =>
  (await person.send<{ items: object[] }>(`/api/marketplace/lessons/${lesson}/chargebacks`, {})).items;

test('[rule 21] a learner whose refund was under way hears that their bank takes the payment back once the refund fails for that, and then what it decided', async () => {
  const { learner, lesson, refused, decide } = await underWay();
  expect([await told(learner), await pageOf(learner, lesson)]).toEqual([[], []]);
  await refused();
  const [opened, ...others] = await told(learner);
  expect(opened).toMatchObject({ title: 'Your bank is taking a payment back' });
  expect(opened?.message).toContain(
    'S$66.00 that you had as credit or that we owed you for this lesson goes towards it.',
  );
  expect(others).toEqual([]);
  expect(await pageOf(learner, lesson)).toMatchObject([{ status: 'open', coveredCents: 6600 }]);
  await decide(false);
  await app.app.sweepers.runDue();
  const titles = (await told(learner)).map(({ title }) => title);
  expect(titles).toEqual(['Your bank is taking a payment back', 'Your bank has decided']);
});

test('[rule 21] a refund that fails after the bank decided is told with the decision', async () => {
  const { learner, refused, decide } = await underWay();
  await decide(false);
  expect(await told(learner)).toEqual([]);
  await refused();
  expect((await told(learner)).map(({ title }) => title)).toEqual(['Your bank has decided']);
});

test('[rule 21] of a payment that had gone back neither a notice nor the page of the lesson speaks, whatever the bank decides', async () => {
  const { teacher, learner, lesson, refund, given, decide } = await underWay();
  await takeRefundOutcome(app.app.engine, refund, { status: 'paid', reference: String(given.id) });
  await decide(true);
  await app.app.sweepers.runDue();
  expect(await told(learner)).toEqual([]);
  expect([await pageOf(learner, lesson), await pageOf(teacher.client, lesson)]).toEqual([[], []]);
});
