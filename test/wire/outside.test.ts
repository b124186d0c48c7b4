import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { compareWithProvider } from '#marketplace/money/outside/compare-outside.ts';
import { listProofs } from '#marketplace/money/outside/outside.store.ts';
import { readProviderMoves } from '#marketplace/money/outside/read-provider-moves.ts';
import { reportOutside } from '#marketplace/money/outside/report-outside.ts';
import { createSandboxProvider } from '#marketplace/money/payments/sandbox-provider.ts';
import { createStripeProvider } from '#marketplace/money/payments/stripe/create-stripe-provider.ts';
import { makePerson, startApp, type TestApp } from '#support/start-app.ts';
import { stripeLessons } from '#support/stripe-lessons.ts';
import { type StripeStandIn, startStripeStandIn } from '#support/stripe-stand-in.ts';

let app: TestApp;
let stripe: StripeStandIn;
let finance: Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  stripe = await startStripeStandIn();
});
// Each test has books of its own: all of a place is compared.
beforeEach(async () => {
  app = await startApp({ stripe: stripe.options });
  stripe.moved.length = 0;
  finance = await makePerson(app, { role: 'finance' });
  return () => app.close();
});
afterAll(() => stripe.close());

const { paid, cancelled } = stripeLessons(
  () => app,
  () => stripe,
);
const provider = () => createStripeProvider(stripe.options);

/** Cents moved on Stripe’s balance, of something or by themselves. */
function move(
  cents: number,
  type: string,
  { source = '', object = '', of = {}, fee = 0, currency = 'sgd' } = {},
): string {
  const id = `txn_${crypto.randomUUID()}`;
  const created = Math.floor(app.clock.nowMs() / 1000);
  const said = object === '' ? null : { id: source, object, ...of };
  const amounts = { amount: cents, fee, net: cents - fee, currency };
  stripe.moved.push({ id, object: 'balance_transaction', type, created, description: '', source: said, ...amounts });
  return id;
}
const charged = (intent: { id: string }, cents = 6600, fee = 0) =>
  move(cents, 'charge', { source: `ch_${intent.id}`, object: 'charge', of: { payment_intent: intent.id }, fee });
const given = (refund: { id: string }, cents = -6600) => move(cents, 'refund', { source: refund.id, object: 'refund' });

const read = () => readProviderMoves(app.db, provider(), app.clock.nowMs());
async function compare() {
  await read();
  const proof = await compareWithProvider(app.db, provider(), app.clock.nowMs());
  if (!proof) throw new Error('There was nothing to compare with.');
  return proof;
}
const differencesOf = async () =>
  (await compare()).differences.map(({ reference, part, side, cents }) => [reference, part, side, cents]);
const kept = async () => Number((await app.db.query('select count(*)::int as n from provider_moves'))[0]?.n);

test('[26.15] a payment, its fee and its refund are the same here and at Stripe, by Stripe’s names', async () => {
  const { intent, given: refund } = await cancelled();
  charged(intent);
  expect(await differencesOf()).toEqual([]);
  Object.assign(refund, { status: 'succeeded' });
  app.clock.advance(2);
  await app.app.sweepers.runDue();
  expect(await differencesOf()).toEqual([[refund.id, 'money', 'there', 6600]]);
  given(refund);
  const { differences, hereCents, thereCents } = await compare();
  expect([differences, hereCents, thereCents]).toEqual([[], 0, 0]);
});

test('[26.15] what moved at Stripe alone, here alone, or in another sum is named with its side, its cents and its age', async () => {
  const { intent } = await paid();
  const sinceMs = Math.floor(app.clock.nowMs() / 1000) * 1000;
  const fee = { intent: intent.id, cents: -250 };
  charged(intent, 6600, 250);
  move(-500, 'adjustment', { source: 'dp_unheard', object: 'dispute', fee: 2000 });
  const other = await paid();
  charged(other.intent, 6000);
  const lost = await paid();
  app.clock.advance(60);
  const { differences, differenceCents } = await compare();
  expect(differences.map(({ reference, part, side, cents }) => [reference, part, side, cents])).toEqual(
    expect.arrayContaining([
      [fee.intent, 'fee', 'here', fee.cents],
      ['dp_unheard', 'money', 'here', -500],
      ['dp_unheard', 'fee', 'here', -2000],
      [other.intent.id, 'money', 'amount', -600],
      [lost.intent.id, 'money', 'there', -6600],
    ]),
  );
  expect([differences.length, differenceCents]).toEqual([5, 250 + 500 + 2000 + 600 + 6600]);
  const unheard = differences.find(({ reference }) => reference === 'dp_unheard');
  expect(Date.parse(unheard?.since ?? '')).toBe(sinceMs);
  expect(differences.find(({ reference }) => reference === other.intent.id)?.transaction).toMatch(/^[0-9a-f]{32}$/);
});

