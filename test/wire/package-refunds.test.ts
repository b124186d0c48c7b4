import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import {
  balancesOf,
  bookWithPackage,
  buyPackage,
  card,
  makeSeller,
  type Person,
  packagesOf,
} from '#support/packages.ts';
import {
  ledgerFaults,
  makeInstructor,
  makePerson,
  refusalOf,
  startApp,
  type Teacher,
  type TestApp,
} from '#support/start-app.ts';

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

  test('[rule 20] what a learner costs at most counts the fee of what was kept of a package: S$100.00 and S$1.32 leave S$18.68', async () => {
    const [teacher, learner] = await Promise.all([seller(), makePerson(app)]);
    const { id } = await buy(learner, teacher);
    for (const day of ['14', '15', '16', '17']) await bookWithPackage(learner, teacher, `2026-12-${day}T06:00:00Z`, 60);
    const [before] = await balances('platform_fees');
    const feesSince = async () => Number((await balances('platform_fees'))[0]) - Number(before);
    await learner.collection('package_refunds').create({ packagePurchase: id });
    for (const start of ['2026-11-19T02:00:00Z', '2026-11-20T02:00:00Z']) {
      const given = { instructor: teacher.id, learner: learner.id, start, durationMinutes: 60, priceCents: 100_000 };
      const { id: lesson } = await app.root.collection('lessons').create({ ...given, status: 'completed' });
      await app.root.collection('payments').create({ lesson, method: 'card' });
    }
    expect(await feesSince()).toBe(12_000);
  });

  test('[rule 17] [rule 18] an hour of a package that was all used for weeks comes back by the formula: nobody looked for times meanwhile', async () => {
    const [teacher, learner] = await Promise.all([makeSeller(app, { maxPerLearnerPerWeek: 0 }), makePerson(app)]);
    const { id } = await buyPackage(app, learner, teacher, { minutes: 300 });
    const days = ['14', '15', '16', '17', '18'];
    for (const day of days) await bookWithPackage(learner, teacher, `2026-12-${day}T02:00:00Z`, 60);
    await app.db.query(
      `update package_purchases set "_slotSeenAt" = "_slotSeenAt" - interval '29 days' where id = $1 and status = 'used'`,
      [id],
    );
    const [last] = await learner.collection('lessons').getFullList({ sort: '-start' });
    await learner.collection('cancellations').create({ lesson: last?.id });
    const refund = await learner.collection('package_refunds').create({ packagePurchase: id });
    expect(refund).toMatchObject({ reason: 'asked', refundCents: 5610, keptCents: 792 });
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

  test('[rule 18] money that was paid a second time and went back takes nothing of what comes back', async () => {
    const [teacher, learner] = await Promise.all([seller(), makePerson(app)]);
    const { id } = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 600 });
    const pay = (how: object) => learner.collection('payments').create({ packagePurchase: id, ...how });
    const code = await pay({ method: 'paynow' });
    await learner.send(`/api/marketplace/payments/${code.id}/close`, { method: 'POST' });
    const paid = await pay(card);
    await app.root.send('/api/sandbox/bank', { method: 'POST', body: { payment: code.id } });
    const { lesson } = await bookWithPackage(learner, teacher, '2026-12-12T02:00:00Z', 60);
    const refund = await learner.collection('package_refunds').create({ packagePurchase: id });
    expect(refund).toMatchObject({ refundCents: 56_100, keptCents: 330 });
    await learner.collection('cancellations').create({ lesson: lesson.id });
    await app.app.sweepers.runDue();
    expect(await learner.collection('payments').getOne(paid.id)).toMatchObject({ refundedCents: 62_700 });
    expect(await balances(`instructor_payable:${teacher.id}`, `held_package:${id}`)).toEqual([0, 0]);
  });

  test('[rule 22] PayNow takes back what a lesson gives back after the rest, too', async () => {
    const [teacher, learner] = await Promise.all([seller(), makePerson(app)]);
    const { id } = await buy(learner, teacher, 'paynow');
    const { lesson } = await bookWithPackage(learner, teacher, '2026-12-12T02:00:00Z', 60);
    await learner.collection('package_refunds').create({ packagePurchase: id });
    await learner.collection('cancellations').create({ lesson: lesson.id });
    await app.app.sweepers.runDue();
    expect(await paymentOf(learner, id)).toMatchObject({ status: 'refunded', refundedCents: 62_700 });
    expect(await balances(`learner_credit:${learner.id}`, `held_package:${id}`)).toEqual([0, 0]);
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

test('[rule 18] [rule 21] what an end kept for hours is paid out when the lessons are over, wherever they were moved', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const offer = { instructor: teacher.id, minutes: 300, discountPercent: 50, active: true };
  await teacher.client.collection('package_offers').create(offer);
  const { id } = await buyPackage(app, learner, teacher, { minutes: 300 });
  await bookWithPackage(learner, teacher, '2026-11-24T02:00:00Z');
  const { lesson } = await bookWithPackage(learner, teacher, '2026-11-26T02:00:00Z');
  const ended = await learner.collection('package_refunds').create({ packagePurchase: id });
  expect(ended).toMatchObject({ refundCents: 0, keptCents: 6600 });
  await learner.collection('reschedules').create({ lesson: lesson.id, start: '2026-12-20T02:00:00Z' });
  const paidOn = async (time: string) => {
    app.clock.set(time);
    await app.app.sweepers.runDue();
    const sql = 'select "amountCents" from payouts where instructor = $1 order by date';
    return (await app.db.query<{ amountCents: number }>(sql, [teacher.id])).map(({ amountCents }) => amountCents);
  };
  // The first lesson alone: the hours of the second may come back still, with what was kept for them.
  expect(await paidOn('2026-12-02T10:00:00+08:00')).toEqual([4455]);
  expect(await paidOn('2026-12-23T12:00:00+08:00')).toEqual([4455, 10395]);
});
