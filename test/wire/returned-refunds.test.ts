import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeRefundOutcome } from '#marketplace/money/refunds/take-refund-outcome.ts';
import { makePerson, startApp, type TestApp } from '#support/start-app.ts';
import { stripeLessons } from '#support/stripe-lessons.ts';
import { type StripeStandIn, startStripeStandIn } from '#support/stripe-stand-in.ts';

let app: TestApp;
let stripe: StripeStandIn;

beforeAll(async () => {
  stripe = await startStripeStandIn();
  app = await startApp({ stripe: stripe.options });
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const { cancelled } = stripeLessons(
  () => app,
  () => stripe,
);

/** What the analytics of a span say of revenue and refunds, in its head and in its rows, which is what their entries sum to. */
async function figuresOf(from: string, to: string): Promise<[revenueCents: number, refundedCents: number]> {
  const admin = await makePerson(app, { role: 'admin' });
  const query = { from, to };
  const { figures, buckets } = await admin.send('/api/marketplace/analytics', { query });
  const rows = buckets.reduce((sum: number, { revenueCents }: { revenueCents: number }) => sum + revenueCents, 0);
  const { revenueCents, refundedCents } = figures;
  const entries = async (of: string) =>
    (await admin.send('/api/marketplace/entries', { query: { ...query, of } })).sumCents;
  expect([rows, await entries('revenue'), await entries('refunded')]).toEqual([
    revenueCents,
    revenueCents,
    refundedCents,
  ]);
  return [revenueCents, refundedCents];
}

async function payByHand(refund: string) {
  const admin = await makePerson(app, { role: 'admin' });
  await admin.send(`/api/marketplace/refunds/${refund}/sent`, {
    method: 'POST',
    body: { reference: `FT99 ${refund}` },
  });
}

const says = (refund: string, outcome: Parameters<typeof takeRefundOutcome>[2]) =>
  takeRefundOutcome(app.app.engine, refund, outcome);
const failed = { status: 'failed', failureCode: 'expired_or_canceled_card' } as const;
const october = ['2026-10-01', '2026-11-01'] as const;
const november = ['2026-11-01', '2026-12-01'] as const;

test('a refund that comes back in the month after it was sent lessens that month’s, and is none once it was paid by hand', async () => {
  app.clock.set('2026-10-31T10:00:00+08:00');
  const { refund, given } = await cancelled();
  expect(await figuresOf(...october)).toEqual([6600, 0]);
  await says(refund, { status: 'paid', reference: String(given.id) });
  app.clock.set('2026-11-02T10:00:00+08:00');
  await says(refund, failed);
  // The month that is over stays as it was.
  expect(await figuresOf(...october)).toEqual([0, 6600]);
  expect(await figuresOf(...november)).toEqual([6600, -6600]);
  await payByHand(refund);
  expect(await figuresOf(...october)).toEqual([0, 6600]);
  expect(await figuresOf(...november)).toEqual([0, 0]);
  expect(await figuresOf('2026-10-01', '2026-12-01')).toEqual([0, 6600]);
});

test('a refund that came back and was paid by hand in one month counts once', async () => {
  app.clock.set('2026-11-10T10:00:00+08:00');
  const { refund, given } = await cancelled();
  expect(await figuresOf(...november)).toEqual([6600, 0]);
  await says(refund, { status: 'paid', reference: String(given.id) });
  expect(await figuresOf(...november)).toEqual([0, 6600]);
  await says(refund, failed);
  expect(await figuresOf(...november)).toEqual([6600, 0]);
  await payByHand(refund);
  expect(await figuresOf(...november)).toEqual([0, 6600]);
});