test('[26.15] what goes to the operator’s own bank is in neither side, and a sum in another currency is listed beside those in S$', async () => {
  const { intent } = await paid();
  charged(intent);
  move(-6000, 'payout', { source: 'po_1', object: 'payout' });
  const foreign = move(-900, 'tax_fee', { currency: 'usd' });
  const { differences, differenceCents, thereCents } = await compare();
  expect(differences).toMatchObject([{ reference: foreign, currency: 'usd', side: 'here', cents: -900 }]);
  expect([differenceCents, thereCents]).toEqual([0, 6600]);
});

test('[26.15] what was read is kept where Stripe breaks off, and is read once', async () => {
  const { intent } = await paid();
  charged(intent);
  for (const reference of ['one', 'two', 'three', 'four'])
    move(-1, 'adjustment', { source: reference, object: 'dispute' });
  await stripe.spoil('GET /v1/balance_transactions', 'broken', 1);
  await expect(read()).rejects.toThrow();
  expect(await stripe.mend()).toBe(true);
  expect(await kept()).toBe(2);
  await Promise.all([read(), read()]);
  expect(await kept()).toBe(5);
  // Only what may have come since is asked for.
  app.clock.advance(3 * 24 * 60);
  await read();
  const before = stripe.asked.length;
  await read();
  expect(stripe.asked.slice(before).map(({ call }) => call)).toEqual(['GET /v1/balance_transactions']);
});

test('[26.15] each day it is compared and kept; finance is told once of what differs for longer than three days', async () => {
  const { intent } = await paid();
  charged(intent);
  move(-500, 'adjustment', { source: 'dp_old', object: 'dispute' });
  const told = () => finance.collection('notifications').getFullList({ filter: `message ~ 'sum'` });
  await app.app.sweepers.runDue();
  expect(await listProofs(app.db)).toMatchObject([{ place: 'stripe', differing: 1, differenceCents: 500 }]);
  expect(await told()).toEqual([]);
  app.clock.advance(3 * 24 * 60 + 1);
  await app.app.sweepers.runDue();
  await app.app.sweepers.runDue();
  expect((await told()).map(({ message }) => message)).toEqual([expect.stringContaining('S$5.00')]);
  // A day later nothing differs.
  stripe.moved.pop();
  await app.db.query(`delete from provider_moves where reference = 'dp_old'`);
  app.clock.advance(24 * 60);
  await app.app.sweepers.runDue();
  expect(await listProofs(app.db)).toMatchObject([{ differing: 0, oldestMs: null }]);
});

test('[26.15] the command line says what is missing on which side and how old it is, and is right until something is older than three days', async () => {
  const report = () => reportOutside(app.db, provider(), app.clock.nowMs());
  expect(await report()).toEqual({
    lines: ['There is no outside to compare the books with: no payment was taken by Stripe.'],
    isRight: true,
  });
  const { intent } = await paid();
  expect((await report()).lines).toEqual(
    expect.arrayContaining([expect.stringMatching(/^missing outside: S\$66.00, pi_/)]),
  );
  charged(intent);
  expect(await report()).toMatchObject({
    isRight: true,
    lines: [expect.anything(), 'The books and the outside agree.'],
  });
  const sinceMs = app.clock.nowMs();
  move(-500, 'adjustment', { source: 'dp_1', object: 'dispute' });
  app.clock.advance(3 * 24 * 60 + 1);
  const since = new Date(Math.floor(sinceMs / 1000) * 1000).toISOString();
  expect(await report()).toMatchObject({
    isRight: false,
    lines: expect.arrayContaining([`missing in the books: −S$5.00, dp_1 (adjustment), since ${since}, 3 days`]),
  });
  await stripe.spoil('GET /v1/balance_transactions', 'broken');
  expect((await report()).lines[0]).toContain('could not be read');
  await stripe.mend();
});

