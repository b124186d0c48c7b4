import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { settleNoShows } from '#marketplace/booking/lessons/absences/settle-no-shows.ts';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { ledgerFaults, makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
afterAll(() => app.close());

const start = '2026-11-22T02:00:00Z';
const at = (time: string) => app.clock.set(`2026-11-22T${time}:00Z`);
const codesOf = async (call: Promise<unknown>) => {
  const { status, data } = await refusalOf(call);
  return [status, ...Object.entries(data).map(([field, { code }]) => `${field} ${code}`)];
};

/** A lesson of an hour for S$66.00, paid by card, from 02:00 UTC on 22 November. */
async function paidLesson() {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const made = await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });
  await learner.collection('payments').create({ lesson: made.id, method: 'card', cardNumber: '4242424242424242' });
  const make = (by: typeof learner, collection: string, more: object = {}) =>
    by.collection(collection).create({ lesson: made.id, ...more });
  const statusOf = async () => (await learner.collection('lessons').getOne(made.id)).status;
  return { teacher, learner, lesson: made.id, make, statusOf };
}

const balanceOf = async (account: string) => {
  const [row] = await app.db.query<{ cents: number }>(
    'select "balanceCents"::integer as cents from ledger_accounts where id = $1',
    [account],
  );
  return 0 - (row?.cents ?? 0);
};

const platformBalance = async (account: string) => {
  const [row] = await app.db.query<{ cents: number }>(
    'select ledger_balance(a)::integer as cents from ledger_accounts a where a.id = $1',
    [account],
  );
  return row?.cents ?? 0;
};

describe('"I’m here"', () => {
  test('[rule 10] is said once a side, from 30 minutes before the start on', async () => {
    const { teacher, learner, make } = await paidLesson();
    at('01:29');
    expect(await codesOf(make(learner, 'arrivals'))).toEqual([400, 'lesson too_early']);
    at('01:30');
    expect(await make(learner, 'arrivals')).toMatchObject({ side: 'learner', start: '2026-11-22 02:00:00.000Z' });
    expect(await codesOf(make(learner, 'arrivals'))).toEqual([400, 'lesson already_here']);
    expect((await make(teacher.client, 'arrivals')).side).toBe('instructor');
    expect((await learner.collection('arrivals').getFullList()).length).toBe(2);
  });
});

