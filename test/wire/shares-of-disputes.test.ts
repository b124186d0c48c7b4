import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeChargeback, openChargeback } from '#marketplace/money/chargebacks/take-chargeback.ts';
import { createStripeProvider } from '#marketplace/money/payments/stripe/create-stripe-provider.ts';
import { openTill } from '#marketplace/open-till.ts';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { startApp, type TestApp } from '#support/start-app.ts';
import { stripeLessons } from '#support/stripe-lessons.ts';
import { type StripeStandIn, startStripeStandIn } from '#support/stripe-stand-in.ts';

let app: TestApp;
let stripe: StripeStandIn;

beforeAll(async () => {
  stripe = await startStripeStandIn();
  app = await startApp({ stripe: stripe.options });
  app.clock.set('2026-11-21T10:00:00+08:00');
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const { paid } = stripeLessons(
  () => app,
  () => stripe,
);

test('of three lessons charged together, one of which is paid back, a bank that takes all of it takes no more of each than it cost', async () => {
  const { learner, intent } = await paid([0, 1, 2]);
  const lessons = await learner.collection('lessons').getFullList({ sort: 'start' });
  // The first by name: its share is the last to be looked for all the same, as its money has gone back.
  const first = lessons.map(({ id }) => id).sort()[0] ?? '';
  await learner.collection('cancellations').create({ lesson: first });
  const till = openTill(app.app.engine, createStripeProvider(stripe.options));
  const dispute = { id: 'dp_all', paymentReference: String(intent.id), amountCents: 19_800, feeCents: 2000 };
  await openChargeback(till, dispute);
  await openChargeback(till, dispute);
  const rows = () =>
    app.db.query(
      `select p._lesson as lesson, c."amountCents", c."feeCents", c.status from chargebacks c join payments p on p.id = c.payment
       where p.learner = $1 order by c.id`,
      [learner.id],
    );
  const opened = await rows();
  expect(opened.map(({ amountCents }) => amountCents)).toEqual([6600, 6600, 6600]);
  expect(opened.map(({ feeCents }) => Number(feeCents)).sort((one, other) => one - other)).toEqual([0, 0, 2000]);
  expect(new Set(opened.map(({ lesson }) => lesson)).size).toBe(3);
  await closeChargeback(till, dispute, false);
  expect((await rows()).map(({ status }) => status)).toEqual(['lost', 'lost', 'lost']);
  expect((await proveLedger(app.db)).faults).toEqual([]);
});