test('[26.15] a sandbox has nothing outside to be compared with, which is said', async () => {
  expect(await reportOutside(app.db, createSandboxProvider(), app.clock.nowMs())).toEqual({
    lines: ['There is no outside to compare the books with: the sandbox takes payments, and moves no money.'],
    isRight: true,
  });
});

test('[26.15] the fee of a refund that failed is booked as the balance has it, once, though nobody asks for it', async () => {
  const { intent, given: refund } = await cancelled();
  charged(intent);
  given(refund);
  move(6600, 'refund_failure', { source: refund.id, object: 'refund' });
  Object.assign(refund, { status: 'failed', failure_reason: 'lost_or_stolen_card' });
  Object.assign(stripe.moved[1] ?? {}, { fee: 40, net: -6640 });
  app.clock.advance(2);
  for (const _ of [1, 2]) await app.app.sweepers.runDue();
  expect(await differencesOf()).toEqual([]);
  const [fee] = await app.db.query(
    `select count(*)::int as times, sum(e."amountCents")::int as cents from ledger_entries e join ledger_transactions t on t.id = e.transaction
     where t.cause like 'provider-fee-read:%' and e.account = 'provider_costs'`,
  );
  expect(fee).toEqual({ times: 1, cents: 40 });
});

test('[26.15] finance sees what differs, counts what is old among what waits, and the figures have its cents and its age', async () => {
  const { intent } = await paid();
  charged(intent);
  move(-500, 'adjustment', { source: 'dp_seen', object: 'dispute' });
  app.clock.advance(60);
  await app.app.sweepers.runDue();
  const shown = async () => (await finance.send('/api/marketplace/outside', {})).proofs;
  expect(await shown()).toMatchObject([
    { place: 'stripe', differing: 1, differences: [{ reference: 'dp_seen', side: 'here', cents: -500 }] },
  ]);
  const figures = async () => {
    const text = await (await fetch(`${app.url}/metrics`)).text();
    const figureOf = (name: string) =>
      Number(new RegExp(`^kerbside_outside_${name}\\{place="stripe"\\} (\\S+)$`, 'm').exec(text)?.[1]);
    return [figureOf('difference_cents'), figureOf('oldest_difference_seconds')];
  };
  expect(await figures()).toEqual([500, 3600]);
  const waiting = async () => {
    const { waiting: desks } = await finance.send('/api/marketplace/dashboard', { query: { view: 'staff' } });
    return desks.find(({ desk }: { desk: string }) => desk === 'bank')?.count;
  };
  expect(await waiting()).toBe(0);
  app.clock.advance(3 * 24 * 60);
  expect(await waiting()).toBe(1);
});

test('[26.15] a payout that Stripe refused and a person sent left the bank, and Stripe is not asked to have it', async () => {
  const { teacher } = await paid();
  const admin = await makePerson(app, { role: 'admin' });
  await app.db.query(
    `with owed as (select post_ledger_transaction('owed', 'settlement', null, null, now(), jsonb_build_array(
       jsonb_build_object('account', 'goodwill', 'cents', 5000), jsonb_build_object('account', 'instructor_payable:' || $1::text, 'cents', -5000))))
     insert into payouts (id, instructor, "amountCents", status, date, provider, "failureCode", "dueAt", created, updated)
     select 'refusedbystripe', $1, 5000, 'failed', '2026-11-18', 'stripe', 'account_closed', now(), '2026-11-18Z', now() from owed`,
    [teacher.id],
  );
  await app.db.query(`update payables set payout = 'refusedbystripe' where instructor = $1`, [teacher.id]);
  const body = { reference: 'FT26150009', wasSent: true };
  await admin.send('/api/marketplace/payouts/refusedbystripe/sent', { method: 'POST', body });
  const moves = await app.db.query(`select place, reference, cents::int from outside_moves where cents < 0`);
  expect(moves).toEqual([{ place: 'manual', reference: 'payouts:refusedbystripe', cents: -5000 }]);
});
