import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyPackage, makeSeller } from '#support/packages.ts';
import { ledgerFaults, makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;
type Person = Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const book = (learner: Person, instructor: string, start: string) =>
  learner.collection('lessons').create({ instructor, start, durationMinutes: 60 });
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).data.start?.code;

/** Clocks go back in Berlin on Sunday, 25 October 2026: at 03:00 of summer time (01:00 UTC) it is 02:00 again. */
const berlin = {
  timezone: 'Europe/Berlin',
  slotStepMinutes: 15,
  rules: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, startMinute: 0, endMinute: 1440 })),
};

test.each([
  [14, 59, 'confirmed', [6600, 0]],
  [15, 0, 'expired', [0, 0]],
  [15, 1, 'expired', [0, 0]],
] as const)(
  '[rule 1] S$66.00 by PayNow %i:%i minutes after the time was held: the lesson is %s',
  async (minutes, seconds, status, [heldCents, owedCents]) => {
    app.clock.set('2026-11-21T10:00:00+08:00');
    const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
    const lesson = await book(learner, teacher.id, '2026-11-30T02:00:00Z');
    expect(lesson.holdExpiresAt).toBe('2026-11-21 02:15:00.000Z');
    const payment = await learner.collection('payments').create({ lesson: lesson.id, method: 'paynow' });
    app.clock.advance(minutes + seconds / 60);
    await learner.send('/api/sandbox/bank', { method: 'POST', body: { payment: payment.id } });
    await app.app.sweepers.runDue();
    expect((await learner.collection('lessons').getOne(lesson.id)).status).toBe(status);
    const balanceOf = async (account: string) =>
      (
        await app.db.query<{ cents: number }>(
          'select -"balanceCents"::int as cents from ledger_accounts where id = $1',
          [account],
        )
      )[0]?.cents ?? 0;
    expect([await balanceOf(`held:${lesson.id}`), await balanceOf(`refunds_due:${learner.id}`)]).toEqual([
      heldCents,
      owedCents,
    ]);
    const back = await learner.collection('refunds').getFullList({ filter: `payment = '${payment.id}'` });
    expect(back.map(({ amountCents, status: how }) => [amountCents, how])).toEqual(
      status === 'confirmed' ? [] : [[6600, 'paid']],
    );
    expect(await ledgerFaults(app.db)).toEqual([]);
  },
);

test('[rule 3] 12 hours’ notice are hours that pass, also where the clocks change: at 12:00 hours a lesson is booked, at 11:59 no more', async () => {
  const [teacher, learner] = await Promise.all([
    makeInstructor(app, { ...berlin, minNoticeMinutes: 720 }),
    makePerson(app),
  ]);
  // 10:00 in Berlin is 09:00 UTC; 12 hours before, clocks there showed 23:00.
  const start = '2026-10-25T09:00:00Z';
  app.clock.set('2026-10-24T21:01:00Z');
  expect(await codeOf(book(learner, teacher.id, start))).toBe('too_soon');
  app.clock.set('2026-10-24T21:00:00Z');
  expect((await book(learner, teacher.id, start)).status).toBe('held');
});

test('[rule 3] eight weeks ahead are days of the instructor’s calendar: the next one comes at midnight, not before', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app, { ...berlin, horizonDays: 56 }), makePerson(app)]);
  // 19 December is 56 days after 24 October.
  app.clock.set('2026-10-24T21:59:00Z');
  expect((await book(learner, teacher.id, '2026-12-19T22:00:00Z')).status).toBe('held');
  expect(await codeOf(book(learner, teacher.id, '2026-12-19T23:00:00Z'))).toBe('too_far');
  app.clock.set('2026-10-24T22:00:00Z');
  expect((await book(learner, teacher.id, '2026-12-19T23:00:00Z')).status).toBe('held');
});

