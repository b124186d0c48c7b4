import { describe, expect, test } from 'vitest';
import { ledgerFaults, makeInstructor, makePerson, refusalOf, type TestApp } from '#support/start-app.ts';
import { startTaughtLessons } from '#support/taught-lessons.ts';
import { planPayouts } from './plan-payouts.ts';
import { takePayoutReversal } from './take-payout-reversal.ts';

let app: TestApp;
const { taught } = startTaughtLessons((started) => {
  app = started;
});

describe('the weekly payout', () => {
  test('[rule 21] pays on Wednesday what was payable 72 hours after the end, and not a minute before', async () => {
    // Ends on Sunday 22 November at 11:00: payable from Wednesday 25 November, 11:00.
    const { payouts, balance } = await taught('2026-11-22');
    app.clock.set('2026-11-25T10:59:00+08:00');
    await app.app.sweepers.runDue();
    expect(await payouts()).toEqual([]);
    app.clock.set('2026-11-25T11:00:00+08:00');
    await app.app.sweepers.runDue();
    await app.app.sweepers.runDue();
    expect(await payouts()).toEqual([
      { amountCents: 5940, status: 'paid', date: '2026-11-25', attempts: 1, failureCode: '' },
    ]);
    expect(await balance()).toBe(0);
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test('[rule 21] waits for the week’s day, also where the money is payable on the day after it', async () => {
    const { payouts } = await taught('2026-11-23');
    app.clock.set('2026-11-26T12:00:00+08:00');
    await app.app.sweepers.runDue();
    expect(await payouts()).toEqual([]);
    app.clock.set('2026-12-02T00:00:00+08:00');
    await app.app.sweepers.runDue();
    expect(await payouts()).toMatchObject([{ status: 'paid', date: '2026-12-02' }]);
  });

  test('[rule 21] below S$20.00 waits, S$20.00 does not, and after 90 days less is paid', async () => {
    // Of S$22.22 the fee is S$2.22; of S$22.21 it is S$2.22, too.
    const [enough, less] = [await taught('2026-12-03', 2222), await taught('2026-12-03', 2221)];
    app.clock.set('2026-12-09T12:00:00+08:00');
    await app.app.sweepers.runDue();
    expect(await enough.payouts()).toMatchObject([{ amountCents: 2000 }]);
    expect(await less.payouts()).toEqual([]);
    // Payable from 6 December on: 90 days later is 6 March, a Saturday.
    app.clock.set('2027-03-03T12:00:00+08:00');
    await app.app.sweepers.runDue();
    expect(await less.payouts()).toEqual([]);
    app.clock.set('2027-03-10T12:00:00+08:00');
    await app.app.sweepers.runDue();
    expect(await less.payouts()).toMatchObject([{ amountCents: 1999, status: 'paid', date: '2027-03-10' }]);
  });

  test('after a Wednesday without a server is made up for, by what was payable on it', async () => {
    const { teacher, payouts } = await taught('2027-03-11');
    app.clock.set('2027-03-19T09:00:00+08:00');
    await app.app.sweepers.runDue();
    expect(await payouts()).toMatchObject([{ amountCents: 5940, date: '2027-03-17' }]);
    // The earnings name the same day as its statement.
    const admin = await makePerson(app, { role: 'admin' });
    const query = { instructor: teacher.id, from: '2027-03-01T00:00:00Z', to: '2027-04-01T00:00:00Z' };
    const earnings = await admin.send('/api/marketplace/earnings', { query });
    expect(earnings.payouts).toMatchObject([{ date: '2027-03-17', amountCents: 5940 }]);
  });

  test('planned by many at once is one', async () => {
    const { payouts } = await taught('2027-03-20');
    app.clock.set('2027-03-24T12:00:00+08:00');
    await Promise.all([1, 2, 3, 4].map(() => planPayouts(app.app.engine, app.clock.nowMs())));
    expect(await payouts()).toHaveLength(1);
  });

  test('holds back what a claim is about, and pays the rest', async () => {
    const { payouts, lesson, teach } = await taught('2027-03-25');
    await teach('2027-03-26', 5000);
    await app.root.collection('lessons').update(lesson, { status: 'disputed' });
    app.clock.set('2027-03-31T12:00:00+08:00');
    await app.app.sweepers.runDue();
    expect(await payouts()).toMatchObject([{ amountCents: 4500 }]);
  });
});

describe('what is owed back of a lesson that was not paid out', () => {
  test('[rule 21] goes with what the lesson brought, and lessens no payout before', async () => {
    // Sunday's lesson is payable on Wednesday; Monday's from Thursday on, and it is settled and taken back before that.
    const { teach, payouts, balance } = await taught('2027-03-21');
    const missed = await teach('2027-03-22', 8800);
    app.clock.set('2027-03-23T12:00:00+08:00');
    await app.app.sweepers.runDue();
    await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
    expect(await balance()).toBe(5940 + 7920);
    await app.root.collection('lessons').update(missed, { status: 'cancelled_by_instructor' });
    expect(await balance()).toBe(5940);
    app.clock.set('2027-03-24T12:00:00+08:00');
    await app.app.sweepers.runDue();
    expect((await payouts()).map(({ amountCents }) => amountCents)).toEqual([5940]);
    app.clock.set('2027-03-31T12:00:00+08:00');
    await app.app.sweepers.runDue();
    expect([(await payouts()).length, await balance(), await ledgerFaults(app.db)]).toEqual([1, 0, []]);
  });
});

describe('what is owed back after a payout', () => {
  test('is carried on as a debt and recovered from what comes next', async () => {
    const { payouts, lesson, teach, balance } = await taught('2027-04-01');
    app.clock.set('2027-04-07T12:00:00+08:00');
    await app.app.sweepers.runDue();
    expect([await payouts(), await balance()]).toMatchObject([[{ amountCents: 5940 }], 0]);
    await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
    await app.root.collection('lessons').update(lesson, { status: 'cancelled_by_instructor' });
    expect(await balance()).toBe(-5940);
    // The next lesson brings S$90.00: the pair's fee is that of a first lesson, as the other was given back.
    await teach('2027-04-08', 10_000);
    app.clock.set('2027-04-14T12:00:00+08:00');
    await app.app.sweepers.runDue();
    expect((await payouts()).map(({ amountCents }) => amountCents)).toEqual([5940, 9000 - 5940]);
    expect([await balance(), await ledgerFaults(app.db)]).toEqual([0, []]);
  });

  test('is payable once more when the bank sends a payout back, and is not sent by the old one again', async () => {
    const { payouts, teacher, balance } = await taught('2027-04-15');
    app.clock.set('2027-04-21T12:00:00+08:00');
    await app.app.sweepers.runDue();
    const [row] = await app.db.query<{ id: string }>('select id from payouts where instructor = $1', [teacher.id]);
    const id = row?.id ?? '';
    const back = { reference: `sandbox_${id}`, cents: 5940 };
    await Promise.all([1, 2, 3].map(() => takePayoutReversal(app.app.engine, id, back)));
    expect([await payouts(), await balance()]).toMatchObject([[{ status: 'failed', failureCode: 'reversed' }], 5940]);
    await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
    const retry = app.root.send(`/api/marketplace/payouts/${id}/retry`, { method: 'POST' });
    expect((await refusalOf(retry)).data.status?.code).toBe('not_failed');
    app.clock.set('2027-04-28T12:00:00+08:00');
    await app.app.sweepers.runDue();
    expect((await payouts()).map(({ amountCents, status }) => [amountCents, status])).toEqual([
      [5940, 'failed'],
      [5940, 'paid'],
    ]);
    expect([await balance(), await ledgerFaults(app.db)]).toEqual([0, []]);
  });
});

describe('an admin who pays somebody out at once', () => {
  test('pays what is payable now, once a day, and is told why not', async () => {
    const { teacher, learner, payouts } = await taught('2027-06-13');
    const admin = await makePerson(app, { role: 'admin' });
    const pay = (client = admin) => client.collection('payouts').create({ instructor: teacher.id });
    expect((await refusalOf(pay())).data.instructor?.code).toBe('nothing_payable');
    app.clock.set('2027-06-16T11:00:00+08:00');
    const again = await makePerson(app, { role: 'admin' });
    expect((await refusalOf(pay(learner))).status).toBeGreaterThanOrEqual(400);
    expect(await pay(again)).toMatchObject({ amountCents: 5940, status: 'paid', date: '2027-06-16' });
    expect(await payouts()).toHaveLength(1);
    expect((await refusalOf(pay(again))).data.instructor?.code).toBe('nothing_payable');
  });

  test('and payouts are seen by their instructor and admins, and kept by the books', async () => {
    const { teacher } = await taught('2027-06-17');
    app.clock.set('2027-06-20T11:00:00+08:00');
    await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
    const payout = await app.root.collection('payouts').create({ instructor: teacher.id });
    const refusal = await refusalOf(app.root.collection('payouts').update(payout.id, { amountCents: 1 }));
    expect(refusal.data.amountCents?.code).toBe('kept_by_the_books');
    expect((await refusalOf(app.root.collection('payouts').delete(payout.id))).status).toBe(400);
    const stranger = await makeInstructor(app);
    expect(await stranger.client.collection('payouts').getFullList()).toEqual([]);
  });
});
