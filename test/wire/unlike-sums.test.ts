import { expect, test } from 'vitest';
import { bookWithPackage, makeSeller } from '#support/packages.ts';
import { seenAfter } from '#support/seen-after.ts';
import { makePerson } from '#support/start-app.ts';
import { startStripeBooks } from '#support/stripe-books.ts';

const { app, stripe, tell, refundThere, agree } = startStripeBooks();

/** Five hours for S$320.10 by card with an hour of them booked, of a seller. */
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
  await bookWithPackage(learner, teacher, '2026-11-24T01:00:00Z', 60);
  return { id, payment, intent };
}

const moved = (amount: number) => ({ amount, currency: 'sgd', fee: amount < 0 ? 2000 : 0, net: 0 });

test('[26.49] the proof sees what covers a dispute, what the platform bears, what was kept and what is payable, where the books say something else', async () => {
  const [back, taken] = [await bought(), await bought()];
  const there = refundThere(back.intent, 32_010);
  await tell('refund.created', there);
  await app().app.sweepers.runDue();
  const dispute = stripe().put('disputes', {
    object: 'dispute',
    ...{ amount: 32_010, status: 'needs_response', balance_transactions: [moved(-32_010)] },
    ...{
      payment_intent: taken.intent.id,
      charge: `ch_${taken.intent.id}`,
      evidence_details: { due_by: 1_798_000_000 },
    },
  });
  await tell('charge.dispute.created', dispute);
  app().clock.set('2026-11-26T10:00:00+08:00');
  await app().app.sweepers.runDue();
  await agree();
  const ofDispute = (rest: string) =>
    `the chargeback is ${rest}, and the ledger says that 32010 are, that 0 came back and a fee of 2000`;
  const changes: Array<[sql: string, fault: string]> = [
    [
      `update chargebacks set "coveredCents" = 40000`,
      ofDispute('open, 40000 cents are said to be covered and its fee is 2000'),
    ],
    [`update chargebacks set "feeCents" = 0`, ofDispute('open, 32010 cents are said to be covered and its fee is 0')],
    [`update chargebacks set status = 'won'`, ofDispute('won, 32010 cents are said to be covered and its fee is 2000')],
    [
      `update refunds set "_coveredCents" = "_borneCents" where payment = '${back.payment}'`,
      'the platform bears 0 cents of refunds of the payment, and the ledger says 6600',
    ],
    [
      `update refunds set "_borneCents" = 6600, "_coveredCents" = 6600 where payment = '${back.payment}'`,
      'the platform bears 0 cents of refunds of the payment, and the ledger says 6600',
    ],
    [
      `update provider_refunds set "excessCents" = 100 where id = '${there.id}'`,
      '100 cents of the refund are more than its payment had, and it is paid, and the ledger says 0',
    ],
    [
      `update package_purchases set "_keptCents" = 0 where id = '${back.id}'`,
      'the instructor kept 0 cents of the package, 20 of them as a fee, and the ledger says 198 and 20',
    ],
    [
      `update package_purchases set "_keptFeeCents" = 0 where id = '${back.id}'`,
      'the instructor kept 198 cents of the package, 0 of them as a fee, and the ledger says 198 and 20',
    ],
    [
      `insert into provider_charges (id, description, "amountCents", "chargedAt", created) values ('txn_2649', '', 500, now(), now())`,
      'the provider charged 500 cents, and the ledger says 0',
    ],
  ];
  for (const [sql, fault] of changes) expect(await seenAfter(app(), sql), sql).toEqual([fault]);
  const [payable] = await app().db.query<{ entry: string; instructor: string; cents: number }>(
    `select entry::text, instructor, "amountCents" as cents from payables where "amountCents" > 1000 limit 1`,
  );
  const more = `update payables set "amountCents" = "amountCents" + 100 where entry = ${payable?.entry}`;
  const cents = Number(payable?.cents);
  expect(await seenAfter(app(), more)).toEqual([
    `${cents + 100} cents are payable to ${payable?.instructor} by an entry, and the ledger says ${cents}`,
  ]);
  await agree();
});
