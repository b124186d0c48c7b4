import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { balancesOf, buyPackage, card, makeSeller, type Person } from '#support/packages.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
afterAll(async () => {
  expect((await proveLedger(app.db)).faults).toEqual([]);
  await app.close();
});

const first = '2026-11-25T02:00:00.000Z';
const starts = [0, 1, 2, 3, 4].map((week) =>
  new Date(Date.parse(first) + week * 7 * 86_400_000).toISOString().replace('T', ' '),
);

const wish = (teacher: Teacher, weeks: unknown, more: object = {}) => ({
  ...{ instructor: teacher.id, start: first, durationMinutes: 60, weeks, pickup: 'Blk 123', postalCode: '460123' },
  ...more,
});
const hold = (learner: Person, teacher: Teacher, weeks: unknown = [0, 1, 2, 3, 4], more: object = {}) =>
  learner.collection('lessons').create(wish(teacher, weeks, more));
const lessonsOf = (learner: Person) => learner.collection('lessons').getFullList({ sort: 'start' });
const statesOf = async (learner: Person) => (await lessonsOf(learner)).map(({ status }) => status);
const paymentsOf = (learner: Person) => learner.collection('payments').getFullList({ sort: 'lesson.start' });
const pay = (learner: Person, lessonSeries: string, how: object = card) =>
  learner.collection('payments').create({ lessonSeries, ...how });
const bank = (payment: string) => app.root.send('/api/sandbox/bank', { method: 'POST', body: { payment } });
const weekly = (client: Person, teacher: Teacher, lesson = '') =>
  client.send('/api/marketplace/weekly', {
    query: { instructor: teacher.id, start: first, durationMinutes: 60, lesson },
  }) as Promise<{ items: Array<{ week: number; start: string; priceCents: number; refusal: string; reason: string }> }>;

async function scene(fields?: Record<string, unknown>) {
  const [teacher, learner] = await Promise.all([makeInstructor(app, fields), makePerson(app)]);
  return { teacher, learner };
}

/** Five weekly lessons that are held, for S$66.00 each. */
async function held(fields?: Record<string, unknown>) {
  const { teacher, learner } = await scene(fields);
  const lesson = await hold(learner, teacher);
  return { teacher, learner, series: lesson.id };
}

async function credit(learner: Person, cents: number) {
  await app.db.query(
    `select post_ledger_transaction($1, 'goodwill', null, null, now(), jsonb_build_array(
       jsonb_build_object('account', 'goodwill', 'cents', $3::integer),
       jsonb_build_object('account', 'learner_credit:' || $2::text, 'cents', -$3::integer)))`,
    [`test:${learner.id}`, learner.id, cents],
  );
}

