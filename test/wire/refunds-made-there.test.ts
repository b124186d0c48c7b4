import type PocketBase from 'pocketbase';
import { expect, test } from 'vitest';
import { createStripeProvider } from '#marketplace/money/payments/stripe/create-stripe-provider.ts';
import { catchUpWithProvider } from '#marketplace/money/stripe/catch-up-with-provider.ts';
import { openTill } from '#marketplace/open-till.ts';
import { statement } from '#support/operators-account.ts';
import { balancesOf, bookWithPackage, makeSeller } from '#support/packages.ts';
import { makePerson, refusalOf } from '#support/start-app.ts';
import { startStripeBooks } from '#support/stripe-books.ts';

const { app, stripe, finance, paid, cancelled, tell, refundThere, casesOf, settle, agree } = startStripeBooks();
const refundsOf = async (learner: PocketBase) =>
  (await learner.collection('refunds').getFullList({ sort: 'created,amountCents' })).map(
    ({ status, amountCents }) => `${status} ${amountCents}`,
  );
const send = (id: string) =>
  finance().send(`/api/marketplace/refunds/${id}/sent`, {
    method: 'POST',
    body: { reference: `FT of ${id}`, wasSent: true },
  });
const cancel = ({ learner, lesson }: { learner: PocketBase; lesson: string }) =>
  learner.collection('cancellations').create({ lesson });
test('[26.4] a refund that people made at Stripe is booked as one of its payment, once, and finance is told', async () => {
  const scene = await paid();
  const refund = refundThere(scene.intent, 6600);
  for (const type of ['refund.created', 'refund.updated', 'refund.created']) expect(await tell(type, refund)).toBe(200);
  expect(await tell('charge.refunded', { id: refund.charge, object: 'charge', amount_refunded: 6600 })).toBe(200);
  const payment = await scene.learner.collection('payments').getOne(scene.payment);
  expect(payment).toMatchObject({ status: 'refunded', refundedCents: 6600 });
  expect([await refundsOf(scene.learner), await casesOf(refund.id)]).toEqual([
    ['paid 6600'],
    ['refund made_there 6600 sgd'],
  ]);
  const told = await finance().collection('notifications').getFullList();
  expect(told.filter(({ message }) => message.includes(refund.id))).toHaveLength(1);
  // Its learner cancels: what is with them already does not go back once more.
  await cancel(scene);
  expect(await refundsOf(scene.learner)).toEqual(['paid 6600']);
  expect(await balancesOf(app(), `learner_credit:${scene.learner.id}`, `held:${scene.lesson}`)).toEqual([0, 0]);
  await agree();
});

test('[26.53] an instructor is told once that money of a lesson in their diary was sent back at Stripe, and of one that is off nothing', async () => {
  const [scene, off] = [await paid(), await paid()];
  const toldTo = async ({ teacher }: typeof scene) =>
    (await teacher.client.collection('notifications').getFullList({ filter: `title = 'Payment sent back'` })).map(
      ({ message }) => /^We sent (\S+) of what/.exec(message)?.[1],
    );
  const refund = refundThere(scene.intent, 2000);
  for (const type of ['refund.created', 'refund.updated']) await tell(type, refund);
  expect(await toldTo(scene)).toEqual(['S$20.00']);
  await tell('refund.created', refundThere(scene.intent, 4600));
  expect((await toldTo(scene)).sort()).toEqual(['S$20.00', 'S$46.00']);
  await cancel(off);
  await tell('refund.created', refundThere(off.intent, 6600));
  expect(await toldTo(off)).toEqual([]);
  await agree();
});

test('[26.4] told by its charge alone, or read from Stripe’s list, it is the same', async () => {
  const [first, second] = [await paid(), await paid()];
  const one = refundThere(first.intent, 6600);
  expect(await tell('charge.refunded', { id: one.charge, object: 'charge' })).toBe(200);
  const other = refundThere(second.intent, 2000, { payment_intent: null });
  stripe().events.push({ id: 'evt_unheard', type: 'refund.created', created: 1, data: { object: other } });
  await catchUpWithProvider(openTill(app().app.engine, createStripeProvider(stripe().options)), app().clock.nowMs());
  expect([await refundsOf(first.learner), await refundsOf(second.learner)]).toEqual([['paid 6600'], ['paid 2000']]);
  expect(await second.learner.collection('payments').getOne(second.payment)).toMatchObject({
    ...{ status: 'part_refunded', refundedCents: 2000 },
  });
  await agree();
});

