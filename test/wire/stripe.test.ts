import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeLessons } from '#marketplace/booking/lessons/closing/close-lessons.ts';
import { expirePayments } from '#marketplace/money/payments/expire-payments.ts';
import {
  createStripeProvider,
  openStripe,
  type StripeOptions,
} from '#marketplace/money/payments/stripe/create-stripe-provider.ts';
import { openTill } from '#marketplace/open-till.ts';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';
import { type Peer, startEmulate } from '#support/stripe-peers.ts';
import { freePort } from '../../bin/lib/free-port.mjs';

const secret = 'whsec_kerbside_test_secret';
let app: TestApp;
let peer: Peer;
let stripe: Stripe;
let keys: StripeOptions;

beforeAll(async () => {
  const port = await freePort();
  const apiBase = `http://127.0.0.1:${port}`;
  keys = { secretKey: 'sk_test_emulate', publishableKey: 'pk_test_emulate', webhookSecret: secret, apiBase };
  app = await startApp({ stripe: keys });
  peer = await startEmulate(port, { url: `${app.url}/api/stripe/webhook`, secret });
  stripe = openStripe(keys);
});
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
afterAll(async () => {
  await app.close();
  await peer.stop();
});

let hours = 0;

/** A lesson of an hour for S$66.00 that is held, and its card payment, which waits for Stripe's own form. */
async function waiting() {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  hours += 1;
  const start = new Date(Date.parse('2026-11-25T00:00:00Z') + (hours % 10) * 3_600_000).toISOString();
  const lesson = await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });
  const payment = await learner.collection('payments').create({ lesson: lesson.id, method: 'card' });
  const [row] = await app.db.query<{ reference: string }>(
    'select "providerReference" as reference from payments where id = $1',
    [payment.id],
  );
  const statusOf = async () =>
    (await app.db.query<{ status: string }>('select status from lessons where id = $1', [lesson.id]))[0]?.status;
  const paymentStatus = async () => (await learner.collection('payments').getOne(payment.id)).status;
  return { teacher, learner, lesson: lesson.id, payment, intent: row?.reference ?? '', statusOf, paymentStatus };
}

let events = 0;

