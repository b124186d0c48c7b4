import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openChargeback } from '#marketplace/money/chargebacks/take-chargeback.ts';
import { createSandboxProvider } from '#marketplace/money/payments/sandbox-provider.ts';
import { openTill } from '#marketplace/open-till.ts';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { balancesOf, card, makeSeller, type Person } from '#support/packages.ts';
import { makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
afterAll(() => app.close());

type Entry = { kind: string; account: string; amountCents: number };

/** A lesson of S$66.00 by card, of which the bank takes so much: one that was given, or one that is ahead and called off for it. */
async function takenBack(of: 'given' | 'ahead', amountCents: number) {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const wanted = { instructor: teacher.id, start: '2026-11-22T02:00:00Z', durationMinutes: 60 };
  const { id: lesson } = await learner.collection('lessons').create(wanted);
  const { id } = await learner.collection('payments').create({ lesson, ...card });
  if (of === 'given') {
    app.clock.set('2026-11-23T04:00:00Z');
    await app.app.sweepers.runDue();
  }
  const [costs = 0] = await balancesOf(app, 'provider_costs');
  const till = openTill(app.app.engine, createSandboxProvider());
  await openChargeback(till, { id: `dp_${id}`, paymentReference: `sandbox_${id}`, amountCents, feeCents: 2000 });
  const [now = 0] = await balancesOf(app, 'provider_costs');
  const seenBy = async (who: Person) => {
    const { items } = await who.send<{ items: Entry[] }>('/api/marketplace/entries', {
      query: { of: 'lesson', id: lesson },
    });
    return items.map(({ kind, account, amountCents: cents }) => `${kind} ${account} ${cents}`);
  };
  return { teacher: teacher.client, learner, seenBy, costs: costs - now };
}

test('what a bank takes back opens for its learner to that sum, and what the dispute costs is the platform’s', async () => {
  const { teacher, learner, seenBy, costs } = await takenBack('given', 6600);
  const seen = await seenBy(learner);
  expect(seen).toContain('chargeback provider_clearing -6600');
  expect(seen.filter((entry) => entry.includes('2000') || entry.includes('8600'))).toEqual([]);
  expect((await seenBy(teacher)).filter((entry) => entry.includes('chargeback'))).toEqual([]);
  expect(costs).toBe(8600);
  expect((await proveLedger(app.db)).faults).toEqual([]);
});

test('an instructor reads that what was held for a lesson went back, and not that a bank took it', async () => {
  const { teacher, learner, seenBy } = await takenBack('ahead', 6600);
  expect(await seenBy(teacher)).toEqual(['refund held 6600', 'payment held -6600']);
  expect(await seenBy(learner)).toContain('chargeback held 6600');
});

test('so of a package: its instructor reads that what was held went back', async () => {
  const [teacher, learner] = await Promise.all([makeSeller(app), makePerson(app)]);
  const { id } = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 300 });
  const { id: payment } = await learner.collection('payments').create({ packagePurchase: id, ...card });
  const till = openTill(app.app.engine, createSandboxProvider());
  const dispute = { paymentReference: `sandbox_${payment}`, amountCents: 32_010, feeCents: 2000 };
  await openChargeback(till, { id: `dp_${payment}`, ...dispute });
  const kinds = async (who: Person) => {
    const { items } = await who.send<{ items: Entry[] }>('/api/marketplace/entries', { query: { of: 'package', id } });
    return items.map(({ kind, amountCents }) => `${kind} ${amountCents}`);
  };
  expect(await kinds(teacher.client)).toEqual(['refund 32010', 'payment -32010']);
  expect(await kinds(learner)).toEqual(['chargeback 32010', 'payment -32010']);
});

test('of a chargeback that was booked together with its fee the learner does not read what it cost', async () => {
  const { learner, seenBy } = await takenBack('given', 6600);
  const [row] = await app.db.query<{ lesson: string; payment: string }>(
    `select t.lesson, t.payment from ledger_transactions t join payments p on p.id = t.payment
     where t.kind = 'chargeback' and p.learner = $1`,
    [learner.id],
  );
  // As until 24 November 2026.
  await app.db.query(
    `insert into chargebacks (id, payment, "amountCents", "feeCents", status, created, updated) values ($1, $2, 100, 2000, 'lost', now(), now())`,
    [`dp_before_${row?.payment}`, row?.payment],
  );
  await app.db.query(`select post_ledger_transaction($1, 'chargeback', $2, $3, now(), $4::jsonb)`, [
    `chargeback:dp_before_${row?.payment}`,
    row?.lesson,
    row?.payment,
    JSON.stringify([
      { account: 'provider_costs', cents: 2100 },
      { account: 'provider_clearing', cents: -2100 },
    ]),
  ]);
  expect((await seenBy(learner)).filter((entry) => entry.includes('2100'))).toEqual([]);
});