test('[26.4] where Stripe refuses ours as the payment is refunded, what was made there is ours, and nothing is left to be sent by hand', async () => {
  const scene = await paid();
  const refund = refundThere(scene.intent, 6600);
  await cancel(scene);
  await expect.poll(() => refundsOf(scene.learner)).toEqual(['paid 6600']);
  const [ours] = await scene.learner.collection('refunds').getFullList();
  expect((await refusalOf(send(String(ours?.id)))).status).toBe(409);
  // Stripe tells of it afterwards.
  await tell('refund.created', refund);
  expect([await refundsOf(scene.learner), await casesOf(refund.id)]).toEqual([
    ['paid 6600'],
    ['refund made_there 6600 sgd'],
  ]);
  expect(await balancesOf(app(), `refunds_due:${scene.learner.id}`)).toEqual([0]);
  await agree();
});

test('[26.4] of a part that was made there the rest of ours is sent by Stripe, too', async () => {
  const scene = await paid();
  const refund = refundThere(scene.intent, 2600);
  await cancel(scene);
  await expect.poll(() => refundsOf(scene.learner)).toEqual(['paid 2600', 'sent 4000']);
  const rest = stripe().made('refunds').at(-1);
  expect(rest).toMatchObject({ amount: 4000, payment_intent: scene.intent.id });
  await tell('refund.updated', Object.assign(rest ?? {}, { object: 'refund', status: 'succeeded' }));
  await tell('refund.created', refund);
  expect(await refundsOf(scene.learner)).toEqual(['paid 2600', 'paid 4000']);
  expect(await scene.learner.collection('payments').getOne(scene.payment)).toMatchObject({ status: 'refunded' });
  const [first] = await scene.learner.collection('refunds').getFullList({ sort: 'amountCents' });
  const entries = await finance().send(`/api/marketplace/entries?of=refund&id=${first?.id}`, {});
  expect(entries.sumCents).toBe(0);
  await agree();
});

test('[26.4] a refusal that names no refund waits for a person: until they settled it nobody pays it by hand', async () => {
  const scene = await paid();
  // Stripe says that it is refunded, and lists a refund of ours that failed long ago alone.
  Object.assign(scene.intent, { amount: 0 });
  await cancel(scene);
  await expect.poll(() => refundsOf(scene.learner)).toEqual(['failed 6600']);
  Object.assign(scene.intent, { amount: 6600 });
  const [owed] = await scene.learner.collection('refunds').getFullList();
  const id = String(owed?.id);
  const { items } = await finance().send('/api/marketplace/bank/to-send', {});
  expect(items.find((sum: { id: string }) => sum.id === id)).toMatchObject({ waitsFor: 'provider_case' });
  const refused = await refusalOf(send(id));
  expect([refused.status, refused.data.status?.code]).toEqual([409, 'provider_case']);
  await settle(`refund:already_refunded:${id}:6600sgd`);
  expect(await send(id)).toMatchObject({ status: 'paid' });
  // The bank of the operator sent it: here that is the account of the same books.
  stripe().put('refunds', { amount: 6600, payment_intent: 'by_hand', status: 'succeeded' });
  await agree();
});

test('[26.4] one that was paid by hand before it was told of is beyond the payment: finance is told of what went out twice', async () => {
  const scene = await paid();
  Object.assign(scene.intent, { amount: 0 });
  await cancel(scene);
  await expect.poll(() => refundsOf(scene.learner)).toEqual(['failed 6600']);
  Object.assign(scene.intent, { amount: 6600 });
  const [owed] = await scene.learner.collection('refunds').getFullList();
  await settle(`refund:already_refunded:${owed?.id}:6600sgd`);
  await send(String(owed?.id));
  stripe().put('refunds', { amount: 6600, payment_intent: 'by_hand', status: 'succeeded' });
  const refund = refundThere(scene.intent, 6600);
  await tell('refund.created', refund);
  expect(await casesOf(refund.id)).toEqual(
    expect.arrayContaining(['refund made_there 6600 sgd', 'refund other_sum 6600 sgd']),
  );
  expect(await refundsOf(scene.learner)).toEqual(['paid 6600']);
  await agree();
  Object.assign(refund, { status: 'failed', failure_reason: 'declined' });
  await tell('refund.failed', refund);
  await agree();
});

