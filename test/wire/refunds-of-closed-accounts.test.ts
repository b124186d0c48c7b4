import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { takeRefundOutcome } from '#marketplace/money/refunds/take-refund-outcome.ts';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { makePerson, startApp, type TestApp } from '#support/start-app.ts';
import { stripeLessons } from '#support/stripe-lessons.ts';
import { type StripeStandIn, startStripeStandIn } from '#support/stripe-stand-in.ts';

const dayMinutes = 24 * 60;
let app: TestApp;
let stripe: StripeStandIn;

beforeAll(async () => {
  stripe = await startStripeStandIn();
  app = await startApp({ stripe: stripe.options });
});
// The clock moves by weeks, and tokens end.
beforeEach(async () => {
  app.clock.set('2026-11-21T10:00:00+08:00');
  await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const { cancelled } = stripeLessons(
  () => app,
  () => stripe,
);

/** A refund that Stripe is asked for, of somebody with a name and a number. */
async function onItsWay() {
  const scene = await cancelled();
  await app.db.query(`update users set name = 'Mei Ling', phone = '+6591234567' where id = $1`, [scene.learner.id]);
  const close = async () => {
    const { plan } = await scene.learner.send('/api/marketplace/close-account', {});
    const body = {
      confirmation: `${scene.learner.id}@kerbside.example`,
      password: 'learner-password',
      agreed: plan,
    };
    expect(await scene.learner.send('/api/marketplace/close-account', { method: 'POST', body })).toEqual({
      outcome: 'erased',
    });
  };
  const says = (outcome: Parameters<typeof takeRefundOutcome>[2]) =>
    takeRefundOutcome(app.app.engine, scene.refund, outcome);
  const arrives = () => says({ status: 'paid', reference: scene.given.id });
  const comesBack = () => says({ status: 'failed', failureCode: 'expired_or_canceled_card' });
  const kept = async () =>
    (await app.db.query<{ _payee: object | null }>('select _payee from refunds where id = $1', [scene.refund]))[0]
      ?._payee;
  return { ...scene, close, arrives, comesBack, kept };
}

const payee = (learner: string) => ({
  name: 'Mei Ling',
  phone: '+6591234567',
  email: `${learner}@kerbside.example`,
});

async function goodbyeTo(learner: string) {
  const sql = `select message::text from _mails where "to" = $1 and subject like '%is deleted'`;
  return (await app.db.query<{ message: string }>(sql, [`${learner}@kerbside.example`]))[0]?.message;
}

test.each([
  ['while it is on its way', true],
  ['after it arrived', false],
])(
  '[rule 22] [rule 32] [26.36] a refund of somebody who left %s and that comes back can be sent to whom they were',
  async (_, isEarly) => {
    const { learner, refund, close, arrives, comesBack, kept } = await onItsWay();
    if (isEarly) await close();
    await arrives();
    app.clock.advance(10 * dayMinutes);
    if (!isEarly) {
      const again = app.guest();
      await again.collection('users').authWithPassword(`${learner.id}@kerbside.example`, 'learner-password');
      learner.authStore.save(again.authStore.token, again.authStore.record);
      await close();
    }
    const said = await goodbyeTo(learner.id);
    expect(said?.includes('still on its way back')).toBe(isEarly);
    expect(said?.includes('We sent you money back in the last 30 days')).toBe(!isEarly);
    expect(await kept()).toEqual(payee(learner.id));
    app.clock.advance(15 * dayMinutes);
    await comesBack();
    await app.app.sweepers.runDue();
    const finance = await makePerson(app, { role: 'finance' });
    const { items } = await finance.send('/api/marketplace/bank/to-send', {});
    expect(items.find(({ id }: { id: string }) => id === refund)).toMatchObject({
      ...{ amountCents: 6600, name: 'Mei Ling', phone: '+6591234567' },
    });
    // It waits for somebody as long as it takes, and is forgotten once what was sent can't come back.
    app.clock.advance(40 * dayMinutes);
    await app.app.sweepers.runDue();
    expect(await kept()).toEqual(payee(learner.id));
    const teller = await makePerson(app, { role: 'finance' });
    const note = { method: 'POST', body: { reference: `FT1 ${refund}` } };
    expect(await teller.send(`/api/marketplace/refunds/${refund}/sent`, note)).toMatchObject({ status: 'paid' });
    expect(await kept()).toEqual(payee(learner.id));
    app.clock.advance(31 * dayMinutes);
    await app.app.sweepers.runDue();
    expect(await kept()).toBeNull();
    expect((await proveLedger(app.db)).faults).toEqual([]);
  },
);

test('[rule 32] whom it went to is forgotten when their bank can’t send it back any more, and the goodbye says so', async () => {
  const { learner, close, arrives, kept } = await onItsWay();
  await close();
  await arrives();
  const said = await goodbyeTo(learner.id);
  expect(said).toContain('for 30 days after it was sent');
  expect(said).not.toContain('We sent you money back');
  const after = async (days: number) => {
    app.clock.set(new Date(Date.parse('2026-11-21T02:10:00Z') + days * dayMinutes * 60_000).toISOString());
    await app.app.sweepers.runDue();
    return kept();
  };
  expect(await after(29)).toEqual(payee(learner.id));
  expect(await after(32)).toBeNull();
});

test('[rule 32] of a refund that arrived longer ago nothing is kept', async () => {
  const { learner, close, arrives, kept } = await onItsWay();
  await arrives();
  app.clock.advance(31 * dayMinutes);
  await learner.collection('users').authWithPassword(`${learner.id}@kerbside.example`, 'learner-password');
  await close();
  expect(await kept()).toBeNull();
});
