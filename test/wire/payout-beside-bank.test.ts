import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeChargeback, openChargeback } from '#marketplace/money/chargebacks/take-chargeback.ts';
import { createSandboxProvider } from '#marketplace/money/payments/sandbox-provider.ts';
import { openTill } from '#marketplace/open-till.ts';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { claimsOn, type Scene } from '#support/claims.ts';
import { makePerson, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const { given, claim, decide, statusOf } = claimsOn(() => app);

/** A lesson of S$66.00 about which a claim is open when the bank takes its payment back. */
async function disputedTwice() {
  const scene = await given();
  const { id } = await claim(scene, 'quality');
  const [row] = await app.db.query<{ id: string }>(
    `update payments set "providerReference" = 'sandbox_' || id where lesson = $1 returning id`,
    [scene.lesson],
  );
  const dispute = {
    id: `dp_${row?.id}`,
    paymentReference: `sandbox_${row?.id}`,
    amountCents: 6600,
    feeCents: 2000,
  };
  const till = openTill(app.app.engine, createSandboxProvider());
  await openChargeback(till, dispute);
  const bank = (isWon: boolean) => closeChargeback(till, dispute, isWon);
  return { scene, claim: id, bank };
}

/** What an instructor was paid by a Wednesday. */
async function paidOn({ teacher }: Scene, day: string) {
  app.clock.set(`${day}T12:00:00+08:00`);
  await app.app.sweepers.runDue();
  const rows = await app.db.query<{ cents: number }>(
    'select coalesce(sum("amountCents"), 0)::integer as cents from payouts where instructor = $1',
    [teacher.id],
  );
  return rows[0]?.cents;
}

const told = (user: string) =>
  app.db.query<{ title: string; message: string }>(
    `select title, message from notifications where "user" = $1 and title like '%bank%' order by created, id`,
    [user],
  );
const pageOf = async (lesson: string) => {
  const admin = await makePerson(app, { role: 'admin' });
  return (await admin.send<{ items: object[] }>(`/api/marketplace/lessons/${lesson}/chargebacks`, {})).items;
};

test.each([
  ['the bank last', true],
  ['the claim last', false],
])(
  '[rule 21] a lesson that a claim and the bank are about is paid out once both have ended, %s',
  async (_, isBankLast) => {
    const { scene, claim: id, bank } = await disputedTwice();
    const endClaim = () => decide(scene, id, 'none');
    if (isBankLast) await endClaim();
    else await bank(false);
    expect(await statusOf(scene)).toBe(isBankLast ? 'closed' : 'disputed');
    expect(await paidOn(scene, '2026-11-25')).toBe(0);
    app.clock.set('2026-11-26T10:00:00+08:00');
    if (isBankLast) await bank(false);
    else {
      const admin = await makePerson(app, { role: 'admin' });
      await decide({ ...scene, admin }, id, 'none');
    }
    expect(await statusOf(scene)).toBe('closed');
    expect(await paidOn(scene, '2026-12-02')).toBe(5940);
    expect((await proveLedger(app.db)).faults).toEqual([]);
  },
);

test('[rule 21] its instructor hears that the money waits for the bank, its learner that what is decided here goes on', async () => {
  const { scene, claim: id, bank } = await disputedTwice();
  const [toLearner] = await told(scene.learner.id);
  expect(toLearner?.message).toContain('We don’t refund what your bank has already given you for this lesson');
  expect(toLearner?.message).not.toContain('you can’t make a claim');
  expect((await told(scene.teacher.client.id)).map(({ title }) => title)).toEqual([
    'A lesson’s money is waiting for the bank',
  ]);
  expect(await pageOf(scene.lesson)).toMatchObject([{ status: 'open', hasWaited: true, isBesideCase: true }]);
  await decide(scene, id, 'none');
  app.clock.advance(30);
  await bank(true);
  const titles = (await told(scene.teacher.client.id)).map(({ title }) => title);
  expect(titles).toEqual([
    'A lesson’s money is waiting for the bank',
    'A lesson’s money is no longer waiting for the bank',
  ]);
  expect((await told(scene.learner.id)).at(-1)?.message).not.toContain('no longer waits');
});

test.each([
  ['the first', [1, 2]],
  ['the second', [2, 1]],
])(
  '[rule 21] a lesson of which two payments are taken back waits for both, %s decided first, and says so',
  async (_, order) => {
    const scene = await given();
    const [row] = await app.db.query<{ id: string }>(
      `update payments set "providerReference" = 'sandbox_' || id where lesson = $1 returning id`,
      [scene.lesson],
    );
    const till = openTill(app.app.engine, createSandboxProvider());
    const dispute = (of: number) => ({
      ...{ id: `dp${of}_${row?.id}`, paymentReference: `sandbox_${row?.id}`, amountCents: 3300, feeCents: 0 },
    });
    await openChargeback(till, dispute(1));
    app.clock.advance(1);
    await openChargeback(till, dispute(2));
    const opened = await told(scene.learner.id);
    expect(opened).toHaveLength(2);
    for (const { message } of opened) expect(message).not.toContain('what we decide');
    app.clock.advance(1);
    await closeChargeback(till, dispute(order[0] ?? 0), true);
    expect(await statusOf(scene)).toBe('disputed');
    expect((await told(scene.learner.id)).at(-1)?.message).not.toContain('no longer waits');
    const titles = async () => (await told(scene.teacher.client.id)).map(({ title }) => title);
    expect(await titles()).not.toContain('A lesson’s money is no longer waiting for the bank');
    expect(await paidOn(scene, '2026-12-02')).toBe(0);
    app.clock.set('2026-12-03T10:00:00+08:00');
    await closeChargeback(till, dispute(order[1] ?? 0), true);
    expect((await titles()).at(-1)).toBe('A lesson’s money is no longer waiting for the bank');
    expect(await statusOf(scene)).not.toBe('disputed');
    expect(await paidOn(scene, '2026-12-09')).toBe(5940);
    expect((await proveLedger(app.db)).faults).toEqual([]);
  },
);
