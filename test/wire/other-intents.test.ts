import { expect, test } from 'vitest';
import { balancesOf } from '#support/packages.ts';
import { makeInstructor, makePerson } from '#support/start-app.ts';
import { startStripeBooks } from '#support/stripe-books.ts';

const { app, stripe, finance, paid, tell, refundThere, casesOf, agree } = startStripeBooks();

/** Another intent at Stripe that names a payment of ours, and that was paid. */
const another = (payment: string, more: object = {}) =>
  stripe().put('payment_intents', {
    object: 'payment_intent',
    ...{ amount: 6600, status: 'succeeded', metadata: payment === '' ? {} : { payment }, ...more },
  });

test('[26.10] a second intent of a payment that came in goes back, however often it is told, and finance is told', async () => {
  const scene = await paid();
  const second = another(scene.payment);
  const told = await Promise.all([1, 2, 3].map(() => tell('payment_intent.succeeded', second)));
  expect(told).toEqual([200, 200, 200]);
  await expect
    .poll(() =>
      stripe()
        .made('refunds')
        .filter((refund) => refund.payment_intent === second.id),
    )
    .toMatchObject([{ amount: 6600 }]);
  expect(await scene.learner.collection('refunds').getFullList()).toMatchObject([
    { amountCents: 6600, status: 'sent' },
  ]);
  expect(await casesOf(second.id)).toEqual(['intent second 6600 sgd']);
  const [refund] = stripe()
    .made('refunds')
    .filter((each) => each.payment_intent === second.id);
  await tell('refund.updated', { ...Object.assign(refund ?? {}, { status: 'succeeded' }), object: 'refund' });
  expect((await scene.learner.collection('lessons').getOne(scene.lesson)).status).toBe('confirmed');
  expect(await balancesOf(app(), `held:${scene.lesson}`, `refunds_due:${scene.learner.id}`)).toEqual([6600, 0]);
  await agree();
});

test('[26.10] an intent that nobody here asked for is a case of finance’s', async () => {
  const stranger = another('', { amount: 4200 });
  expect(await tell('payment_intent.succeeded', stranger)).toBe(200);
  expect(await casesOf(stranger.id)).toEqual(['intent unknown 4200 sgd']);
  // What nobody paid is nobody’s to look at.
  const open = another('', { status: 'canceled' });
  expect(await tell('payment_intent.canceled', open)).toBe(200);
  expect(await casesOf(open.id)).toEqual([]);
  Object.assign(stranger, { status: 'canceled' });
});

test('[26.11] a part that was received settles nothing, and is a case that waits for finance', async () => {
  const scene = await paid();
  const other = another(scene.payment, { amount_received: 100 });
  expect(await tell('payment_intent.succeeded', other)).toBe(200);
  expect(await tell('payment_intent.succeeded', other)).toBe(200);
  expect(await casesOf(other.id)).toEqual(['intent other_sum 100 sgd']);
  const told = await finance()
    .collection('notifications')
    .getFullList({ filter: `message ~ '${other.id}'` });
  expect(told.map(({ message }) => message)).toEqual([expect.stringContaining('received S$1.00 of S$66.00')]);
  Object.assign(other, { status: 'canceled' });
  await agree();
});

test('[26.4] a refund and a dispute that are told of before their payment settle it first', async () => {
  const before = async () => {
    const [teacher, learner] = await Promise.all([makeInstructor(app()), makePerson(app())]);
    const wanted = { instructor: teacher.id, start: '2026-11-28T02:00:00Z', durationMinutes: 60 };
    const { id: lesson } = await learner.collection('lessons').create(wanted);
    const { id: payment } = await learner.collection('payments').create({ lesson, method: 'card' });
    const intent = stripe()
      .made('payment_intents')
      .find(({ metadata }) => (metadata as { payment?: string }).payment === payment);
    if (!intent) throw new Error('Nothing was asked of Stripe.');
    Object.assign(intent, { status: 'succeeded', latest_charge: { id: `ch_${intent.id}` } });
    return { learner, lesson, payment, intent };
  };
  const [refunded, disputed] = [await before(), await before()];
  await tell('refund.created', refundThere(refunded.intent, 6600));
  expect(await refunded.learner.collection('payments').getOne(refunded.payment)).toMatchObject({
    ...{ status: 'refunded', refundedCents: 6600 },
  });
  const dispute = stripe().put('disputes', {
    ...{ object: 'dispute', amount: 6600, status: 'needs_response', payment_intent: disputed.intent.id },
    balance_transactions: [{ amount: -6600, currency: 'sgd', fee: 2000 }],
  });
  await tell('charge.dispute.created', dispute);
  expect((await disputed.learner.collection('lessons').getOne(disputed.lesson)).status).toBe('cancelled_by_learner');
  for (const { intent } of [refunded, disputed]) await tell('payment_intent.succeeded', intent);
  await agree();
});