describe('the same time of five weeks', () => {
  test('is shown week by week before it is held, each with its own price and why it can’t be had', async () => {
    const { teacher, learner } = await scene({ horizonDays: 26 });
    await app.root
      .collection('time_off')
      .create({ instructor: teacher.id, start: '2026-12-02T00:00:00Z', end: '2026-12-02T12:00:00Z' });
    await teacher.client.collection('instructors').update(teacher.id, { hourlyCents: 7000 });
    const { items } = await weekly(learner, teacher);
    expect(items.map(({ week, priceCents, refusal }) => ({ week, priceCents, refusal }))).toEqual(
      ['', 'outside_availability', '', '', 'too_far'].map((refusal, week) => ({ week, priceCents: 7000, refusal })),
    );
    expect(items[1]?.reason).toBe('The instructor doesn’t work at that time.');
    expect((await refusalOf(weekly(learner, { ...teacher, id: 'nobody000000000' }))).status).toBe(404);
  });

  test('is held together, with weeks left out, until one instant; a repeat holds nothing more', async () => {
    const { teacher, learner } = await scene();
    const id = 'weekly000000001';
    const lesson = await hold(learner, teacher, [0, 2, 3], { id });
    expect(lesson).toMatchObject({ id, series: id, status: 'held' });
    expect(await hold(learner, teacher, [0, 2, 3], { id })).toMatchObject({ id, series: id });
    const all = await lessonsOf(learner);
    expect(all.map(({ start }) => start)).toEqual([starts[0], starts[2], starts[3]]);
    expect(new Set(all.map(({ series, holdExpiresAt }) => `${series} ${holdExpiresAt}`)).size).toBe(1);
    expect((await refusalOf(hold(learner, teacher, [0, 1], { id }))).data).toMatchObject({ id: { code: 'id_reused' } });
    for (const weeks of [[1], [0, 5], [0, 1, 1], 'all']) {
      expect((await refusalOf(hold(learner, teacher, weeks))).data).toMatchObject({
        weeks: { code: 'validation_invalid_value' },
      });
    }
    await hold(learner, teacher, [0], { start: '2026-11-26T02:00:00Z' });
    expect((await lessonsOf(learner)).at(1)).toMatchObject({ series: '' });
    const booking = wish(teacher, [0, 1], { learner: learner.id, start: '2026-11-27T02:00:00Z' });
    expect((await refusalOf(teacher.client.collection('lessons').create(booking))).data).toMatchObject({
      weeks: { code: 'not_allowed' },
    });
  });

  test('is held whole or not at all, and a refusal says of which week', async () => {
    const { teacher, learner } = await scene();
    const other = await makePerson(app);
    await other
      .collection('lessons')
      .create({ instructor: teacher.id, start: starts[3]?.replace(' ', 'T'), durationMinutes: 60 });
    const refused = await refusalOf(hold(learner, teacher));
    expect(refused).toMatchObject({ status: 409, data: { start: { code: 'slot_taken' } } });
    expect(refused.data.start?.params).toMatchObject({ start: starts[3]?.replace(' ', 'T') });
    expect(await lessonsOf(learner)).toEqual([]);
    expect((await hold(learner, teacher, [0, 1, 2, 4])).status).toBe('held');
  });

  test('counts as five of the times that one may hold', async () => {
    const { teacher, learner } = await scene();
    await hold(learner, teacher);
    const again = await refusalOf(hold(learner, teacher, [0, 1, 2, 3], { start: '2026-11-26T02:00:00Z' }));
    expect(again.data).toMatchObject({ start: { code: 'too_many_holds' } });
    expect((await hold(learner, teacher, [0, 1, 2], { start: '2026-11-26T02:00:00Z' })).status).toBe('held');
  });

  test('takes the place of a time that is held already, and ends when that would have ended', async () => {
    const { teacher, learner } = await scene();
    const one = await learner
      .collection('lessons')
      .create({ instructor: teacher.id, start: first, durationMinutes: 60 });
    app.clock.advance(5);
    expect((await weekly(learner, teacher)).items[0]?.refusal).toBe('slot_taken');
    expect((await weekly(learner, teacher, one.id)).items[0]?.refusal).toBe('');
    const stranger = await makePerson(app);
    expect((await weekly(stranger, teacher, one.id)).items[0]?.refusal).toBe('slot_taken');
    await hold(learner, teacher, [0, 1], { replaces: one.id });
    const all = await lessonsOf(learner);
    expect(all.map(({ status }) => status).sort()).toEqual(['cancelled_by_learner', 'held', 'held']);
    expect(new Set(all.map(({ holdExpiresAt }) => holdExpiresAt))).toEqual(new Set([one.holdExpiresAt]));
  });

  test('of two learners who cross, one gets all of it and the other nothing', async () => {
    for (let round = 0; round < 8; round++) {
      const teacher = await makeInstructor(app);
      const learners = await Promise.all([makePerson(app), makePerson(app)]);
      const shifted = { start: '2026-12-02T02:00:00Z' };
      const outcomes = await Promise.allSettled(
        learners.map((learner, index) => hold(learner, teacher, [0, 1, 2], index === 0 ? {} : shifted)),
      );
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const counts = await Promise.all(learners.map(async (learner) => (await lessonsOf(learner)).length));
      expect(counts.sort()).toEqual([0, 3]);
    }
  });
});

