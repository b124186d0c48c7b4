import { afterEach, beforeEach, expect, test } from 'vitest';
import { bookWithPackage, buyPackage, makeSeller, type Person } from '#support/packages.ts';
import { ledgerFaults, makePerson, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

// What the clock does to packages. Sessions end with the days: each test begins on the same one, on a server of its own.

let app: TestApp;

beforeEach(async () => {
  app = await startApp();
});

afterEach(async () => {
  expect(await ledgerFaults(app.db)).toEqual([]);
  await app.close();
});

const rowOf = async (table: string, id: string) =>
  (await app.db.query(`select * from ${table} where id = $1`, [id]))[0];

const seller = () => makeSeller(app);
const buy = (learner: Person, teacher: Teacher, minutes = 600) => buyPackage(app, learner, teacher, { minutes });

test('[rule 17] all that is left comes back by itself when the instructor retires, or shows no time for 28 days', async () => {
  const [gone, busy, learner] = await Promise.all([seller(), seller(), makePerson(app)]);
  const [first, second] = [await buy(learner, gone), await buy(learner, busy)];
  for (const teacher of [gone, busy])
    await bookWithPackage(learner, teacher, teacher === gone ? '2026-12-18T02:00:00Z' : '2026-12-19T02:00:00Z', 60);
  await app.root.collection('instructors').update(gone.id, { status: 'retired' });
  for (const rule of await app.root
    .collection('availability_rules')
    .getFullList({ filter: `instructor = '${busy.id}'` })) {
    await app.root.collection('availability_rules').delete(rule.id);
  }
  const statusOf = async (id: string) => (await rowOf('package_purchases', id))?.status;
  app.clock.advance(1);
  await app.app.sweepers.runDue();
  expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['refunded', 'active']);
  for (let day = 0; day < 27; day++) {
    app.clock.advance(24 * 60);
    await app.app.sweepers.runDue();
  }
  expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['refunded', 'active']);
  app.clock.advance(24 * 60);
  await app.app.sweepers.runDue();
  expect(await statusOf(second.id)).toBe('refunded');
  const refunds = await app.db.query('select * from package_refunds order by _seq');
  expect(refunds.map(({ reason, refundCents }) => [reason, refundCents])).toEqual([
    ['instructor_ends', 56_430],
    ['no_slots', 56_430],
  ]);
});

test('[rule 17] all that is left comes back by itself once two of the staff suspended the instructor, and stays back', async () => {
  const [teacher, learner] = await Promise.all([seller(), makePerson(app)]);
  const [one, other] = await Promise.all([
    makePerson(app, { role: 'moderator' }),
    makePerson(app, { role: 'moderator' }),
  ]);
  const { id } = await buy(learner, teacher);
  const { lesson } = await bookWithPackage(learner, teacher, '2026-12-18T02:00:00Z', 60);
  const decide = (outcome: string) =>
    one
      .collection('verifications')
      .create({ instructor: teacher.id, outcome, reasons: { name: 'Somebody else came.' } });
  const statusSoon = async () => {
    app.clock.advance(1);
    await app.app.sweepers.runDue();
    return (await rowOf('package_purchases', id))?.status;
  };
  const { id: verification } = await decide('suspended');
  expect(await statusSoon()).toBe('active');
  await other.collection('verification_confirmations').create({ verification });
  expect(await statusSoon()).toBe('refunded');
  const [refund] = await app.db.query('select * from package_refunds where "packagePurchase" = $1', [id]);
  expect(refund).toMatchObject({ reason: 'instructor_ends', refundCents: 56_430, keptCents: 0 });
  expect((await rowOf('lessons', lesson.id))?.status).toBe('confirmed');
  const told = await app.db.query(`select message from notifications where "user" = $1 and title = 'Package ended'`, [
    learner.id,
  ]);
  expect(told).toMatchObject([{ message: expect.stringContaining('S$564.30') }]);
  await decide('restored');
  expect(await statusSoon()).toBe('refunded');
});

test('[rule 18] reminds 90, 30 and 7 days before, and at the end what is left goes back', async () => {
  const [teacher, learner] = await Promise.all([seller(), makePerson(app)]);
  const { id, expiresOn } = await buy(learner, teacher, 300);
  expect(expiresOn).toBe('2027-11-21');
  const reminders = async () =>
    (await app.db.query(`select 1 from notifications where title like 'You have unused package hours%'`)).length;
  const counts: number[] = [];
  for (const moment of ['2027-08-23T08:59:00', '2027-08-23T09:00:00', '2027-10-22T09:00:00', '2027-11-14T09:00:00']) {
    app.clock.set(`${moment}+08:00`);
    await app.db.query(`update package_purchases set "_slotSeenAt" = $2, "_slotCheckAt" = '2030-01-01' where id = $1`, [
      id,
      new Date(app.clock.nowMs()),
    ]);
    await app.app.sweepers.runDue();
    counts.push(await reminders());
  }
  expect(counts).toEqual([0, 1, 2, 3]);
  app.clock.set('2027-11-21T23:59:00+08:00');
  await app.app.sweepers.runDue();
  expect((await rowOf('package_purchases', id))?.status).toBe('active');
  app.clock.set('2027-11-22T00:00:00+08:00');
  await app.app.sweepers.runDue();
  expect((await rowOf('package_purchases', id))?.status).toBe('expired');
  const [refund] = await app.db.query('select * from package_refunds');
  expect(refund).toMatchObject({ reason: 'expired', refundCents: 32_010 });
});