describe('the other side is not there', () => {
  test('[rule 10] a learner, from 15 minutes after the start on: S$66.00 stay paid, S$59.40 of it the instructor’s', async () => {
    const { teacher, learner, lesson, make, statusOf } = await paidLesson();
    at('02:14');
    expect(await codesOf(make(teacher.client, 'no_shows'))).toEqual([400, 'lesson too_early']);
    at('02:15');
    expect(await make(teacher.client, 'no_shows')).toMatchObject({
      missing: 'learner',
      refundCents: 0,
      feeCents: 6600,
      creditCents: 0,
      contestBy: '2026-11-23 02:15:00.000Z',
    });
    expect(await statusOf()).toBe('no_show_learner');
    expect(await balanceOf(`held:${lesson}`)).toBe(0);
    expect(await balanceOf(`instructor_payable:${teacher.id}`)).toBe(5940);
    expect(await codesOf(make(learner, 'no_shows'))).toEqual([400, 'lesson not_missable']);
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test('[rule 10] [rule 11] an instructor: S$66.00 come back and S$10.00 are credit, once the 24 hours to contest it are over', async () => {
    const { teacher, learner, lesson, make, statusOf } = await paidLesson();
    at('02:15');
    expect(await make(learner, 'no_shows')).toMatchObject({
      missing: 'instructor',
      refundCents: 6600,
      feeCents: 0,
      creditCents: 1000,
    });
    expect(await statusOf()).toBe('no_show_instructor');
    app.clock.set('2026-11-23T02:15:00Z');
    await app.app.sweepers.runDue();
    expect(await balanceOf(`held:${lesson}`)).toBe(6600);
    expect((await proveLedger(app.db)).faults).toEqual([]);
    app.clock.advance(1);
    await app.app.sweepers.runDue();
    await settleNoShows(app.app.engine, app.clock.nowMs());
    expect(await learner.collection('refunds').getFullList()).toMatchObject([{ amountCents: 6600, status: 'paid' }]);
    expect(await balanceOf(`held:${lesson}`)).toBe(0);
    expect(await balanceOf(`learner_credit:${learner.id}`)).toBe(1000);
    expect(await balanceOf(`instructor_payable:${teacher.id}`)).toBe(0);
    const told = await Promise.all(
      [learner, teacher.client].map((side) =>
        side.collection('notifications').getFullList({ filter: `title = 'Nobody contested a missed lesson'` }),
      ),
    );
    expect(told.map((notices) => notices.map(({ message }) => message))).toEqual([
      [expect.stringContaining('S$66.00 is on its way back the way you paid. S$10.00 was added to your credit.')],
      [expect.stringContaining('nothing of the lesson is yours')],
    ]);
    expect((await proveLedger(app.db)).faults).toEqual([]);
  });

  test('[rule 10] nothing of a lesson that its learner said was missed can be claimed before it comes back anyway, but for safety, and that sends nothing back sooner', async () => {
    const { learner, lesson, make } = await paidLesson();
    at('02:15');
    await make(learner, 'no_shows');
    const claim = (kind: string) => learner.collection('claims').create({ lesson, kind, text: 'Nobody came.' });
    expect(await codesOf(claim('first_lesson'))).toEqual([400, 'lesson not_claimable']);
    const { id } = await claim('safety');
    expect(await balanceOf(`held:${lesson}`)).toBe(6600);
    const admin = await makePerson(app, { role: 'admin' });
    await admin
      .collection('claim_decisions')
      .create({ claim: id, outcome: 'none', reason: 'Nobody came, so nobody was unsafe.' });
    expect(await learner.collection('refunds').getFullList()).toEqual([]);
    expect(await balanceOf('goodwill')).toBe(0);
    app.clock.advance(24 * 60 + 1);
    await app.app.sweepers.runDue();
    expect(await learner.collection('refunds').getFullList()).toMatchObject([{ amountCents: 6600 }]);
    expect(await balanceOf(`held:${lesson}`)).toBe(0);
    expect((await proveLedger(app.db)).faults).toEqual([]);
  });

  test('[rule 22] is told what becomes of PayNow money by when it goes back, not by when that is said', async () => {
    const { learner, lesson, make } = await paidLesson();
    // PayNow takes money back for 60 days, and they end before anybody can no longer contest it.
    const paidAt = new Date(Date.parse('2026-11-22T10:00:00Z') - 60 * 86_400_000);
    await app.db.query(`update payments set method = 'paynow', "succeededAt" = $2 where lesson = $1`, [lesson, paidAt]);
    at('02:15');
    await make(learner, 'no_shows');
    const [told] = await learner
      .collection('notifications')
      .getFullList({ filter: `title = 'Somebody was not there'` });
    expect(told?.message).toContain('S$66.00 becomes credit after that');
    app.clock.set('2026-11-23T02:16:00Z');
    await app.app.sweepers.runDue();
    expect(await balanceOf(`learner_credit:${learner.id}`)).toBe(7600);
  });

  test('said by both at once counts once', async () => {
    const { teacher, learner, make, statusOf } = await paidLesson();
    at('02:20');
    const outcomes = await Promise.allSettled([make(teacher.client, 'no_shows'), make(learner, 'no_shows')]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(['no_show_learner', 'no_show_instructor']).toContain(await statusOf());
    expect(await ledgerFaults(app.db)).toEqual([]);
  });
});

describe('a contested no-show', () => {
  test('[rule 10] waits for staff, who find the instructor missing: everything back, and the credit', async () => {
    const { teacher, learner, lesson, make, statusOf } = await paidLesson();
    at('02:15');
    const noShow = await make(teacher.client, 'no_shows');
    const contest = (by: typeof learner) =>
      by.collection('no_show_contests').create({ noShow: noShow.id, text: 'I stood at exit B from 01:50 on.' });
    expect(await codesOf(contest(teacher.client))).toEqual([400, 'noShow not_allowed']);
    const { id } = await contest(learner);
    expect(await statusOf()).toBe('disputed');
    expect(await codesOf(contest(learner))).toEqual([400, 'noShow not_contestable']);
    const admin = await makePerson(app, { role: 'admin' });
    const decide = () =>
      admin
        .collection('no_show_decisions')
        .create({ contest: id, missing: 'instructor', reason: 'The stamps say so.' });
    expect(await decide()).toMatchObject({ refundCents: 6600, creditCents: 1000 });
    expect(await statusOf()).toBe('no_show_instructor');
    expect(await balanceOf(`instructor_payable:${teacher.id}`)).toBe(0);
    expect(await balanceOf(`held:${lesson}`)).toBe(0);
    expect(await balanceOf(`learner_credit:${learner.id}`)).toBe(1000);
    expect(await codesOf(decide())).toEqual([400, 'contest already_decided']);
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test('[rule 10] of an instructor who was there after all: the lesson is paid out of what was held, S$59.40 of S$66.00', async () => {
    const { teacher, learner, lesson, make, statusOf } = await paidLesson();
    at('02:15');
    const noShow = await make(learner, 'no_shows');
    const { id } = await teacher.client
      .collection('no_show_contests')
      .create({ noShow: noShow.id, text: 'I was at the gate.' });
    const admin = await makePerson(app, { role: 'admin' });
    await admin
      .collection('no_show_decisions')
      .create({ contest: id, missing: 'learner', reason: 'A photo shows it.' });
    expect(await statusOf()).toBe('no_show_learner');
    app.clock.set('2026-11-23T02:16:00Z');
    await app.app.sweepers.runDue();
    expect(await balanceOf(`instructor_payable:${teacher.id}`)).toBe(5940);
    expect(await balanceOf(`held:${lesson}`)).toBe(0);
    expect(await learner.collection('refunds').getFullList()).toEqual([]);
    expect((await proveLedger(app.db)).faults).toEqual([]);
  });

  test('[rule 10] in whatever order staff decide, nobody is paid for what the learner has back', async () => {
    const { teacher, learner, lesson, make } = await paidLesson();
    at('02:15');
    const noShow = await make(teacher.client, 'no_shows');
    const admin = await makePerson(app, { role: 'admin' });
    const claim = await learner.collection('claims').create({ lesson, kind: 'first_lesson', text: 'I was there.' });
    const full = { claim: claim.id, outcome: 'full', instructorAtFault: true, reason: 'The stamps say so.' };
    await admin.collection('claim_decisions').create(full);
    const contest = await learner.collection('no_show_contests').create({ noShow: noShow.id, text: 'I was there.' });
    await admin.collection('no_show_decisions').create({ contest: contest.id, missing: 'learner', reason: 'No.' });
    expect(await balanceOf(`instructor_payable:${teacher.id}`)).toBe(0);
    expect(await learner.collection('refunds').getFullList()).toMatchObject([{ amountCents: 6600 }]);
    expect((await proveLedger(app.db)).faults).toEqual([]);
  });

  test.each([
    ['full', 6600, 1000],
    ['replacement', 0, 7600],
  ])(
    '[rule 10] [rule 14] of a first lesson that the platform gave back before (%s) nothing is given twice: the instructor who was missing gives it',
    async (outcome, refund, credit) => {
      const { teacher, learner, lesson, make } = await paidLesson();
      at('02:15');
      const noShow = await make(teacher.client, 'no_shows');
      const admin = await makePerson(app, { role: 'admin' });
      const goodwill = await platformBalance('goodwill');
      const claim = await learner.collection('claims').create({ lesson, kind: 'first_lesson', text: 'I was there.' });
      await admin.collection('claim_decisions').create({ claim: claim.id, outcome, reason: 'A bad start.' });
      const contest = await learner.collection('no_show_contests').create({ noShow: noShow.id, text: 'I was there.' });
      await admin
        .collection('no_show_decisions')
        .create({ contest: contest.id, missing: 'instructor', reason: 'The stamps say so.' });
      const refunds = await learner.collection('refunds').getFullList();
      expect(refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(refund);
      expect(await balanceOf(`learner_credit:${learner.id}`)).toBe(credit);
      expect(await balanceOf(`instructor_payable:${teacher.id}`)).toBe(0);
      // The S$10.00 of rule 11 are all that it costs.
      expect((await platformBalance('goodwill')) - goodwill).toBe(1000);
      expect((await proveLedger(app.db)).faults).toEqual([]);
    },
  );

  test('[rule 10] is contested within 24 hours, that minute included', async () => {
    const [first, second] = [await paidLesson(), await paidLesson()];
    at('02:15');
    const shows = [
      await first.make(first.teacher.client, 'no_shows'),
      await second.make(second.teacher.client, 'no_shows'),
    ];
    app.clock.set('2026-11-23T02:15:00Z');
    await first.learner.collection('no_show_contests').create({ noShow: shows[0]?.id, text: 'No.' });
    app.clock.advance(1);
    const late = second.learner.collection('no_show_contests').create({ noShow: shows[1]?.id, text: 'No.' });
    expect(await codesOf(late)).toEqual([400, 'noShow too_late']);
  });
});

describe('[rule 10] an instructor who came 10 minutes late', () => {
  /** The learner said at 01:55 to be there, the instructor at 02:10; the lesson goes on until 03:00. */
  async function late() {
    const scene = await paidLesson();
    const { teacher, learner, lesson, make } = scene;
    at('01:55');
    await make(learner, 'arrivals');
    at('02:10');
    await make(teacher.client, 'arrivals');
    const { startCode } = await learner.collection('lessons').getOne(lesson);
    await make(teacher.client, 'lesson_starts', { code: startCode, pdlSeen: true });
    return {
      ...scene,
      finish: (more: object = {}) => make(teacher.client, 'lesson_logs', { skills: [], notes: '', ...more }),
    };
  }

  test.each([
    ['03:00', 'gives S$11.00 of S$66.00 back, who did not make them up', 5500],
    ['03:25', 'keeps all of it, who made them up and had 15 minutes to say so', 6600],
    ['03:26', 'gives S$11.00 back, who said it later', 5500],
  ])('and finishes the lesson at %s %s', async (time, _, held) => {
    const { lesson, finish } = await late();
    at(time);
    await finish();
    expect(await balanceOf(`held:${lesson}`)).toBe(held);
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test.each([
    ['03:10', 'in time keeps all of it, though its device sent it at 06:00', 6600, '03:10'],
    ['03:26', 'too late gives S$11.00 back', 5500, '03:26'],
    ['01:59', 'before the lesson counts when it was sent', 5500, '06:00'],
    ['06:30', 'in the future counts when it was sent', 5500, '06:00'],
  ])('and pressed Finish at %s %s', async (pressed, _, held, finished) => {
    const { lesson, finish, learner } = await late();
    at('06:00');
    await finish({ finishedAt: `2026-11-22T${pressed}:00.000Z` });
    expect(await balanceOf(`held:${lesson}`)).toBe(held);
    const [log] = await learner.collection('lesson_logs').getFullList();
    expect(log).toMatchObject({ finishedAt: `2026-11-22 ${finished}:00.000Z`, created: '2026-11-22 06:00:00.000Z' });
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test('and never finished the lesson gives S$11.00 back when it closes, S$49.50 of S$55.00 are theirs', async () => {
    const { teacher, learner, lesson, statusOf } = await late();
    app.clock.set('2026-11-23T03:00:00Z');
    await app.app.sweepers.runDue();
    expect(await statusOf()).toBe('closed');
    expect(await learner.collection('refunds').getFullList()).toMatchObject([{ amountCents: 1100 }]);
    expect(await balanceOf(`held:${lesson}`)).toBe(0);
    expect(await balanceOf(`instructor_payable:${teacher.id}`)).toBe(4950);
    expect((await proveLedger(app.db)).faults).toEqual([]);
  });
});