test('[26.4] one that fails later is as if it had never been made; what was owed is owed still, and waits for a person', async () => {
  const scene = await paid();
  const refund = refundThere(scene.intent, 6600);
  await tell('refund.created', refund);
  Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
  await tell('refund.failed', refund);
  await tell('refund.updated', { ...refund, status: 'succeeded' });
  expect(await refundsOf(scene.learner)).toEqual([]);
  expect(await casesOf(refund.id)).toEqual(
    expect.arrayContaining(['refund made_there 6600 sgd', 'refund came_back 6600 sgd']),
  );
  expect(await balancesOf(app(), `held:${scene.lesson}`)).toEqual([6600]);
  expect(await scene.learner.collection('payments').getOne(scene.payment)).toMatchObject({
    ...{ status: 'succeeded', refundedCents: 0 },
  });
  await agree();
  // The same of one that pays a refund of ours.
  const owed = await paid();
  const there = refundThere(owed.intent, 6600);
  await cancel(owed);
  await expect.poll(() => refundsOf(owed.learner)).toEqual(['paid 6600']);
  Object.assign(there, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
  await tell('refund.failed', there);
  expect(await refundsOf(owed.learner)).toEqual(['failed 6600']);
  const [ours] = await owed.learner.collection('refunds').getFullList();
  expect((await refusalOf(send(String(ours?.id)))).data.status?.code).toBe('provider_case');
  await agree();
});

test('[26.21] what Stripe said of a refund of ours before it failed, and is heard later, is old', async () => {
  const scene = await paid();
  await cancel(scene);
  await expect.poll(() => refundsOf(scene.learner)).toEqual(['sent 6600']);
  const ours = stripe()
    .made('refunds')
    .find(({ payment_intent }) => payment_intent === scene.intent.id);
  if (!ours) throw new Error('Nothing was asked of Stripe.');
  Object.assign(ours, { object: 'refund', status: 'failed', failure_reason: 'declined' });
  const before = { ...ours, status: 'succeeded' };
  expect(await tell('refund.failed', ours)).toBe(200);
  expect(await tell('refund.updated', before)).toBe(200);
  expect(await refundsOf(scene.learner)).toEqual(['failed 6600']);
  await agree();
  // Somebody sends it at Stripe: that one pays it, whatever is told of the other.
  await tell('refund.created', refundThere(scene.intent, 6600, { status: 'pending' }));
  expect(await tell('refund.updated', before)).toBe(200);
  expect(await refundsOf(scene.learner)).toEqual(['sent 6600']);
  await agree();
});

test('[26.4] one that is told to have failed first is never booked', async () => {
  const scene = await paid();
  const refund = refundThere(scene.intent, 6600, { status: 'failed', failure_reason: 'declined' });
  await tell('refund.failed', refund);
  await tell('refund.created', { ...refund, status: 'pending' });
  expect([await refundsOf(scene.learner), await casesOf(refund.id)]).toEqual([[], ['refund came_back 6600 sgd']]);
  await agree();
});

test('[26.4] one that waits at Stripe is paid when Stripe says so', async () => {
  const scene = await paid();
  const refund = refundThere(scene.intent, 3000, { status: 'pending' });
  await tell('refund.created', refund);
  expect(await refundsOf(scene.learner)).toEqual(['sent 3000']);
  Object.assign(refund, { status: 'succeeded' });
  app().clock.advance(2);
  await app().app.sweepers.runDue();
  expect(await refundsOf(scene.learner)).toEqual(['paid 3000']);
  await tell('refund.updated', refund);
  await agree();
});

test('[26.4] [26.22] of a lesson that was given the platform bears it, until a claim gives as much back', async () => {
  const scene = await paid();
  const { start } = await scene.learner.collection('lessons').getOne(scene.lesson);
  app().clock.set(new Date(Date.parse(start) + 26 * 3_600_000).toISOString());
  await app().app.sweepers.runDue();
  const goodwill = async () => (await balancesOf(app(), 'goodwill'))[0] ?? 0;
  const before = await goodwill();
  const there = refundThere(scene.intent, 6600);
  await tell('refund.created', there);
  expect((await goodwill()) - before).toBe(-6600);
  await agree();
  const learner = app().guest();
  await learner.collection('users').authWithPassword(`${scene.learner.id}@kerbside.example`, 'learner-password');
  const claim = { lesson: scene.lesson, kind: 'safety', text: 'It was another car.' };
  const { id } = await learner.collection('claims').create(claim);
  const admin = await makePerson(app(), { role: 'admin' });
  await admin.collection('claim_decisions').create({ claim: id, outcome: 'full', reason: 'It was.' });
  expect([await goodwill(), await refundsOf(learner)]).toEqual([before, ['paid 6600']]);
  expect(await balancesOf(app(), `learner_credit:${scene.learner.id}`)).toEqual([0]);
  await agree();
  // [26.22] It comes back and is owed; a part of it is sent at Stripe once more, and the rest by us.
  Object.assign(there, { status: 'failed', failure_reason: 'declined' });
  expect(await tell('refund.failed', there)).toBe(200);
  expect(await refundsOf(learner)).toEqual(['failed 6600']);
  expect(await tell('refund.created', refundThere(scene.intent, 2056))).toBe(200);
  app().clock.advance(2);
  await app().app.sweepers.runDue();
  await expect.poll(() => refundsOf(learner)).toEqual(expect.arrayContaining(['paid 2056', 'sent 4544']));
  expect(await goodwill()).toBe(before);
  await agree();
});

test('[26.4] of several lessons that were paid at once each bears what is left of its payment', async () => {
  const scene = await paid([0, 1, 2]);
  await tell('refund.created', refundThere(scene.intent, 10_000));
  expect(await refundsOf(scene.learner)).toEqual(['paid 3400', 'paid 6600']);
  await agree();
});

test('[26.4] a refund of no payment that is known here is a case of finance’s', async () => {
  const refund = refundThere({ id: 'pi_elsewhere' }, 1234);
  expect(await tell('refund.created', refund)).toBe(200);
  expect(await casesOf(refund.id)).toEqual(['refund unknown 1234 sgd']);
  Object.assign(refund, { status: 'failed' });
  await agree();
});

test.each(['before its hours are used', 'with a lesson that is cancelled after it ended'])(
  '[26.4] of a package in use the platform bears it, and what its end would give back covers that: %s',
  async (when) => {
    const [teacher, learner] = await Promise.all([makeSeller(app()), makePerson(app())]);
    const { id } = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 300 });
    const payment = await learner.collection('payments').create({ packagePurchase: id, method: 'card' });
    const intent = stripe()
      .made('payment_intents')
      .find(({ metadata }) => (metadata as { payment?: string }).payment === payment.id);
    if (!intent) throw new Error('Nothing was asked of Stripe.');
    Object.assign(intent, { status: 'succeeded', latest_charge: { id: `ch_${intent.id}` } });
    await tell('payment_intent.succeeded', intent);
    const goodwill = async () => (await balancesOf(app(), 'goodwill'))[0] ?? 0;
    const before = await goodwill();
    const isUsed = when.startsWith('with');
    const lesson = isUsed ? (await bookWithPackage(learner, teacher, '2026-11-27T02:00:00Z', 60)).lesson : undefined;
    await tell('refund.created', refundThere(intent, Number(intent.amount)));
    expect(await learner.collection('payments').getOne(payment.id)).toMatchObject({ status: 'refunded' });
    expect((await goodwill()) - before).toBe(-Number(intent.amount));
    await agree();
    await learner.collection('package_refunds').create({ packagePurchase: id });
    if (lesson) await learner.collection('cancellations').create({ lesson: lesson.id });
    await agree();
    const accounts = [`held_package:${id}`, `learner_credit:${learner.id}`, `refunds_due:${learner.id}`];
    expect(await balancesOf(app(), ...accounts)).toEqual([0, 0, 0]);
    // What the lesson gave back went to its package.
    expect(await refundsOf(learner)).toEqual([...(lesson ? ['paid 6402'] : []), `paid ${intent.amount}`]);
    expect((await goodwill()) - before).toBe(0);
  },
);

