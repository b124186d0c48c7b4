import { expect, test } from 'vitest';
import { balancesOf } from '#support/packages.ts';
import { refusalOf } from '#support/start-app.ts';
import { startStripeBooks } from '#support/stripe-books.ts';

const { app, stripe, finance, paid, tell, casesOf, agree } = startStripeBooks();

/** A lesson that was given, whose instructor is paid at the next sweep: S$59.40 by a transfer. */
async function given() {
  const scene = await paid();
  const setUp = { method: 'POST', headers: { authorization: scene.teacher.client.authStore.token } };
  expect((await fetch(`${app().url}/api/marketplace/payee/onboarding`, setUp)).status).toBe(200);
  app().clock.set('2026-12-02T12:00:00+08:00');
  const transfer = () => {
    const [found] = stripe()
      .made('transfers')
      .filter(({ metadata }) => payouts.has((metadata as { payout: string }).payout));
    if (!found) throw new Error('Nothing was transferred.');
    return found;
  };
  const payouts = new Map<string, string>();
  const payoutsOf = async () => {
    const rows = await app().db.query<{ id: string; said: string }>(
      `select id, concat_ws(' ', "amountCents", status, nullif("failureCode", '')) as said from payouts where instructor = $1 order by _seq`,
      [scene.teacher.id],
    );
    for (const { id, said } of rows) payouts.set(id, said);
    return rows.map(({ said }) => said);
  };
  const owed = async () => (await balancesOf(app(), `instructor_payable:${scene.teacher.id}`))[0];
  return { ...scene, transfer, payoutsOf, owed };
}

test('[25.37] a session alone begins no account at Stripe that payouts go to', async () => {
  const { teacher } = await paid();
  app().clock.advance(11);
  const before = stripe().made('accounts').length;
  const refused = await refusalOf(teacher.client.send('/api/marketplace/payee/onboarding', { method: 'POST' }));
  expect([refused.status, refused.data.account?.code]).toEqual([400, 'needs_recent_sign_in']);
  expect(stripe().made('accounts')).toHaveLength(before);
});

const sweep = () => app().app.sweepers.runDue();

/** Somebody takes a transfer back in Stripe's own pages, so many cents of it in all. */
function reverse(transfer: { id: string; amount?: unknown }, cents: number) {
  return Object.assign(transfer, { amount_reversed: cents, reversed: cents === transfer.amount, object: 'transfer' });
}

test('[26.6] a payout whose answer was lost and that was taken back before it was asked for again is owed again, not paid', async () => {
  const scene = await given();
  await stripe().spoil('POST /v1/transfers', 'torn');
  await sweep();
  expect(await scene.payoutsOf()).toEqual(['5940 sent']);
  const back = reverse(scene.transfer(), 5940);
  expect(await tell('transfer.reversed', back)).toBe(200);
  await agree();
  app().clock.advance(5);
  await sweep();
  expect([await scene.payoutsOf(), await scene.owed()]).toEqual([['5940 failed reversed'], 5940]);
  await agree();
  // The next payout pays it, once.
  app().clock.set('2026-12-09T12:00:00+08:00');
  await sweep();
  expect([await scene.payoutsOf(), await scene.owed()]).toEqual([['5940 failed reversed', '5940 paid'], 0]);
  await agree();
});

test('[26.6] the same where nobody told of it: what is asked for again is looked at as it is now', async () => {
  const scene = await given();
  await stripe().spoil('POST /v1/transfers', 'torn');
  await sweep();
  await scene.payoutsOf();
  reverse(scene.transfer(), 5940);
  app().clock.advance(5);
  await sweep();
  expect([await scene.payoutsOf(), await scene.owed()]).toEqual([['5940 failed reversed'], 5940]);
  await agree();
});

test('[26.6] found by its group where nothing of ours is written on it', async () => {
  const scene = await given();
  await sweep();
  expect(await scene.payoutsOf()).toEqual(['5940 paid']);
  expect(await tell('transfer.reversed', { ...reverse(scene.transfer(), 5940), metadata: null })).toBe(200);
  expect([await scene.payoutsOf(), await scene.owed()]).toEqual([['5940 failed reversed'], 5940]);
  await agree();
});

test('[26.6] a part that was taken back is payable again, told many times and in any order, and finance is told', async () => {
  const scene = await given();
  await sweep();
  await scene.payoutsOf();
  const first = { ...reverse(scene.transfer(), 1000) };
  const second = { ...reverse(scene.transfer(), 2500) };
  for (const told of [first, first]) await tell('transfer.reversed', told);
  expect([await scene.payoutsOf(), await scene.owed()]).toEqual([['5940 paid'], 1000]);
  for (const told of [second, first]) await tell('transfer.reversed', told);
  expect([await scene.payoutsOf(), await scene.owed()]).toEqual([['5940 paid'], 2500]);
  expect(await casesOf(first.id)).toEqual(['reversal part 1000 sgd', 'reversal part 2500 sgd']);
  const [payout] = await app().db.query('select id from payouts where instructor = $1', [scene.teacher.id]);
  const entries = await finance().send(`/api/marketplace/entries?of=payout&id=${payout?.id}`, {});
  expect(entries.sumCents).toBe(3440);
  await agree();
  app().clock.set('2026-12-09T12:00:00+08:00');
  await sweep();
  expect(await scene.payoutsOf()).toEqual(['5940 paid', '2500 paid']);
  // The rest of the first follows.
  await tell('transfer.reversed', { ...reverse(scene.transfer(), 5940) });
  expect([await scene.payoutsOf(), await scene.owed()]).toEqual([['5940 failed reversed', '2500 paid'], 3440]);
  await agree();
});

test('[26.6] a part of one whose answer was lost is payable again, and the rest is paid', async () => {
  const scene = await given();
  await stripe().spoil('POST /v1/transfers', 'torn');
  await sweep();
  await scene.payoutsOf();
  const part = reverse(scene.transfer(), 940);
  app().clock.advance(5);
  await sweep();
  expect([await scene.payoutsOf(), await scene.owed()]).toEqual([['5940 paid'], 940]);
  expect(await casesOf(part.id)).toEqual(['reversal part 940 sgd']);
  await agree();
});

test('[26.6] a transfer of no payout that is known here is a case of finance’s', async () => {
  expect(await tell('transfer.reversed', { id: 'tr_elsewhere', reversed: true, amount: 700, currency: 'sgd' })).toBe(
    200,
  );
  expect(await casesOf('tr_elsewhere')).toEqual(['reversal unknown 700 sgd']);
  await agree();
});

test('[26.6] told many times at once it is taken back once', async () => {
  const scene = await given();
  await sweep();
  await scene.payoutsOf();
  const back = reverse(scene.transfer(), 5940);
  const told = await Promise.all([1, 2, 3, 4].map(() => tell('transfer.reversed', back)));
  expect(told).toEqual([200, 200, 200, 200]);
  expect([await scene.payoutsOf(), await scene.owed()]).toEqual([['5940 failed reversed'], 5940]);
  await agree();
});
