import { expect, test } from 'vitest';
import { balancesOf, bookWithPackage, makeSeller } from '#support/packages.ts';
import { makePerson } from '#support/start-app.ts';
import { startStripeBooks } from '#support/stripe-books.ts';

const { app, stripe, tell, refundThere, agree } = startStripeBooks();

/** Five hours for S$320.10 by card, an hour of which is S$64.02. */
async function bought() {
  const [teacher, learner] = await Promise.all([makeSeller(app()), makePerson(app())]);
  const { id } = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 300 });
  const { id: payment } = await learner.collection('payments').create({ packagePurchase: id, method: 'card' });
  const intent = stripe()
    .made('payment_intents')
    .find(({ metadata }) => (metadata as Record<string, string>).payment === payment);
  if (!intent) throw new Error('Nothing was asked of Stripe.');
  Object.assign(intent, { status: 'succeeded', latest_charge: { id: `ch_${intent.id}`, balance_transaction: null } });
  await tell('payment_intent.succeeded', intent);
  const stateOf = async () => (await learner.collection('package_purchases').getOne(id)).status;
  const refunds = async () =>
    (await learner.collection('refunds').getFullList({ sort: 'created' })).map((r) => `${r.status} ${r.amountCents}`);
  const booked = (start: string) =>
    bookWithPackage(learner, teacher, start, 60).then(
      ({ lesson }) => `${lesson.status} ${lesson.priceCents}`,
      (error) => Object.values(error.response.data as Record<string, { code: string }>)[0]?.code,
    );
  const toldThat = async (who: typeof learner) =>
    (await who.collection('notifications').getFullList({ filter: `title = 'Package ended'` })).length;
  return { teacher, learner, id, intent, stateOf, refunds, booked, toldThat };
}

const goodwill = async () => (await balancesOf(app(), 'goodwill'))[0] ?? 0;

test('[26.48] hours of a package whose price went back whole at Stripe are booked no more, and what is left of it covers that', async () => {
  const { teacher, learner, id, intent, stateOf, refunds, booked, toldThat } = await bought();
  expect(await booked('2026-11-26T01:00:00Z')).toBe('confirmed 6402');
  const before = await goodwill();
  const there = refundThere(intent, 32_010);
  await tell('refund.created', there);
  expect(await booked('2026-11-27T01:00:00Z')).toBe('no_credit');
  await agree();
  await app().app.sweepers.runDue();
  expect(await stateOf()).toBe('refunded');
  expect([await toldThat(learner), await toldThat(teacher.client)]).toEqual([1, 1]);
  // S$66.00 of the used hour stay of S$320.10; the lesson that was booked goes on.
  expect((await goodwill()) - before).toBe(-6600);
  expect(await balancesOf(app(), `held_package:${id}`, `learner_credit:${learner.id}`)).toEqual([0, 0]);
  await agree();
  // It failed in the end: all of it is owed still.
  await tell('refund.failed', Object.assign(there, { status: 'failed', failure_reason: 'declined' }));
  expect(await refunds()).toEqual(['failed 32010']);
  await agree();
});

test('[26.48] hours that come back to a package whose price is back are none, and a part at Stripe leaves it in use', async () => {
  const { learner, intent, stateOf, refunds, booked } = await bought();
  await tell('refund.created', refundThere(intent, 10_000));
  await app().app.sweepers.runDue();
  expect(await stateOf()).toBe('active');
  for (const hour of [1, 3, 5, 7, 9]) expect(await booked(`2026-11-26T0${hour}:00:00Z`)).toBe('confirmed 6402');
  const before = await goodwill();
  await tell('refund.created', refundThere(intent, 22_010));
  await app().app.sweepers.runDue();
  expect(await stateOf()).toBe('used');
  await agree();
  const [lesson] = await learner.collection('lessons').getFullList({ sort: '-start' });
  await learner.collection('cancellations').create({ lesson: lesson?.id });
  expect(await booked('2026-11-27T01:00:00Z')).toBe('no_credit');
  await app().app.sweepers.runDue();
  expect(await stateOf()).toBe('refunded');
  // S$320.10 less four hours at S$66.00 cover what the platform bore.
  expect((await goodwill()) - before).toBe(-22_010 + 5610);
  expect(await refunds()).toEqual(['paid 10000', 'paid 22010', 'paid 6402']);
  await agree();
});