describe('one payment for several lessons', () => {
  test('charges the sum once; each lesson has its own payment, code, and news and mail are one', async () => {
    const { teacher, learner, series } = await held();
    const payment = await pay(learner, series);
    expect(payment).toMatchObject({ status: 'succeeded', lesson: series, amountCents: 6600, chargedCents: 33_000 });
    const lessons = await lessonsOf(learner);
    expect(lessons.map(({ status }) => status)).toEqual(Array(5).fill('confirmed'));
    const all = await paymentsOf(learner);
    expect(all.map(({ lesson, amountCents, chargedWith }) => [lesson, amountCents, chargedWith])).toEqual(
      lessons.map(({ id }, index) => [id, 6600, index === 0 ? '' : payment.id]),
    );
    expect(await balancesOf(app, ...lessons.map(({ id }) => `held:${id}`))).toEqual(Array(5).fill(6600));
    for (const [person, title] of [
      [learner, '5 lessons confirmed'],
      [teacher.client, '5 new lessons'],
    ] as const) {
      const told = await person.collection('notifications').getFullList();
      expect(told.map((each) => each.title)).toEqual([title]);
    }
    const mails = await app.db.query<{ message: { subject: string; attachments: Array<{ content: string }> } }>(
      `select message from _mails where message->'to'->>'address' = any ($1::text[]) order by message->>'subject'`,
      [[`${learner.id}@kerbside.example`, `${teacher.client.id}@kerbside.example`]],
    );
    expect(mails.map(({ message }) => message.subject)).toEqual([
      expect.stringMatching(/^5 new weekly lessons: Person/),
      expect.stringMatching(/^Confirmed: 5 weekly lessons with Instructor/),
    ]);
    for (const { message } of mails) {
      const { content = '' } = message.attachments[0] ?? {};
      expect(content.match(/BEGIN:VEVENT/g)?.length).toBe(5);
      expect(content).toContain('METHOD:PUBLISH');
    }
    const again = await refusalOf(pay(learner, series));
    expect(again).toMatchObject({ status: 409, data: { lessonSeries: { code: 'already_paid' } } });
  });

  test('is its learner’s to make, and a declined card keeps all the times', async () => {
    const { learner, series, teacher } = await held();
    for (const somebody of [await makePerson(app), teacher.client]) {
      expect((await refusalOf(pay(somebody, series))).data).toMatchObject({
        lessonSeries: { code: 'validation_missing_rel_records' },
      });
    }
    const declined = await pay(learner, series, { method: 'card', cardNumber: '4000000000000002' });
    expect(declined).toMatchObject({ status: 'failed', chargedCents: 33_000 });
    expect((await paymentsOf(learner)).map(({ status }) => status)).toEqual(Array(5).fill('failed'));
    expect(await statesOf(learner)).toEqual(Array(5).fill('held'));
    const payment = await pay(learner, series, { method: 'paynow' });
    expect(payment.qrPayload).toContain('5406330.00');
    const [, second] = await lessonsOf(learner);
    const alone = await refusalOf(learner.collection('payments').create({ lesson: second?.id, ...card }));
    expect(alone).toMatchObject({ status: 409, data: { lesson: { code: 'payment_open' } } });
    await learner.send(`/api/marketplace/payments/${payment.id}/close`, { method: 'POST' });
    expect((await paymentsOf(learner)).map(({ status }) => status).sort()).toEqual([
      ...Array(5).fill('expired'),
      ...Array(5).fill('failed'),
    ]);
    expect((await pay(learner, series)).status).toBe('succeeded');
    expect(await statesOf(learner)).toEqual(Array(5).fill('confirmed'));
  });

  test('pays what is still held: a lesson paid by itself before is not charged again', async () => {
    const { learner, series } = await held();
    const [, second] = await lessonsOf(learner);
    await learner.collection('payments').create({ lesson: second?.id, ...card });
    expect(await pay(learner, series)).toMatchObject({ status: 'succeeded', chargedCents: 26_400 });
    expect(await statesOf(learner)).toEqual(Array(5).fill('confirmed'));
  });

  test('that comes a minute late frees all times, and every cent goes back', async () => {
    const { learner, series } = await held();
    const payment = await pay(learner, series, { method: 'paynow' });
    app.clock.advance(16);
    await app.app.sweepers.runDue();
    expect(await statesOf(learner)).toEqual(Array(5).fill('expired'));
    await bank(payment.id);
    await expect
      .poll(async () => (await paymentsOf(learner)).map(({ status }) => status))
      .toEqual(Array(5).fill('refunded'));
    const refunds = await learner.collection('refunds').getFullList();
    expect(refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(33_000);
    const told = await learner.collection('notifications').getFullList({ filter: `type = 'payment'` });
    expect(told).toHaveLength(1);
  });

  test('and its end at the same instant leave all lessons confirmed or none', async () => {
    const { learner, series } = await held();
    const payment = await pay(learner, series, { method: 'paynow' });
    app.clock.advance(15);
    await Promise.all([bank(payment.id), app.app.sweepers.runDue()]);
    expect(new Set(await statesOf(learner))).toEqual(new Set(['expired']));
    const ledger = await balancesOf(app, ...(await lessonsOf(learner)).map(({ id }) => `held:${id}`));
    expect(ledger).toEqual(Array(5).fill(0));
  });

  test('told of twice at once is one', async () => {
    const { learner, series } = await held();
    const payment = await pay(learner, series, { method: 'paynow' });
    await Promise.all([bank(payment.id), bank(payment.id)]);
    expect(await statesOf(learner)).toEqual(Array(5).fill('confirmed'));
    const ids = (await lessonsOf(learner)).map(({ id }) => `held:${id}`);
    expect(await balancesOf(app, ...ids)).toEqual(Array(5).fill(6600));
  });

  test('asks an instructor who answers by hand once, about each lesson by itself', async () => {
    const { learner, series, teacher } = await held({ instantBooking: false });
    await pay(learner, series);
    expect(await statesOf(learner)).toEqual(Array(5).fill('requested'));
    const told = await teacher.client.collection('notifications').getFullList();
    expect(told.map(({ title }) => title)).toEqual(['A learner asks for 5 lessons']);
    const [, second] = await lessonsOf(learner);
    await teacher.client.collection('approvals').create({ lesson: second?.id, decision: 'decline', reason: 'Away' });
    await teacher.client.collection('approvals').create({ lesson: series, decision: 'accept' });
    expect(await statesOf(learner)).toEqual(['confirmed', 'declined', 'requested', 'requested', 'requested']);
    await expect
      .poll(async () => (await paymentsOf(learner)).map(({ status }) => status))
      .toEqual(['succeeded', 'refunded', 'succeeded', 'succeeded', 'succeeded']);
    // The next that is declined could no longer go back to PayNow.
    const [no] = await learner.collection('notifications').getFullList({ filter: "title = 'Lesson not confirmed'" });
    expect(no?.message).toContain(
      'goes back to where you paid from, or to your credit where that is no longer possible',
    );
  });
});

describe('one of five that is cancelled', () => {
  const cancel = (learner: Person, lesson: string | undefined) =>
    learner.collection('cancellations').create({ lesson, reason: 'Away' });
  const third = async (learner: Person) => (await lessonsOf(learner))[2]?.id;
  const grewOld = ({ id }: Person) =>
    app.db.query(`update payments set "succeededAt" = '2026-09-20Z' where learner = $1`, [id]);
  const creditOf = async (learner: Person) => (await balancesOf(app, `learner_credit:${learner.id}`))[0];

  test('gives its own share back to the card; the others stay', async () => {
    const { learner, series } = await held();
    await pay(learner, series);
    expect(await cancel(learner, await third(learner))).toMatchObject({ refundCents: 6600 });
    await expect
      .poll(async () => (await paymentsOf(learner)).map(({ status }) => status))
      .toEqual(['succeeded', 'succeeded', 'refunded', 'succeeded', 'succeeded']);
    expect(await statesOf(learner)).toEqual([
      'confirmed',
      'confirmed',
      'cancelled_by_learner',
      'confirmed',
      'confirmed',
    ]);
    expect(await creditOf(learner)).toBe(0);
    await learner.collection('reschedules').create({ lesson: series, start: '2026-11-26T03:00:00Z' });
    expect((await lessonsOf(learner))[0]).toMatchObject({ id: series, start: '2026-11-26 03:00:00.000Z' });
  });

  test('gives all back to PayNow, in as many parts as lessons are cancelled', async () => {
    const { learner, series } = await held();
    await bank((await pay(learner, series, { method: 'paynow' })).id);
    await cancel(learner, await third(learner));
    await cancel(learner, series);
    await app.app.sweepers.runDue();
    expect(await creditOf(learner)).toBe(0);
    const refunds = await learner.collection('refunds').getFullList();
    expect(refunds).toMatchObject(
      Array(2).fill({ amountCents: 6600, status: 'paid', sentAt: expect.stringMatching(/./) }),
    );
    expect((await learner.collection('payments').getFullList({ filter: `status = 'refunded'` })).length).toBe(2);
  });

  test('what is too old for PayNow is owed to whoever proved a telephone number, for a person to send where it is refused', async () => {
    const { learner, series } = await held();
    await bank((await pay(learner, series, { method: 'paynow' })).id);
    await grewOld(learner);
    await app.db.query(`update users set phone = '+6591234567', "phoneProved" = now() where id = $1`, [learner.id]);
    const preview = await learner.send('/api/marketplace/cancellation', { query: { lesson: series } });
    expect(preview).toMatchObject({ refundCents: 6600, ways: [{ method: 'paynow', cents: 6600 }] });
    await cancel(learner, series);
    expect(await creditOf(learner)).toBe(0);
    expect(await learner.collection('refunds').getFullList()).toMatchObject([{ amountCents: 6600 }]);
  });

  test('what PayNow takes no more is said to be credit, before it is cancelled and in the notice and the mail', async () => {
    const { learner, series } = await held();
    await bank((await pay(learner, series, { method: 'paynow' })).id);
    const preview = () =>
      learner.send('/api/marketplace/cancellation', { query: { lesson: series } }) as Promise<{
        refundCents: number;
        ways: object[];
      }>;
    expect(await preview()).toMatchObject({ refundCents: 6600, ways: [{ method: 'paynow', cents: 6600 }] });
    await cancel(learner, await third(learner));
    expect(await preview()).toMatchObject({ refundCents: 6600, ways: [{ method: 'paynow', cents: 6600 }] });
    await grewOld(learner);
    expect(await preview()).toMatchObject({ refundCents: 6600, ways: [{ method: 'paynow_to_credit', cents: 6600 }] });
    await cancel(learner, series);
    const told = await learner.collection('notifications').getFullList();
    expect(told.map(({ message }) => message)).toContainEqual(
      expect.stringContaining(
        'S$66.00 goes back to your credit, because this PayNow payment is too old to be sent back',
      ),
    );
    const [mail] = await app.db.query<{ message: { text: string } }>('select message from _mails where key = $1', [
      `lesson_cancelled:${series}:learner`,
    ]);
    expect(mail?.message.text).toContain('Credit: S$66.00');
    expect(mail?.message.text).toContain('It is there now.');
    expect(mail?.message.text).not.toMatch(/Refund:|on its way/);
  });

  test('[rule 10] its instructor who is missing is said to owe credit where PayNow takes no more', async () => {
    const { learner, series } = await held();
    await bank((await pay(learner, series, { method: 'paynow' })).id);
    await grewOld(learner);
    app.clock.set('2026-11-25T02:16:00Z');
    await learner.collection('no_shows').create({ lesson: series });
    const told = await learner.collection('notifications').getFullList({ filter: "title = 'Somebody was not there'" });
    expect(told.map(({ message }) => message)).toEqual([
      expect.stringMatching(/S\$66\.00 becomes credit after that, because your PayNow payment is then too old/),
    ]);
  });

  test('paid with credit is credit again; credit that is not enough for all pays none', async () => {
    const { learner, series } = await held();
    await credit(learner, 32_999);
    expect((await refusalOf(pay(learner, series, { method: 'credit' }))).data).toMatchObject({
      method: { code: 'no_credit' },
    });
    expect(await statesOf(learner)).toEqual(Array(5).fill('held'));
    expect(await creditOf(learner)).toBe(32_999);
    await app.db.query(
      `select post_ledger_transaction($1, 'goodwill', null, null, now(), jsonb_build_array(
         jsonb_build_object('account', 'goodwill', 'cents', 1),
         jsonb_build_object('account', 'learner_credit:' || $2::text, 'cents', -1)))`,
      [`cent:${learner.id}`, learner.id],
    );
    await pay(learner, series, { method: 'credit' });
    expect(await creditOf(learner)).toBe(0);
    expect(await statesOf(learner)).toEqual(Array(5).fill('confirmed'));
    await cancel(learner, await third(learner));
    expect(await creditOf(learner)).toBe(6600);
  });

  test('paid with minutes of a package gives the minutes back', async () => {
    const [teacher, learner] = await Promise.all([makeSeller(app), makePerson(app)]);
    const bought = await buyPackage(app, learner, teacher, { minutes: 300 });
    const { id } = await hold(learner, teacher);
    await pay(learner, id, { method: 'credit' });
    expect(await statesOf(learner)).toEqual(Array(5).fill('confirmed'));
    const minutesLeft = async () => (await learner.collection('package_purchases').getOne(bought.id)).minutesLeft;
    expect(await minutesLeft()).toBe(0);
    await cancel(learner, await third(learner));
    expect(await minutesLeft()).toBe(60);
  });
});
