import { expect, test } from 'vitest';
import { balancesOf } from '#support/packages.ts';
import { refusalOf } from '#support/start-app.ts';
import { startStripeBooks } from '#support/stripe-books.ts';

const { app, stripe, finance, paid, tell, casesOf, agree } = startStripeBooks();

const taken = (cents: number, fee = 2000) => ({ amount: -cents, currency: 'sgd', fee, net: -cents - fee });
const given = (cents: number) => ({ amount: cents, currency: 'sgd', fee: 0, net: cents });

/** A bank takes a payment back, as Stripe has it. */
const disputed = (intent: { id: string }, more: object) =>
  stripe().put('disputes', {
    object: 'dispute',
    ...{ amount: 6600, status: 'needs_response', balance_transactions: [taken(6600)] },
    ...{ payment_intent: intent.id, charge: `ch_${intent.id}`, evidence_details: { due_by: 1_765_000_000 }, ...more },
  });
const refundsOf = async (learner: string) => {
  const sql = `select concat_ws(' ', status, "amountCents") as said from refunds where learner = $1 order by "amountCents"`;
  return (await app().db.query<{ said: string }>(sql, [learner])).map(({ said }) => said);
};
const chargebacksOf = async (dispute: string) => {
  const sql = `select concat_ws(' ', status, "amountCents", "feeCents") as said from chargebacks where id = $1`;
  return (await app().db.query<{ said: string }>(sql, [dispute])).map(({ said }) => said);
};

test('[26.7] a dispute in another currency is booked by what Stripe moved of our balance', async () => {
  const scene = await paid();
  const dispute = disputed(scene.intent, { amount: 4800, currency: 'usd', balance_transactions: [taken(6600)] });
  expect(await tell('charge.dispute.created', dispute)).toBe(200);
  expect(await chargebacksOf(dispute.id)).toEqual(['open 6600 2000']);
  expect(await refundsOf(scene.learner.id)).toEqual([]);
  await agree();
});

test('[26.7] before Stripe has moved anything of another currency finance is told; once it has, that is booked', async () => {
  const scene = await paid();
  const dispute = disputed(scene.intent, { amount: 4800, currency: 'usd', balance_transactions: [] });
  await tell('charge.dispute.created', dispute);
  expect([await chargebacksOf(dispute.id), await casesOf(dispute.id)]).toEqual([
    [],
    ['dispute other_currency 4800 usd'],
  ]);
  await agree();
  Object.assign(dispute, { balance_transactions: [taken(6487)] });
  await tell('charge.dispute.funds_withdrawn', dispute);
  expect(await chargebacksOf(dispute.id)).toEqual(['open 6487 2000']);
  await agree();
});

test('[26.7] what a bank did not take goes back once it has decided, neither by Stripe nor by hand before', async () => {
  const scene = await paid();
  const before = stripe().made('refunds').length;
  const dispute = disputed(scene.intent, { amount: 4800, balance_transactions: [taken(4800)] });
  await tell('charge.dispute.created', dispute);
  app().clock.advance(60);
  await app().app.sweepers.runDue();
  expect([await refundsOf(scene.learner.id), stripe().made('refunds').length]).toEqual([['due 1800'], before]);
  // One of Stripe’s refusals does not make it a person’s to send.
  const [refund] = await app().db.query(`update refunds set status = 'failed' where learner = $1 returning id`, [
    scene.learner.id,
  ]);
  const { items } = await finance().send('/api/marketplace/bank/to-send', {});
  expect(items.find(({ id }: { id: string }) => id === refund?.id)).toMatchObject({ waitsFor: 'bank_decides' });
  const note = { method: 'POST', body: { reference: 'FT1', wasSent: true } };
  const refused = await refusalOf(finance().send(`/api/marketplace/refunds/${refund?.id}/sent`, note));
  expect([refused.status, refused.data.status?.code]).toEqual([409, 'bank_decides']);
  await app().db.query(`update refunds set status = 'due' where id = $1`, [refund?.id]);
  Object.assign(dispute, { status: 'lost' });
  await tell('charge.dispute.closed', dispute);
  await expect.poll(() => refundsOf(scene.learner.id)).toEqual(['sent 1800']);
  expect(stripe().made('refunds').at(-1)).toMatchObject({ amount: 1800, payment_intent: scene.intent.id });
});