test('[rule 3] 15 minutes lie between two lessons, before and after, over the change of clocks', async () => {
  app.clock.set('2026-10-24T10:00:00Z');
  const [teacher, first, second] = await Promise.all([
    makeInstructor(app, { ...berlin, gapMinutes: 15 }),
    makePerson(app),
    makePerson(app),
  ]);
  // From 02:30 of summer time to 02:30 of winter time.
  await book(first, teacher.id, '2026-10-25T00:30:00Z');
  expect(await codeOf(book(second, teacher.id, '2026-10-25T01:30:00Z'))).toBe('gap_too_short');
  expect((await book(second, teacher.id, '2026-10-25T01:45:00Z')).status).toBe('held');
  expect(await codeOf(book(second, teacher.id, '2026-10-24T23:30:00Z'))).toBe('gap_too_short');
  expect((await book(second, teacher.id, '2026-10-24T23:15:00Z')).status).toBe('held');
});

test('[rule 4] a learner has three lessons ahead in a week of the instructor’s calendar, from Monday 00:00 on others; who lifts the limit has none', async () => {
  app.clock.set('2026-10-20T10:00:00Z');
  const [teacher, generous, learner] = await Promise.all([
    makeInstructor(app, { ...berlin, maxPerLearnerPerWeek: 3 }),
    makeInstructor(app, { ...berlin, maxPerLearnerPerWeek: 0 }),
    makePerson(app),
  ]);
  for (const start of ['2026-10-22T08:00:00Z', '2026-10-23T08:00:00Z', '2026-10-24T08:00:00Z'])
    await book(learner, teacher.id, start);
  // The week ends with Sunday, an hour longer than others: 22:45 UTC is 23:45 in Berlin, 23:00 UTC is Monday.
  const lastOfSunday = '2026-10-25T22:45:00Z';
  expect(await codeOf(book(learner, teacher.id, lastOfSunday))).toBe('learner_week_cap');
  expect((await book(learner, generous.id, '2026-10-25T20:00:00Z')).status).toBe('held');
  expect((await book(learner, teacher.id, '2026-10-25T23:00:00Z')).status).toBe('held');
});

test('[rule 28] the last day of an instructor’s papers is a day of their calendar, an hour longer where the clocks go back', async () => {
  app.clock.set('2026-10-20T10:00:00Z');
  const [teacher, learner] = await Promise.all([
    makeInstructor(app, { ...berlin, licenceExpiresOn: '2026-10-25' }),
    makePerson(app),
  ]);
  // 23:00 UTC is midnight in Berlin.
  const { data } = await refusalOf(book(learner, teacher.id, '2026-10-25T23:00:00Z'));
  expect(data.instructor?.code).toBe('not_bookable');
  expect((await book(learner, teacher.id, '2026-10-25T22:45:00Z')).status).toBe('held');
});

test('[rule 18] the twelve months of a package end with a day of the instructor’s calendar: S$320.10 come back at midnight, not before', async () => {
  app.clock.set('2026-10-30T10:00:00Z');
  const [teacher, learner] = await Promise.all([makeSeller(app, berlin), makePerson(app)]);
  const { id, expiresOn } = await buyPackage(app, learner, teacher, { minutes: 300 });
  expect(expiresOn).toBe('2027-10-30');
  const statusOf = async () =>
    (await app.db.query('select status from package_purchases where id = $1', [id]))[0]?.status;
  const owed = () => app.db.query('select "amountCents" from refunds where learner = $1', [learner.id]);
  // Bought in winter time, it ends on the last day of summer time: midnight is 22:00 UTC.
  app.clock.set('2027-10-30T21:59:00Z');
  await app.app.sweepers.runDue();
  expect([await statusOf(), await owed()]).toEqual(['active', []]);
  app.clock.set('2027-10-30T22:00:00Z');
  await app.app.sweepers.runDue();
  expect([await statusOf(), await owed()]).toEqual(['expired', [{ amountCents: 32_010 }]]);
  expect(await ledgerFaults(app.db)).toEqual([]);
});
