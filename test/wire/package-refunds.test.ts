import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proveLedger } from '#marketplace/ledger/prove-ledger.ts';
import { balancesOf, bookWithPackage, buyPackage, makeSeller, type Person, packagesOf } from '#support/packages.ts';
import { ledgerFaults, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => {
  expect(await ledgerFaults(app.db)).toEqual([]);
  expect((await proveLedger(app.db)).faults).toEqual([]);
  await app.close();
});

const seller = () => makeSeller(app);
const buy = (learner: Person, teacher: Teacher, method = 'card') => buyPackage(app, learner, teacher, { method });
const balances = (...accounts: string[]) => balancesOf(app, ...accounts);
const paymentOf = async (learner: Person, id: string) =>
  (await learner.collection('payments').getFullList({ filter: `packagePurchase = '${id}'` }))[0];

/** Makes a payment of a package as old as PayNow's way back is long (60 days), to the minute before or after. */
async function age(packagePurchase: string, minutes: number) {
  await app.db.query(`update payments set "succeededAt" = $2 where "packagePurchase" = $1`, [
    packagePurchase,
    new Date(app.clock.nowMs() - (60 * 24 * 60 + minutes) * 60_000),
  ]);
}

describe('giving a package back', () => {
  test('[rule 18] S$627.00 less 4 used hours at S$66.00 are S$363.00; of the S$13.20 that stay the fee is S$1.32', async () => {
    const [teacher, learner] = await Promise.all([seller(), makePerson(app)]);
    const { id } = await buy(learner, teacher);
    for (const day of ['14', '15', '16', '17']) {
      await bookWithPackage(learner, teacher, `2026-12-${day}T02:00:00Z`, 60);
    }
    expect((await packagesOf(learner))[0]).toMatchObject({ minutesLeft: 360, refundCents: 36_300 });
    const before = await balances('platform_fees');
    const body = { id: 'refundpackage01', packagePurchase: id };
    const refunds = await Promise.all([1, 2].map(() => learner.collection('package_refunds').create(body)));
    expect(refunds.map(({ refundCents }) => refundCents)).toEqual([36_300, 36_300]);
    expect(await balances(`held_package:${id}`, `instructor_payable:${teacher.id}`)).toEqual([0, 1188]);
    expect((await balances('platform_fees'))[0]! - before[0]!).toBe(132);
    const again = await refusalOf(learner.collection('package_refunds').create({ packagePurchase: id }));
    expect(again.data).toMatchObject({ packagePurchase: { code: 'not_refundable' } });
    const [payment] = await learner.collection('payments').getFullList({ filter: `packagePurchase = '${id}'` });
    expect(payment).toMatchObject({ status: 'part_refunded', refundedCents: 36_300 });
  });

  test('[rule 18] all of it comes back where none was used', async () => {
    const [teacher, learner] = await Promise.all([seller(), makePerson(app)]);
    const { id } = await buy(learner, teacher);
    expect((await learner.collection('package_refunds').create({ packagePurchase: id })).refundCents).toBe(62_700);
    expect((await learner.collection('package_purchases').getOne(id)).status).toBe('refunded');
  });

  test('[rule 22] PayNow takes it back for 60 days, to the minute; after that it is credit, and the learner is told so before', async () => {
    const teacher = await seller();
    const [early, late] = await Promise.all([makePerson(app), makePerson(app)]);
    const [kept, old] = [await buy(early, teacher, 'paynow'), await buy(late, teacher, 'paynow')];
    await age(kept.id, -1);
    await age(old.id, 1);
    expect((await packagesOf(early))[0]).toMatchObject({ refundCents: 62_700, refundTo: 'source' });
    expect((await packagesOf(late))[0]).toMatchObject({ refundCents: 62_700, refundTo: 'credit' });
    for (const [learner, id] of [
      [early, kept.id],
      [late, old.id],
    ] as const)
      await learner.collection('package_refunds').create({ packagePurchase: id });
    await app.app.sweepers.runDue();
    expect(await balances(`learner_credit:${early.id}`, `learner_credit:${late.id}`)).toEqual([0, 62_700]);
    for (const [learner, id] of [
      [early, kept.id],
      [late, old.id],
    ] as const)
      expect(await paymentOf(learner, id)).toMatchObject({ status: 'refunded', refundedCents: 62_700 });
    const told = await late.collection('notifications').getFullList({ filter: `title = 'Package ended'` });
    expect(told.map(({ message }) => message)).toEqual([
      `You returned your package with Instructor ${teacher.client.id}. S$627.00 is credit now: it can no longer be sent to where it was paid from.`,
    ]);
  });

  test('[rule 22] PayNow takes back a part once: what a lesson gives back after that is credit', async () => {
    const [teacher, learner] = await Promise.all([seller(), makePerson(app)]);
    const { id } = await buy(learner, teacher, 'paynow');
    const { lesson } = await bookWithPackage(learner, teacher, '2026-12-12T02:00:00Z', 60);
    await learner.collection('package_refunds').create({ packagePurchase: id });
    await learner.collection('cancellations').create({ lesson: lesson.id });
    await app.app.sweepers.runDue();
    expect(await paymentOf(learner, id)).toMatchObject({ status: 'refunded', refundedCents: 62_700 });
    expect(await balances(`learner_credit:${learner.id}`, `held_package:${id}`)).toEqual([62_700 - 56_100, 0]);
  });

  test('[rule 22] who closes the account is not given credit, which would be gone: the money is owed', async () => {
    const [teacher, learner] = await Promise.all([seller(), makePerson(app)]);
    const { id } = await buy(learner, teacher, 'paynow');
    await age(id, 1);
    const plan = await learner.send('/api/marketplace/close-account', {});
    expect(plan).toMatchObject({ creditCents: 0, packages: [{ package: id, refundCents: 62_700 }] });
    const body = { confirmation: `${learner.id}@kerbside.example`, password: 'learner-password', agreed: plan.plan };
    await learner.send('/api/marketplace/close-account', { method: 'POST', body });
    const [refund] = await app.db.query(
      `select r."amountCents", r."providerReference" from refunds r join payments p on p.id = r.payment where p."packagePurchase" = $1`,
      [id],
    );
    expect(refund).toMatchObject({ amountCents: 62_700 });
    expect(refund?.providerReference).not.toBe('credit');
  });
});