test('[26.7] the fee is what Stripe says it is by now', async () => {
  const scene = await paid();
  const dispute = disputed(scene.intent, { balance_transactions: [taken(6600, 0)] });
  await tell('charge.dispute.created', dispute);
  Object.assign(dispute, { balance_transactions: [taken(6600, 2000)] });
  await tell('charge.dispute.funds_withdrawn', dispute);
  await tell('charge.dispute.created', dispute);
  expect(await chargebacksOf(dispute.id)).toEqual(['open 6600 2000']);
  await agree();
});

test('[26.8] a dispute without a payment’s name is found by its charge; one of none that is known is a case of finance’s', async () => {
  const scene = await paid();
  const dispute = disputed(scene.intent, { payment_intent: null });
  await tell('charge.dispute.created', dispute);
  expect(await chargebacksOf(dispute.id)).toEqual(['open 6600 2000']);
  await agree();
  const other = { id: 'dp_elsewhere', object: 'dispute', status: 'needs_response', amount: 500, currency: 'sgd' };
  expect(await tell('charge.dispute.created', { ...other, charge: 'ch_elsewhere', payment_intent: null })).toBe(200);
  expect(await casesOf('dp_elsewhere')).toEqual(['dispute unknown 500 sgd']);
  const { open } = await finance().send('/api/marketplace/provider-cases', {});
  const due = open.find(({ reference }: { reference: string }) => reference === 'dp_elsewhere')?.dueAt;
  expect(Date.parse(due) - app().clock.nowMs()).toBe(3 * 86_400_000);
});

test('[26.9] a dispute that is lost and later won is ours again, once, and what was told before changes nothing', async () => {
  const scene = await paid();
  const dispute = disputed(scene.intent, { status: 'lost' });
  await tell('charge.dispute.created', dispute);
  await tell('charge.dispute.closed', dispute);
  expect(await chargebacksOf(dispute.id)).toEqual(['lost 6600 2000']);
  await agree();
  const lost = { ...dispute };
  Object.assign(dispute, { status: 'won', balance_transactions: [taken(6600), given(6600)] });
  await tell('charge.dispute.funds_reinstated', dispute);
  await tell('charge.dispute.closed', dispute);
  await tell('charge.dispute.closed', lost);
  expect(await chargebacksOf(dispute.id)).toEqual(['won 6600 2000']);
  expect(await balancesOf(app(), `learner_credit:${scene.learner.id}`)).toEqual([6600]);
  expect(await casesOf(dispute.id)).toEqual([]);
  await agree();
});

test('[26.9] nothing covers a dispute that is won', async () => {
  const scene = await paid();
  const dispute = disputed(scene.intent, { status: 'won', balance_transactions: [taken(6600), given(6600)] });
  await tell('charge.dispute.closed', dispute);
  expect(await chargebacksOf(dispute.id)).toEqual(['won 6600 2000']);
  const balances = () => balancesOf(app(), `learner_credit:${scene.learner.id}`, 'provider_costs');
  const before = await balances();
  expect(await app().db.query('select cover_chargeback($1, 100, now()) as cents', [dispute.id])).toEqual([
    { cents: 0 },
  ]);
  expect(await balances()).toEqual(before);
});

test('[26.9] told of both at once it is won', async () => {
  const scene = await paid();
  const dispute = disputed(scene.intent, { status: 'won', balance_transactions: [taken(6600), given(6600)] });
  const types = ['created', 'closed', 'funds_withdrawn', 'funds_reinstated', 'closed'];
  const told = await Promise.all(types.map((type) => tell(`charge.dispute.${type}`, dispute)));
  expect(told).toEqual(types.map(() => 200));
  expect(await chargebacksOf(dispute.id)).toEqual(['won 6600 2000']);
  await agree();
});
