import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cancellingOn, startMs } from '../support/cancelling.ts';
import { ledgerFaults, makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '../support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
afterAll(() => app.close());

const { toStart, hold, book, booked, spendMercyPass, cancel, preview, moneyOf } = cancellingOn(() => app);

describe('a learner who moves a lesson nearer', () => {
  test('[rule 5] [rule 9] is told before and after until when cancelling is free: that may be minutes', async () => {
    const { learner, lesson } = await booked();
    const at = (start: string) => learner.send('/api/marketplace/cancellation', { query: { lesson, start } });
    // Past the half hour of rule 8.
    app.clock.advance(31);
    expect(await preview(learner, lesson)).toMatchObject({ isLate: false, until: '2026-11-24T02:00:00.000Z' });
    // 24 hours and 14 minutes ahead, and half an hour less than that.
    const near = '2026-11-22T10:45:00+08:00';
    expect(await at(near)).toMatchObject({ isLate: false, refundCents: 6600, until: '2026-11-21T02:45:00.000Z' });
    expect(await at('2026-11-22T10:15:00+08:00')).toMatchObject({ isLate: true, refundCents: 3300 });
    expect((await refusalOf(at('soon'))).data.start?.code).toBe('validation_invalid_value');
    await learner.collection('reschedules').create({ lesson, start: '2026-11-22T11:00:00+08:00' });
    expect(await preview(learner, lesson)).toMatchObject({ isLate: false, until: '2026-11-21T03:00:00.000Z' });
    app.clock.advance(30);
    expect(await preview(learner, lesson)).toMatchObject({ isLate: true, refundCents: 3300 });
  });
});

describe('a learner cancels', () => {
  test.each([
    ['24 hours ahead', 24 * 60, { refundPercent: 100, refundCents: 6600, feeCents: 0 }],
    ['a minute later', 24 * 60 - 1, { refundPercent: 50, refundCents: 3300, feeCents: 3300 }],
    ['12 hours ahead', 12 * 60, { refundPercent: 50, refundCents: 3300, feeCents: 3300 }],
    ['a minute later than that', 12 * 60 - 1, { refundPercent: 0, refundCents: 0, feeCents: 6600 }],
    ['at the start', 0, { refundPercent: 0, refundCents: 0, feeCents: 6600 }],
  ])(
    '[rule 5] [rule 6] %s: what was shown is what comes back, and the rest is the instructor’s less the fee',
    async (_, minutes, sums) => {
      const { teacher, learner, lesson } = await booked();
      toStart(minutes);
      expect(await preview(learner, lesson)).toMatchObject(sums);
      expect(await cancel(learner, lesson)).toMatchObject({ ...sums, creditCents: 0, cancelledBy: 'learner' });
      expect((await learner.collection('lessons').getOne(lesson)).status).toBe('cancelled_by_learner');
      const fee = sums.feeCents / 10;
      expect(await moneyOf({ lesson, teacher, learner })).toEqual({
        ...(sums.refundCents < 6600 ? { provider_clearing: sums.refundCents - 6600 } : {}),
        ...(fee > 0 ? { instructor: sums.feeCents - fee, platform_fees: fee } : {}),
      });
      const [payment] = await learner.collection('payments').getFullList({ filter: `lesson = '${lesson}'` });
      expect(payment?.refundedCents).toBe(sums.refundCents);
      expect(await ledgerFaults(app.db)).toEqual([]);
    },
  );

  test.each([
    [48 * 60, 6600],
    [48 * 60 - 1, 3300],
    [36 * 60 - 1, 0],
  ])(
    '[rule 5] with the 48 h badge each step is a day earlier: %i minutes before gives %i back',
    async (minutes, back) => {
      const { learner, lesson } = await booked({ cancellationHours: 48 });
      toStart(minutes);
      expect(await cancel(learner, lesson)).toMatchObject({ refundCents: back, feeCents: 6600 - back });
    },
  );

  test('[rule 8] within 30 minutes of booking all comes back, with the badge or not; a minute later half', async () => {
    const [teacher, first, second] = await Promise.all([
      makeInstructor(app, { cancellationHours: 48 }),
      makePerson(app),
      makePerson(app),
    ]);
    await spendMercyPass(second);
    toStart(40 * 60);
    const one = await book(teacher, first);
    const other = await book(teacher, second, '2026-11-25T12:00:00+08:00');
    app.clock.advance(30);
    expect(await preview(first, one)).toMatchObject({
      refundCents: 6600,
      reason: 'It was booked less than 30 minutes ago, so everything is refunded.',
      until: new Date(startMs - 40 * 3_600_000 + 30 * 60_000).toISOString(),
    });
    expect(await cancel(first, one)).toMatchObject({ refundCents: 6600, feeCents: 0 });
    app.clock.advance(1);
    expect(await cancel(second, other)).toMatchObject({ refundCents: 3300 });
  });

  test('[rule 7] the first late cancellation in six months is forgiven: the charge is credit, the instructor gets the platform’s fee of it', async () => {
    const { teacher, learner, lesson } = await booked({ hasMercyPass: true });
    const second = await book(teacher, learner, '2026-11-25T12:00:00+08:00');
    toStart(13 * 60);
    expect(await cancel(learner, lesson)).toMatchObject({
      refundCents: 3300,
      feeCents: 3300,
      creditCents: 3300,
      usesMercyPass: true,
    });
    expect(await moneyOf({ lesson, teacher, learner })).toEqual({
      provider_clearing: -3300,
      goodwill: -330,
      credit: 3300,
      instructor: 330,
    });
    expect(await learner.send('/api/marketplace/balance', {})).toMatchObject({ creditCents: 3300 });
    expect(await cancel(learner, second)).toMatchObject({ refundCents: 3300, creditCents: 0, usesMercyPass: false });
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test('[rule 7] [rule 10] from the start on nothing is forgiven: who is missing pays, and who had the lesson, too', async () => {
    const { teacher, learner, lesson } = await booked({ hasMercyPass: true });
    toStart(-59);
    const sums = { refundCents: 0, feeCents: 6600, creditCents: 0, usesMercyPass: false };
    expect(await preview(learner, lesson)).toMatchObject(sums);
    expect(await cancel(learner, lesson)).toMatchObject(sums);
    expect((await moneyOf({ lesson, teacher, learner })).instructor).toBe(5940);
  });

  test.each([
    ['at 15 minutes', { learner: 0 }, 15, 0],
    ['at 16 minutes', { learner: 0 }, 16, 100],
    ['without a word of the learner', {}, 16, 0],
    ['of a learner who comes in the last minute', { learner: 15 }, 16, 100],
    ['of a learner who says so only after the time to wait', { learner: 16 }, 17, 0],
    ['of an instructor who was there in time', { learner: 0, instructor: 15 }, 20, 0],
    ['of an instructor who came too late', { learner: 0, instructor: 16 }, 20, 100],
  ] as const)(
    '[rule 10] a learner who is there leaves an instructor who is not: %s',
    async (_, stamps, minutes, percent) => {
      const { teacher, learner, lesson } = await booked();
      const people = { learner, instructor: teacher.client };
      for (const side of ['learner', 'instructor'] as const) {
        const after = (stamps as Record<string, number>)[side];
        if (after === undefined) continue;
        toStart(-after);
        await people[side].collection('arrivals').create({ lesson });
      }
      toStart(-minutes);
      const sums = { refundPercent: percent, refundCents: 66 * percent, feeCents: 6600 - 66 * percent, creditCents: 0 };
      expect(await preview(learner, lesson)).toMatchObject(sums);
      expect(await cancel(learner, lesson)).toMatchObject(sums);
    },
  );

  test('a hold is let go without a word, and what asks for an answer costs nothing', async () => {
    const [teacher, learner] = await Promise.all([makeInstructor(app, { instantBooking: false }), makePerson(app)]);
    const held = await hold(teacher, learner);
    expect(await cancel(learner, held)).toMatchObject({ refundCents: 0, feeCents: 0, creditCents: 0 });
    const asked = await book(teacher, learner);
    expect(await cancel(learner, asked)).toMatchObject({ refundCents: 6600, feeCents: 0 });
    expect(await moneyOf({ lesson: asked, teacher, learner })).toEqual({});
  });

  test('the time is on the market at once', async () => {
    const { teacher, learner, lesson } = await booked();
    const slots = async () => {
      const span = {
        instructor: teacher.id,
        from: '2026-11-25T02:00:00Z',
        to: '2026-11-25T02:30:00Z',
        durationMinutes: 60,
      };
      return (await app.guest().send('/api/marketplace/slots', { query: span })).items.length;
    };
    expect(await slots()).toBe(0);
    await cancel(learner, lesson);
    expect(await slots()).toBe(1);
  });

  test('a repeat answers the first, another one is refused with a code at the lesson', async () => {
    const { teacher, learner, lesson } = await booked();
    const body = { id: 'cancel000000001', lesson, reason: 'Ill' };
    const first = await learner.collection('cancellations').create(body);
    expect(await learner.collection('cancellations').create(body)).toEqual(first);
    const codeOf = async (call: Promise<unknown>) => {
      const { status, data } = await refusalOf(call);
      return [status, data.lesson?.code ?? data.id?.code];
    };
    expect(await codeOf(learner.collection('cancellations').create({ ...body, reason: 'x' }))).toEqual([
      409,
      'id_reused',
    ]);
    expect(await codeOf(cancel(learner, lesson))).toEqual([400, 'not_cancellable']);
    expect(await codeOf(preview(teacher.client, lesson))).toEqual([400, 'not_cancellable']);
    const stranger = await makePerson(app);
    expect((await refusalOf(cancel(stranger, lesson))).status).toBe(400);
    expect((await refusalOf(preview(stranger, lesson))).status).toBe(404);
  });
});

describe('an instructor cancels', () => {
  test.each([
    [24 * 60, 0],
    [24 * 60 - 1, 1000],
  ])(
    '[rule 11] %i minutes ahead: everything back, and S$10.00 of credit below 24 hours',
    async (minutes, creditCents) => {
      const { teacher, learner, lesson } = await booked();
      toStart(minutes);
      const sums = { refundPercent: 100, refundCents: 6600, feeCents: 0, creditCents };
      expect(await preview(teacher.client, lesson)).toMatchObject(sums);
      expect(await cancel(teacher.client, lesson, { reason: 'Breakdown' })).toMatchObject({
        ...sums,
        cancelledBy: 'instructor',
      });
      expect(await moneyOf({ lesson, teacher, learner })).toEqual(
        creditCents ? { credit: creditCents, goodwill: -creditCents } : {},
      );
      expect((await learner.collection('lessons').getOne(lesson)).status).toBe('cancelled_by_instructor');
    },
  );

  test('[rule 11] the platform pays the credit twice, then the instructor does', async () => {
    const { teacher, learner, lesson } = await booked();
    const others = [
      await book(teacher, learner, '2026-11-25T12:00:00+08:00'),
      await book(teacher, learner, '2026-11-25T14:00:00+08:00'),
    ];
    toStart(60);
    for (const id of [lesson, ...others]) await cancel(teacher.client, id);
    const [, , third] = [lesson, ...others];
    expect(await moneyOf({ lesson: third ?? '', teacher, learner })).toEqual({ credit: 1000, instructor: -1000 });
  });

  test('an admin cancels: everything back, nobody blamed', async () => {
    const { learner, lesson } = await booked();
    const admin = await makePerson(app, { role: 'admin' });
    toStart(60);
    expect(await preview(admin, lesson)).toMatchObject({ refundCents: 6600, creditCents: 0 });
    expect(await cancel(admin, lesson, { reason: 'Flood' })).toMatchObject({
      refundCents: 6600,
      creditCents: 0,
      cancelledBy: 'admin',
      isLate: false,
    });
    expect((await learner.collection('payments').getFullList({ filter: `lesson = '${lesson}'` }))[0]?.status).toBe(
      'refunded',
    );
  });
});

describe('a fee that comes back', () => {
  test.each([
    [30 * 24 * 60, 6600],
    [30 * 24 * 60 + 1, 'too_late'],
  ])('[rule 7] the instructor waives it within 30 days: after %i minutes %s', async (minutes, outcome) => {
    const { teacher, learner, lesson } = await booked();
    toStart(60);
    await cancel(learner, lesson);
    app.clock.advance(minutes);
    const again = app.guest();
    await again.collection('users').authWithPassword(`${teacher.client.id}@kerbside.example`, 'learner-password');
    const waiving = again.collection('waivers').create({ lesson });
    if (outcome === 'too_late') {
      expect((await refusalOf(waiving)).data.lesson?.code).toBe('too_late');
      return;
    }
    expect((await waiving).refundCents).toBe(outcome);
    expect(await moneyOf({ lesson, teacher, learner })).toEqual({});
    expect((await refusalOf(again.collection('waivers').create({ lesson }))).data.lesson?.code).toBe(
      'nothing_to_waive',
    );
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test('[rule 7] the instructor waives nothing that was paid out to them, unless as much is coming: it would be the platform’s', async () => {
    const { teacher, learner, lesson } = await booked();
    toStart(60);
    await cancel(learner, lesson);
    app.clock.set('2026-12-02T10:00:00+08:00');
    await app.app.sweepers.runDue();
    const again = app.guest();
    await again.collection('users').authWithPassword(`${teacher.client.id}@kerbside.example`, 'learner-password');
    expect(await again.collection('payouts').getFullList()).toMatchObject([{ amountCents: 5940, status: 'paid' }]);
    const waive = () => again.collection('waivers').create({ lesson });
    // An admin who teaches is their own case.
    for (const role of ['user', 'admin']) {
      await app.db.query('update users set role = $2 where id = $1', [teacher.client.id, role]);
      expect((await refusalOf(waive())).data.lesson?.code).toBe('paid_out');
    }
    expect(await moneyOf({ lesson, teacher, learner })).toMatchObject({ instructor: 5940, platform_fees: 660 });
    const coming = [
      { account: 'goodwill', cents: 5940 },
      { account: `instructor_payable:${teacher.id}`, cents: -5940 },
    ];
    await app.db.query(`select post_ledger_transaction($1, 'goodwill', null, null, now(), $2::jsonb)`, [
      `test ${teacher.id}`,
      JSON.stringify(coming),
    ]);
    expect((await waive()).refundCents).toBe(6600);
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test('[rule 6] somebody else takes the time: all but S$5.00 comes back, once', async () => {
    const { teacher, learner, lesson } = await booked();
    const taker = await makePerson(app);
    await spendMercyPass(taker);
    toStart(11 * 60);
    await cancel(learner, lesson);
    await book(teacher, learner, '2026-11-25T09:00:00+08:00');
    expect((await moneyOf({ lesson, teacher, learner })).instructor).toBe(5940);
    await book(teacher, taker);
    expect(await moneyOf({ lesson, teacher, learner })).toEqual({
      provider_clearing: -500,
      instructor: 450,
      platform_fees: 50,
    });
    const [cancellation] = await learner.collection('cancellations').getFullList({ filter: `lesson = '${lesson}'` });
    expect(cancellation).toMatchObject({ feeCents: 6600, returnedCents: 6100, isRefilled: true });
    expect(await ledgerFaults(app.db)).toEqual([]);
  });
});

test('[rule 6] [rule 8] whoever takes the time and can still leave for nothing brings nothing back until then', async () => {
  const { teacher, learner, lesson } = await booked({ cancellationHours: 48 });
  const taker = await makePerson(app);
  await spendMercyPass(taker);
  toStart(30 * 60);
  expect(await cancel(learner, lesson)).toMatchObject({ refundCents: 0, feeCents: 6600 });
  const back = async () => {
    const [found] = await learner.collection('cancellations').getFullList({ filter: `lesson = '${lesson}'` });
    return [found?.returnedCents, (await moneyOf({ lesson, teacher, learner })).instructor];
  };
  const friend = await makePerson(app);
  const taken = await book(teacher, friend);
  expect(await back()).toEqual([0, 5940]);
  expect(await cancel(friend, taken)).toMatchObject({ refundCents: 6600, feeCents: 0 });
  await book(teacher, taker);
  app.clock.advance(30);
  await app.app.sweepers.runDue();
  expect(await back()).toEqual([0, 5940]);
  app.clock.advance(1);
  await app.app.sweepers.runDue();
  expect(await back()).toEqual([6100, 450]);
  expect(await ledgerFaults(app.db)).toEqual([]);
});

test('[26.43] [rule 6] [rule 7] whoever takes the time and would be forgiven brings nothing back until it begins', async () => {
  const { teacher, learner, lesson } = await booked();
  toStart(11 * 60);
  await cancel(learner, lesson);
  const back = async () => {
    await app.app.sweepers.runDue();
    const [found] = await learner.collection('cancellations').getFullList({ filter: `lesson = '${lesson}'` });
    return [found?.returnedCents, (await moneyOf({ lesson, teacher, learner })).instructor];
  };
  const friend = await makePerson(app);
  const taken = await book(teacher, friend);
  expect(await back()).toEqual([0, 5940]);
  expect(await cancel(friend, taken)).toMatchObject({ usesMercyPass: true, creditCents: 6600 });
  expect(await back()).toEqual([0, 5940]);
  await book(teacher, await makePerson(app));
  expect(await back()).toEqual([0, 5940]);
  toStart(0);
  expect(await back()).toEqual([6100, 450]);
  expect(await ledgerFaults(app.db)).toEqual([]);
});

test('both are told, with a calendar file that carries the lesson’s own sequence and takes it away', async () => {
  const { teacher, learner, lesson } = await booked();
  toStart(13 * 60);
  await cancel(learner, lesson, { reason: 'I have a fever' });
  const notices = await learner.collection('notifications').getFullList({ sort: '-created' });
  expect(notices.find(({ title }) => title === 'Lesson cancelled')?.message).toContain(
    'S$33.00 goes back to your card.',
  );
  const theirs = await teacher.client.collection('notifications').getFullList({ sort: '-created' });
  expect(theirs.find(({ title }) => title === 'Lesson cancelled')?.message).toContain(
    'S$29.70 of the lesson is yours.',
  );
  const mails = await app.db.query<{ to: string; message: unknown }>(
    `select "to", message from _mails where subject like 'Cancelled: %' and "to" in ($1, $2)`,
    [`${learner.id}@kerbside.example`, `${teacher.client.id}@kerbside.example`],
  );
  expect(mails).toHaveLength(2);
  for (const { message } of mails) {
    const text = JSON.stringify(message);
    expect(text).toContain('METHOD:CANCEL');
    expect(text).toContain('SEQUENCE:2');
    expect(text).toContain(`UID:${lesson}@kerbside`);
    expect(text).toContain('I have a fever');
  }
});
