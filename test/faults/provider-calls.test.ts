import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '#engine/log.ts';
import { expirePayments } from '#marketplace/money/payments/expire-payments.ts';
import { createStripeProvider } from '#marketplace/money/payments/stripe/create-stripe-provider.ts';
import { payOut } from '#marketplace/money/payouts/send-payout.ts';
import { sendDueRefunds } from '#marketplace/money/refunds/send-refund.ts';
import { catchUpWithProvider } from '#marketplace/money/stripe/catch-up-with-provider.ts';
import { openTill } from '#marketplace/open-till.ts';
import { ledgerFaults, makeInstructor, makePerson, startApp, type Teacher, type TestApp } from '#support/start-app.ts';
import { type StripeStandIn, startStripeStandIn, type Trouble, troubles } from '#support/stripe-stand-in.ts';

let app: TestApp;
let stripe: StripeStandIn;
let teacher: Teacher;
let learner: Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  stripe = await startStripeStandIn();
  // What is provoked here is an error to whoever reads the log.
  app = await startApp({ stripe: stripe.options, log: createLogger('silent') });
  [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const till = () => openTill(app.app.engine, createStripeProvider(stripe.options));
const sweepPayments = () => expirePayments(till(), app.clock.nowMs());
const sweepRefunds = () => sendDueRefunds(app.app.engine, till().provider, app.clock.nowMs());
const sweepPayouts = () => payOut(app.app.engine, till().provider, app.clock.nowMs());
const catchUp = () => catchUpWithProvider(till(), app.clock.nowMs());

/** What was made at the provider for one of our rows. */
const madeFor = (kind: string, name: string, id: string) =>
  stripe.made(kind).filter(({ metadata }) => (metadata as Record<string, string>)[name] === id);

/** The idempotency keys, each once, of the calls that named one of our rows. */
const keysFor = (id: string) => new Set(stripe.asked.filter(({ key }) => key.endsWith(`:${id}`)).map(({ key }) => key));

/** Does the work while one call goes wrong, which it must; the server answers all the same. */
async function during<T>(call: string, trouble: Trouble, work: () => Promise<T>, after = 0): Promise<T> {
  await stripe.spoil(call, trouble, after);
  const result = await work();
  await expect.poll(() => stripe.wasSpoilt()).toBe(true);
  expect((await fetch(`${app.url}/api/health/ready`)).status).toBe(200);
  await stripe.mend();
  return result;
}

let hours = 0;

/** A lesson of an hour whose time is held. */
async function held() {
  app.clock.set('2026-11-21T10:00:00+08:00');
  const [day, hour] = [25 + Math.floor(hours / 10), hours++ % 10];
  const start = `2026-11-${day}T0${hour}:00:00Z`;
  const lesson = await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });
  const statusOf = async (name: 'lessons' | 'payments', id: string) =>
    (await learner.collection(name).getOne(id)).status;
  const pay = () => learner.collection('payments').create({ lesson: lesson.id, method: 'card' });
  return { lesson: lesson.id, statusOf, pay };
}

