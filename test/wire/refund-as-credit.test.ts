import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancellingOn, type Person } from '../support/cancelling.ts';
import { ledgerFaults, makePerson, refusalOf, startApp, type TestApp } from '../support/start-app.ts';

// Who cancels may have what comes back as money or as credit (rule 5): the sums are the same, the account is another.

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
afterAll(() => app.close());

const { toStart, hold, booked, cancel, preview, moneyOf } = cancellingOn(() => app);
/** A lesson of S$66.00 four days ahead, paid by card, of a learner who may still be forgiven once. */
const paid = (offer: { instantBooking?: boolean } = {}) => booked({ hasMercyPass: true, ...offer });

const creditOf = async (learner: Person) => (await learner.send('/api/marketplace/balance', {})).creditCents;

test('[rule 5] 24 hours ahead S$66.00 come back as credit at once, where the learner wants that', async () => {
  const one = await paid();
  const { learner, lesson } = one;
  toStart(24 * 60);
  expect(await preview(learner, lesson)).toMatchObject({ refundCents: 6600, creditCents: 0, mayBeCredit: true });
  const sums = { refundPercent: 100, refundCents: 6600, creditCents: 0, feeCents: 0 };
  expect(await cancel(learner, lesson, { refundTo: 'credit' })).toMatchObject({ ...sums, refundTo: 'credit' });
  expect(await moneyOf(one)).toEqual({ provider_clearing: -6600, credit: 6600 });
  expect(await creditOf(learner)).toBe(6600);
  expect(await learner.collection('refunds').getFullList()).toEqual([]);
  const { items } = await learner.send('/api/marketplace/credit', {});
  expect(items).toMatchObject([{ kind: 'settlement', amountCents: 6600, balanceCents: 6600, lesson }]);
  expect(await ledgerFaults(app.db)).toEqual([]);
});

test('[rule 5] without a word it goes back the way it was paid', async () => {
  const one = await paid();
  expect(await cancel(one.learner, one.lesson)).toMatchObject({ refundCents: 6600, refundTo: '' });
  expect(await moneyOf(one)).toEqual({});
  expect(await creditOf(one.learner)).toBe(0);
});

test('[rule 6] [rule 7] 13 hours ahead: half as chosen, the other half by the mercy pass; a waiver after that goes to the card', async () => {
  const [first, second] = [await paid(), await booked()];
  toStart(13 * 60);
  const forgiven = await cancel(first.learner, first.lesson, { refundTo: 'credit' });
  expect(forgiven).toMatchObject({ refundCents: 3300, creditCents: 3300, feeCents: 3300, usesMercyPass: true });
  expect(await moneyOf(first)).toEqual({ provider_clearing: -6600, credit: 6600, goodwill: -330, instructor: 330 });

  const sums = { refundCents: 3300, creditCents: 0, feeCents: 3300, refundTo: 'credit' };
  expect(await cancel(second.learner, second.lesson, { refundTo: 'credit' })).toMatchObject(sums);
  expect(await moneyOf(second)).toEqual({
    provider_clearing: -6600,
    credit: 3300,
    instructor: 2970,
    platform_fees: 330,
  });
  const { teacher, learner, lesson } = second;
  expect((await teacher.client.collection('waivers').create({ lesson })).refundCents).toBe(3300);
  expect(await moneyOf(second)).toEqual({ provider_clearing: -3300, credit: 3300 });
  const refunds = await learner.collection('refunds').getFullList();
  expect(refunds.map(({ amountCents, status }) => [amountCents, status])).toEqual([[3300, 'paid']]);
  expect(await ledgerFaults(app.db)).toEqual([]);
});

test('[rule 5] what was only asked for comes back as credit, too', async () => {
  const one = await paid({ instantBooking: false });
  expect(await preview(one.learner, one.lesson)).toMatchObject({ status: 'requested', mayBeCredit: true });
  expect(await cancel(one.learner, one.lesson, { refundTo: 'credit' })).toMatchObject({
    refundCents: 6600,
    refundTo: 'credit',
  });
  expect(await moneyOf(one)).toEqual({ provider_clearing: -6600, credit: 6600 });
  expect(await ledgerFaults(app.db)).toEqual([]);
});

test('a lesson paid with that credit has nothing to choose: what comes back is credit, and no wish is written down', async () => {
  const { teacher, learner, lesson } = await paid();
  await cancel(learner, lesson, { refundTo: 'credit' });
  const id = await hold(teacher, learner);
  await learner.collection('payments').create({ lesson: id, method: 'credit' });
  expect(await preview(learner, id)).toMatchObject({ refundCents: 6600, mayBeCredit: false });
  expect(await cancel(learner, id, { refundTo: 'credit' })).toMatchObject({ refundCents: 6600, refundTo: '' });
  expect(await creditOf(learner)).toBe(6600);
  expect(await ledgerFaults(app.db)).toEqual([]);
});

test('nobody but the learner chooses, and no other way is known', async () => {
  const { teacher, learner, lesson } = await paid();
  const admin = await makePerson(app, { role: 'admin' });
  const codeOf = async (call: Promise<unknown>) => {
    const { status, data } = await refusalOf(call);
    return [status, data.refundTo?.code];
  };
  expect(await preview(teacher.client, lesson)).toMatchObject({ mayBeCredit: false });
  expect(await codeOf(cancel(teacher.client, lesson, { reason: 'Work', refundTo: 'credit' }))).toEqual([
    400,
    'not_allowed',
  ]);
  expect(await codeOf(cancel(admin, lesson, { reason: 'Work', refundTo: 'credit' }))).toEqual([400, 'not_allowed']);
  expect(await codeOf(cancel(learner, lesson, { refundTo: 'cash' }))).toEqual([400, 'validation_invalid_value']);
  expect((await learner.collection('lessons').getOne(lesson)).status).toBe('confirmed');
});

test('[rule 5] both notice and mail say that it is credit, and the year’s statement counts it as spent', async () => {
  const { learner, lesson } = await paid();
  await cancel(learner, lesson, { refundTo: 'credit' });
  const notices = await learner.collection('notifications').getFullList();
  expect(notices.find(({ title }) => title === 'Lesson cancelled')?.message).toContain(
    'S$66.00 goes back to your credit, as you chose.',
  );
  const [mail] = await app.db.query<{ message: unknown }>(
    `select message from _mails where subject like 'Cancelled: %' and "to" = $1`,
    [`${learner.id}@kerbside.example`],
  );
  const text = JSON.stringify(mail?.message);
  expect(text).toContain('It is there now.');
  expect(text).not.toContain('on its way');
  const [payment] = await learner.collection('payments').getFullList({ filter: `lesson = '${lesson}'` });
  expect(payment).toMatchObject({ status: 'succeeded', refundedCents: 0 });
});
