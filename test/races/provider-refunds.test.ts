import { expect, test } from 'vitest';
import { createStripeProvider } from '#marketplace/money/payments/stripe/create-stripe-provider.ts';
import { catchUpWithProvider } from '#marketplace/money/stripe/catch-up-with-provider.ts';
import { openTill } from '#marketplace/open-till.ts';
import { balancesOf } from '#support/packages.ts';
import { startStripeBooks } from '#support/stripe-books.ts';

const { app, stripe, finance, paid, tell, refundThere, casesOf, settle, agree } = startStripeBooks();

const rounds = 6;
const refundsOf = async (learner: string) => {
  const sql = `select concat_ws(' ', status, "amountCents") as said from refunds where learner = $1 order by "amountCents"`;
  return (await app().db.query<{ said: string }>(sql, [learner])).map(({ said }) => said);
};

test('[26.4] webhooks and Stripe’s list tell of one refund at once: it is booked once, and it is one case', async () => {
  for (let round = 0; round < rounds; round++) {
    const scene = await paid();
    const refund = refundThere(scene.intent, 6600);
    stripe().events.push({ id: `evt_listed_${round}`, type: 'refund.created', created: 1, data: { object: refund } });
    const till = openTill(app().app.engine, createStripeProvider(stripe().options));
    const charge = { id: refund.charge, object: 'charge' };
    const told = await Promise.all([
      ...[1, 2, 3].map(() => tell('refund.created', refund)),
      tell('charge.refunded', charge),
      catchUpWithProvider(till, app().clock.nowMs()).then(() => 200),
    ]);
    expect(told).toEqual(told.map(() => 200));
    expect(await refundsOf(scene.learner.id)).toEqual(['paid 6600']);
    expect(await casesOf(refund.id)).toEqual(['refund made_there 6600 sgd']);
  }
  await agree();
});

test('[26.4] its learner cancels at the moment at which Stripe tells of the refund: as much goes back as was paid', async () => {
  for (let round = 0; round < rounds; round++) {
    const scene = await paid();
    const refund = refundThere(scene.intent, 6600);
    await Promise.all([
      scene.learner.collection('cancellations').create({ lesson: scene.lesson }),
      tell('refund.created', refund),
    ]);
    await expect.poll(() => refundsOf(scene.learner.id)).toEqual(['paid 6600']);
    expect(await balancesOf(app(), `refunds_due:${scene.learner.id}`, `learner_credit:${scene.learner.id}`)).toEqual([
      0, 0,
    ]);
  }
  await agree();
});

test('[26.4] a person notes it as sent at the moment at which Stripe tells of it: they are refused, or finance is told that it went twice', async () => {
  for (let round = 0; round < rounds; round++) {
    const scene = await paid();
    Object.assign(scene.intent, { amount: 0 });
    await scene.learner.collection('cancellations').create({ lesson: scene.lesson });
    await expect.poll(() => refundsOf(scene.learner.id)).toEqual(['failed 6600']);
    Object.assign(scene.intent, { amount: 6600 });
    const [owed] = await scene.learner.collection('refunds').getFullList();
    await settle(`refund:already_refunded:${owed?.id}:6600sgd`);
    const refund = refundThere(scene.intent, 6600);
    const body = { reference: `FT${round}`, wasSent: true };
    const [sent] = await Promise.allSettled([
      finance().send(`/api/marketplace/refunds/${owed?.id}/sent`, { method: 'POST', body }),
      tell('refund.created', refund),
    ]);
    const wasTwice = (await casesOf(refund.id)).includes('refund other_sum 6600 sgd');
    expect(wasTwice).toBe(sent.status === 'fulfilled');
    expect(await refundsOf(scene.learner.id)).toEqual(['paid 6600']);
    // What the person sent left the operator's own account, which is in the same books.
    if (wasTwice) stripe().put('refunds', { amount: 6600, payment_intent: 'by_hand', status: 'succeeded' });
  }
  await agree();
});

test('[26.4] two of finance settle a case at once: one of them does', async () => {
  const refund = refundThere({ id: 'pi_elsewhere' }, 300, { status: 'pending' });
  await tell('refund.created', refund);
  const id = `refund:unknown:${refund.id}:300sgd`;
  const pressed = await Promise.allSettled([settle(id, 'First.'), settle(id, 'Second.')]);
  expect(pressed.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});