test('[26.24] one that was sent by hand, came back to the bank and was then made at Stripe comes back from there, too', async () => {
  const { learner, intent, given, refund } = await cancelled();
  await tell('refund.failed', Object.assign(given, { object: 'refund', status: 'failed', failure_reason: 'declined' }));
  const [reference, post] = ['FT2624001', { method: 'POST' }];
  const bank = (path: string, body: object) => finance().send(`/api/marketplace/${path}`, { ...post, body });
  for (const time of ['FIRST', 'SECOND']) {
    await bank(`refunds/${refund}/sent`, { reference: `${reference} ${time}`, wasSent: true });
    await bank('bank/import', { csv: statement(['66.00', `RETURN ${reference} ${time}`]) });
    const filter = `status = 'open' && text ~ '${time}'`;
    const [line] = await finance().collection('bank_lines').getFullList({ filter });
    await bank(`bank/lines/${line?.id}`, { decision: 'came_back', reference: `${reference} ${time}` });
    await agree();
    const there = refundThere(intent, 6600);
    await tell('refund.created', there);
    expect(await refundsOf(learner)).toEqual(['paid 6600']);
    await agree();
    await tell('refund.failed', Object.assign(there, { status: 'failed', failure_reason: 'declined' }));
    expect(await refundsOf(learner)).toEqual(['failed 6600']);
    await agree();
    const moves = 'select cents from outside_moves where reference = $1 order by cents';
    expect(await app().db.query(moves, [there.id])).toEqual([{ cents: -6600 }, { cents: 6600 }]);
    const cases = await finance().send('/api/marketplace/provider-cases', {});
    for (const { id } of cases.open) await settle(id);
  }
  expect(await balancesOf(app(), `refunds_due:${learner.id}`)).toEqual([6600]);
});