describe.each(troubles)('the payment provider’s answer is %s', (trouble) => {
  test('[11.3] to a charge, to what it told and to a refund, and when asked for them: one charge and one refund by the same key, both in the books', async () => {
    const { lesson, statusOf, pay } = await held();
    const { id, status } = await during('POST /v1/payment_intents', trouble, pay);
    expect([status, await statusOf('lessons', lesson)]).toEqual(['processing', 'held']);
    app.clock.advance(2);
    await sweepPayments();
    expect(await statusOf('payments', id)).toBe('requires_action');
    const [intent = { id: '' }, ...others] = madeFor('payment_intents', 'payment', id);
    expect(others).toEqual([]);
    expect(keysFor(id)).toEqual(new Set([`payment:${id}`]));

    app.clock.advance(2);
    await during('GET /v1/payment_intents/', trouble, sweepPayments);
    expect(await statusOf('payments', id)).toBe('requires_action');

    Object.assign(intent, { status: 'succeeded' });
    for (const type of ['payment_intent.created', 'payment_intent.succeeded'])
      stripe.events.push({ id: `evt_${type}_${id}`, type, created: 1, data: { object: intent } });
    // The second page of them, where there is somebody who answers the first.
    const refusesToo = () => expect(catchUp()).rejects.toThrow();
    await during('GET /v1/events', trouble, refusesToo, trouble === 'refused' ? 0 : 1);
    expect(await statusOf('lessons', lesson)).toBe('held');
    await catchUp();
    expect([await statusOf('payments', id), await statusOf('lessons', lesson)]).toEqual(['succeeded', 'confirmed']);

    const refund = async () => (await learner.collection('refunds').getFullList({ filter: `payment = '${id}'` }))[0];
    await during('POST /v1/refunds', trouble, async () => {
      await learner.collection('cancellations').create({ lesson });
      await expect.poll(async () => (await refund())?.status).toBe('sent');
    });
    const owed = (await refund())?.id ?? '';
    app.clock.advance(10);
    await sweepRefunds();
    const [given = { id: '' }, ...more] = madeFor('refunds', 'refund', owed);
    expect(more).toEqual([]);
    expect(keysFor(owed)).toEqual(new Set([`refund:${owed}`]));
    Object.assign(given, { status: 'succeeded' });
    app.clock.advance(60);
    await during('GET /v1/refunds/', trouble, sweepRefunds);
    expect((await refund())?.status).toBe('sent');
    app.clock.advance(600);
    await sweepRefunds();
    expect([(await refund())?.status, await statusOf('payments', id)]).toEqual(['paid', 'refunded']);
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test('[11.3] when a payment’s time is over: it stays open until the provider has given it up', async () => {
    const { statusOf, pay } = await held();
    const { id, status } = await pay();
    expect(status).toBe('requires_action');
    app.clock.advance(15);
    await during(trouble === 'refused' ? 'POST' : 'POST /v1/payment_intents/pi_', trouble, sweepPayments);
    expect(await statusOf('payments', id)).toBe('requires_action');
    await sweepPayments();
    expect(await statusOf('payments', id)).toBe('expired');
    expect(madeFor('payment_intents', 'payment', id)).toMatchObject([{ status: 'canceled' }]);
  });

  test('[11.3] when an instructor is set up and paid out: 503 or sent, then one account and one transfer', async () => {
    const weeks = troubles.indexOf(trouble) * 7 * 86_400_000;
    const at = (instant: string) => new Date(Date.parse(instant) + weeks).toISOString();
    app.clock.set(at('2026-12-01T10:00:00+08:00'));
    // The clock went by weeks, and tokens end.
    await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
    const { id: instructor, client } = await makeInstructor(app);
    const headers = { authorization: client.authStore.token };
    const ask = (path: string, method: string) => fetch(`${app.url}/api/marketplace/payee${path}`, { method, headers });
    for (const [call, path, method] of [
      ['POST /v1/accounts', '/onboarding', 'POST'],
      ['POST /v1/account_links', '/onboarding', 'POST'],
      ['GET /v1/accounts/', '', 'GET'],
    ] as const) {
      const answer = await during(call, trouble, () => ask(path, method));
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30']);
      expect((await answer.json()).data.provider.code).toBe('provider_unreachable');
      expect((await ask(path, method)).status).toBe(200);
    }
    expect(madeFor('accounts', 'instructor', instructor)).toHaveLength(1);

    const given = { instructor, learner: learner.id, start: at('2026-12-02T02:00:00Z') };
    const more = { durationMinutes: 60, status: 'completed', priceCents: 6600 };
    const lesson = await app.root.collection('lessons').create({ ...given, ...more });
    await app.root.collection('payments').create({ lesson: lesson.id, method: 'card' });
    app.clock.set(at('2026-12-09T12:00:00+08:00'));
    await during('POST /v1/transfers', trouble, sweepPayouts);
    const payout = () =>
      app.db.query<{ id: string; status: string }>('select id, status from payouts where instructor = $1', [
        instructor,
      ]);
    const [{ id = '', status = '' } = {}, ...others] = await payout();
    expect([status, others]).toEqual(['sent', []]);
    app.clock.advance(10);
    await sweepPayouts();
    expect(await payout()).toEqual([{ id, status: 'paid' }]);
    expect(madeFor('transfers', 'payout', id)).toHaveLength(1);
    expect(keysFor(id)).toEqual(new Set([`payout:${id}`]));
    expect(await ledgerFaults(app.db)).toEqual([]);
  });
});