/** What Stripe would tell, signed as it signs. */
async function tell(type: string, object: object, { id = '', key = secret, ageSeconds = 0 } = {}) {
  events += 1;
  const payload = JSON.stringify({
    id: id || `evt_${events}`,
    object: 'event',
    type,
    created: 1,
    data: { object },
  });
  const timestamp = Math.floor(app.clock.nowMs() / 1000) - ageSeconds;
  const header = stripe.webhooks.generateTestHeaderString({ payload, secret: key, timestamp });
  const answer = await fetch(`${app.url}/api/stripe/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': header },
    body: payload,
  });
  return answer.status;
}

const intentOf = ({ payment, intent }: { payment: { id: string }; intent: string }, more: object = {}) => ({
  id: intent,
  object: 'payment_intent',
  amount: 6600,
  currency: 'sgd',
  metadata: { payment: payment.id },
  ...more,
});

async function confirmed() {
  const scene = await waiting();
  await tell('payment_intent.succeeded', intentOf(scene));
  expect(await scene.statusOf()).toBe('confirmed');
  return scene;
}

const balanceOf = async (account: string) => {
  const [row] = await app.db.query<{ cents: number }>(
    'select -ledger_balance(a)::integer as cents from ledger_accounts a where id = $1',
    [account],
  );
  return row?.cents ?? 0;
};
const faults = async () => (await proveLedger(app.db)).faults;

describe('paying at Stripe', () => {
  test('the browser gets what its form needs, nobody else does, and the signed event confirms the lesson', async () => {
    const scene = await waiting();
    const { learner, teacher, payment, intent } = scene;
    expect(payment).toMatchObject({ status: 'requires_action', amountCents: 6600, provider: 'stripe', qrPayload: '' });
    // What plays Stripe’s part here gives none, so one is written down.
    await app.db.query(`update payments set "clientSecret" = 'pi_1_secret_2' where id = $1`, [payment.id]);
    expect((await learner.collection('payments').getOne(payment.id)).clientSecret).toBe('pi_1_secret_2');
    const admin = await makePerson(app, { role: 'admin' });
    expect((await admin.collection('payments').getOne(payment.id)).clientSecret ?? '').toBe('');
    expect((await refusalOf(teacher.client.collection('payments').getOne(payment.id))).status).toBe(404);
    await stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });
    await expect.poll(scene.statusOf).toBe('confirmed');
    expect((await learner.collection('payments').getOne(payment.id)).status).toBe('succeeded');
    expect(await faults()).toEqual([]);
  });

  test('a card number is refused: it is typed in at Stripe', async () => {
    const scene = await waiting();
    const body = { lesson: scene.lesson, method: 'card', cardNumber: '4242424242424242' };
    const { status, data } = await refusalOf(scene.learner.collection('payments').create(body));
    expect([status, data.cardNumber?.code]).toEqual([400, 'not_taken']);
  });

  test('credit leaves as much as Stripe charges at all; less is refused beforehand', async () => {
    const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
    const entries = [
      { account: 'goodwill', cents: 6580 },
      { account: `learner_credit:${learner.id}`, cents: -6580 },
    ];
    await app.db.query(`select post_ledger_transaction('small rest', 'goodwill', null, null, now(), $1::jsonb)`, [
      JSON.stringify(entries),
    ]);
    const wanted = { instructor: teacher.id, start: '2026-11-26T01:00:00Z', durationMinutes: 60 };
    const { id } = await learner.collection('lessons').create(wanted);
    const pay = (method: string) => learner.collection('payments').create({ lesson: id, method });
    expect(await pay('credit')).toMatchObject({ amountCents: 6550, status: 'succeeded' });
    expect(await pay('card')).toMatchObject({ amountCents: 50, status: 'requires_action' });
    const cheap = await app.root.collection('lessons').create({
      ...wanted,
      start: '2026-11-26T03:00:00Z',
      learner: learner.id,
      status: 'held',
      priceCents: 49,
      holdExpiresAt: '2026-11-21T02:15:00Z',
    });
    const { status, data } = await refusalOf(
      learner.collection('payments').create({ lesson: cheap.id, method: 'card' }),
    );
    expect([status, data.method?.code]).toEqual([400, 'too_little_to_charge']);
  });

  test('an event that is forged, old, changed or about another sum does nothing', async () => {
    const scene = await waiting();
    expect(await tell('payment_intent.succeeded', intentOf(scene), { key: 'whsec_somebody_else' })).toBe(400);
    expect(await tell('payment_intent.succeeded', intentOf(scene), { ageSeconds: 900 })).toBe(400);
    expect(await tell('payment_intent.succeeded', intentOf(scene, { amount: 100 }))).toBe(200);
    expect(await tell('payment_intent.succeeded', intentOf(scene, { currency: 'idr' }))).toBe(200);
    const unsigned = await fetch(`${app.url}/api/stripe/webhook`, { method: 'POST', body: '{}' });
    expect(unsigned.status).toBe(400);
    expect(await scene.statusOf()).toBe('held');
  });

  test('[25.15] an event without metadata is taken and does nothing', async () => {
    const scene = await waiting();
    for (const metadata of [undefined, null, {}]) {
      expect(await tell('payment_intent.succeeded', intentOf(scene, { metadata }))).toBe(200);
      expect(await tell('refund.updated', { id: 're_1', object: 'refund', status: 'succeeded', metadata })).toBe(200);
      expect(await tell('transfer.reversed', { id: 'tr_1', object: 'transfer', reversed: true, metadata })).toBe(200);
    }
    expect(await tell('charge.dispute.created', { id: 'dp_1', object: 'dispute', status: 'needs_response' })).toBe(200);
    expect(await scene.statusOf()).toBe('held');
  });

  test('[25.15] [26.11] a sum of which a part was received confirms nothing, and finance is told once', async () => {
    const finance = await makePerson(app, { role: 'finance' });
    const scene = await waiting();
    const part = intentOf(scene, { status: 'succeeded', amount_received: 100 });
    expect(await tell('payment_intent.succeeded', part)).toBe(200);
    expect(await tell('payment_intent.succeeded', part)).toBe(200);
    expect(await tell('payment_intent.succeeded', intentOf(scene, { currency: 'idr' }))).toBe(200);
    expect(await scene.statusOf()).toBe('held');
    const told = await finance.collection('notifications').getFullList();
    expect(told.map(({ message }) => message).sort()).toEqual([
      expect.stringContaining('received 6600 IDR of S$66.00'),
      expect.stringContaining('received S$1.00 of S$66.00'),
    ]);
    expect(await faults()).toEqual([]);
    expect(await tell('payment_intent.succeeded', intentOf(scene, { amount_received: 6600 }))).toBe(200);
    expect(await scene.statusOf()).toBe('confirmed');
  });

  test('events that come twice, at once and in the wrong order have one effect', async () => {
    const scene = await waiting();
    const success = intentOf(scene);
    const failure = intentOf(scene, { last_payment_error: { code: 'card_declined' } });
    const told = await Promise.all([
      tell('payment_intent.succeeded', success, { id: 'evt_twice' }),
      tell('payment_intent.succeeded', success, { id: 'evt_twice' }),
      tell('payment_intent.succeeded', success),
    ]);
    expect(told).toEqual([200, 200, 200]);
    await tell('payment_intent.payment_failed', failure);
    await tell('payment_intent.canceled', failure);
    expect([await scene.statusOf(), await scene.paymentStatus()]).toEqual(['confirmed', 'succeeded']);
    expect(await balanceOf(`held:${scene.lesson}`)).toBe(6600);
    expect(await faults()).toEqual([]);
  });

  test('a try that was declined leaves the payment open, with why, and the next one confirms', async () => {
    const scene = await waiting();
    await tell(
      'payment_intent.payment_failed',
      intentOf(scene, { last_payment_error: { decline_code: 'insufficient_funds' } }),
    );
    const open = await scene.learner.collection('payments').getOne(scene.payment.id);
    expect(open).toMatchObject({ status: 'requires_action', failureCode: 'insufficient_funds' });
    await tell('payment_intent.succeeded', intentOf(scene));
    expect(await scene.statusOf()).toBe('confirmed');
  });

  test('money whose event never arrived is found by asking, while the time is held', async () => {
    const scene = await waiting();
    // From then on every event that is sent is too old to be believed.
    app.clock.set('2089-01-01T00:00:00Z');
    await stripe.paymentIntents.confirm(scene.intent, { payment_method: 'pm_card_visa' });
    app.clock.set('2026-11-21T10:02:00+08:00');
    expect(await scene.statusOf()).toBe('held');
    await expirePayments(openTill(app.app.engine, createStripeProvider(keys)), app.clock.nowMs());
    expect(await scene.statusOf()).toBe('confirmed');
  });

  test('a payment whose time is over is cancelled at Stripe, and money that came in after all goes back', async () => {
    const [over, late] = [await waiting(), await waiting()];
    app.clock.advance(15);
    await app.app.sweepers.runDue();
    expect(await over.paymentStatus()).toBe('expired');
    expect((await stripe.paymentIntents.retrieve(over.intent)).status).toBe('canceled');
    await tell('payment_intent.succeeded', intentOf(late));
    expect(await late.learner.collection('refunds').getFullList()).toMatchObject([{ amountCents: 6600 }]);
    expect(await faults()).toEqual([]);
  });
});

describe('money back', () => {
  test('[rule 22] a refund ends as Stripe says, told many times at once, too, and one that came back from the bank is owed again', async () => {
    const scene = await confirmed();
    await scene.learner.collection('cancellations').create({ lesson: scene.lesson });
    // What plays Stripe’s part here knows no refunds and answers without an id: that is not taken for an answer.
    const [refund] = await scene.learner.collection('refunds').getFullList();
    await expect.poll(async () => (await scene.learner.collection('refunds').getFullList())[0]?.status).toBe('sent');
    const object = { id: 're_1', object: 'refund', metadata: { refund: refund?.id } };
    const statusOf = async () => (await scene.learner.collection('refunds').getFullList())[0]?.status;
    await tell('refund.created', { ...object, status: 'pending' });
    expect(await statusOf()).toBe('sent');
    // Eight webhooks at once, some of them one event: it is paid once.
    const told = await Promise.all(
      Array.from({ length: 8 }, (_, turn) =>
        tell('refund.updated', { ...object, status: 'succeeded' }, turn % 2 === 0 ? { id: 'evt_refund_twice' } : {}),
      ),
    );
    expect(told).toEqual(told.map(() => 200));
    expect([await statusOf(), await scene.paymentStatus()]).toEqual(['paid', 'refunded']);
    const paid = await app.db.query(`select 1 from ledger_transactions where kind = 'refund_paid' and lesson = $1`, [
      scene.lesson,
    ]);
    expect(paid).toHaveLength(1);
    expect(await balanceOf(`refunds_due:${scene.learner.id}`)).toBe(0);
    await tell('refund.failed', { ...object, status: 'failed', failure_reason: 'expired_or_canceled_card' });
    expect([await statusOf(), await scene.paymentStatus()]).toEqual(['failed', 'succeeded']);
    expect(await balanceOf(`refunds_due:${scene.learner.id}`)).toBe(6600);
    // What was said of it before it came back arrives once more.
    await tell('refund.updated', { ...object, status: 'succeeded' });
    expect([await statusOf(), await scene.paymentStatus()]).toEqual(['failed', 'succeeded']);
    expect(await balanceOf(`refunds_due:${scene.learner.id}`)).toBe(6600);
    expect(await faults()).toEqual([]);
  });
});

describe('a bank takes a payment back', () => {
  const dispute = (scene: { intent: string; lesson: string }, more: object = {}) => ({
    id: `dp_${scene.lesson}`,
    object: 'dispute',
    amount: 6600,
    status: 'needs_response',
    payment_intent: scene.intent,
    balance_transactions: [{ fee: 2000 }],
    ...more,
  });

  test('that only asks has taken nothing, and changes nothing', async () => {
    const scene = await confirmed();
    await tell('charge.dispute.created', dispute(scene, { status: 'warning_needs_response' }));
    await tell('charge.dispute.closed', dispute(scene, { status: 'warning_closed' }));
    expect(await scene.statusOf()).toBe('confirmed');
    expect(await balanceOf(`held:${scene.lesson}`)).toBe(6600);
  });

  test('of a lesson ahead: it is called off, its money covers that, and the fee is ours; told twice it is once', async () => {
    const scene = await confirmed();
    const costs = await balanceOf('provider_costs');
    const admin = await makePerson(app, { role: 'admin' });
    await tell('charge.dispute.created', dispute(scene));
    await tell('charge.dispute.created', dispute(scene));
    expect(await scene.statusOf()).toBe('cancelled_by_learner');
    expect(await balanceOf(`held:${scene.lesson}`)).toBe(0);
    expect((await balanceOf('provider_costs')) - costs).toBe(-2000);
    expect(await scene.learner.collection('refunds').getFullList()).toEqual([]);
    expect((await admin.collection('notifications').getFullList()).map(({ title }) => title)).toEqual([
      'A payment is being taken back',
    ]);
    await tell('charge.dispute.closed', dispute(scene, { status: 'won' }));
    expect(await balanceOf(`learner_credit:${scene.learner.id}`)).toBe(6600);
    expect(await faults()).toEqual([]);
  });

  test('of several lessons that were paid at once: each covers its own share, what came back before covers none', async () => {
    const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
    const wish = { instructor: teacher.id, start: '2026-11-25T01:00:00Z', durationMinutes: 60, weeks: [0, 1, 2] };
    const { id: lessonSeries } = await learner.collection('lessons').create(wish);
    const payment = await learner.collection('payments').create({ lessonSeries, method: 'card' });
    const [row] = await app.db.query('select "providerReference" as reference from payments where id = $1', [
      payment.id,
    ]);
    const intent = String(row?.reference);
    await tell('payment_intent.succeeded', intentOf({ payment, intent }, { amount: 6600 }));
    const states = async () =>
      (await learner.collection('lessons').getFullList({ sort: 'start' })).map(({ status }) => status);
    expect(await states()).toEqual(Array(3).fill('held'));
    await tell('payment_intent.succeeded', intentOf({ payment, intent }, { amount: 19_800 }));
    await learner.collection('cancellations').create({ lesson: lessonSeries, reason: 'Away' });
    const taken = dispute({ intent, lesson: lessonSeries }, { amount: 13_200 });
    await tell('charge.dispute.created', taken);
    await tell('charge.dispute.created', taken);
    expect(await states()).toEqual(Array(3).fill('cancelled_by_learner'));
    const rows = () =>
      app.db.query(
        `select c."amountCents", c."feeCents", c."coveredCents", c.status from chargebacks c join payments p on p.id = c.payment
         where p.learner = $1 order by c.id`,
        [learner.id],
      );
    const share = { amountCents: 6600, coveredCents: 6600, status: 'open' };
    expect(await rows()).toEqual([
      { ...share, feeCents: 2000 },
      { ...share, feeCents: 0 },
    ]);
    await tell('charge.dispute.closed', { ...taken, status: 'won' });
    expect((await rows()).map(({ status }) => status)).toEqual(['won', 'won']);
    expect(await balanceOf(`learner_credit:${learner.id}`)).toBe(13_200);
    expect(await faults()).toEqual([]);
  });

  test('of a lesson that was given: nothing of it is paid out until the bank decided, then its instructor is', async () => {
    const scene = await confirmed();
    app.clock.set('2026-11-26T10:00:00Z');
    await closeLessons(app.app.engine, app.clock.nowMs());
    expect(await scene.statusOf()).toBe('closed');
    await tell('charge.dispute.created', dispute(scene));
    expect(await scene.statusOf()).toBe('disputed');
    await tell('charge.dispute.closed', dispute(scene, { status: 'lost' }));
    await tell('charge.dispute.closed', dispute(scene, { status: 'lost' }));
    expect(await scene.statusOf()).toBe('closed');
    expect(await balanceOf(`instructor_payable:${scene.teacher.id}`)).toBe(5940);
    expect(await faults()).toEqual([]);
    const admin = await makePerson(app, { role: 'admin' });
    const learner = app.guest();
    await learner.collection('users').authWithPassword(`${scene.learner.id}@kerbside.example`, 'learner-password');
    const claim = { lesson: scene.lesson, kind: 'safety', text: 'It was another car.' };
    const { id } = await learner.collection('claims').create(claim);
    await admin.collection('claim_decisions').create({ claim: id, outcome: 'full', reason: 'It was.' });
    expect(await balanceOf(`learner_credit:${scene.learner.id}`)).toBe(0);
    expect(await learner.collection('refunds').getFullList()).toEqual([]);
    expect(await balanceOf(`held:${scene.lesson}`)).toBe(0);
    expect(await faults()).toEqual([]);
  });
});
