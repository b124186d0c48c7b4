import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { mailedCode } from '#support/mailed-code.ts';
import { ledgerFaults, makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;
type Client = Awaited<ReturnType<typeof makePerson>>;
type Plan = {
  lessons: number;
  balances: number;
  creditCents: number;
  plan: string;
  cancelling: Record<string, unknown>[];
  packages: Record<string, unknown>[];
};

beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
afterAll(async () => {
  expect(await ledgerFaults(app.db)).toEqual([]);
  await app.close();
});

const card = { method: 'card', cardNumber: '4242424242424242' };
const today = (hour: number) => `2026-11-21T${hour}:00:00+08:00`;
const inFourDays = '2026-11-25T10:00:00+08:00';

async function book(learner: Client, instructor: string, start: string) {
  const lesson = await learner.collection('lessons').create({ instructor, start, durationMinutes: 60 });
  await learner.collection('payments').create({ lesson: lesson.id, ...card });
  return lesson.id;
}

const planOf = (client: Client) => client.send('/api/marketplace/close-account', {}) as Promise<Plan>;
const close = (client: Client, agreed?: string) =>
  client.send('/api/marketplace/close-account', {
    method: 'POST',
    body: { confirmation: `${client.id}@kerbside.example`, password: 'learner-password', agreed },
  });
const statusOf = async (lesson: string) =>
  (await app.db.query('select status from lessons where id = $1', [lesson]))[0]?.status;
const balanceOf = async (account: string) =>
  (
    await app.db.query<{ cents: number }>(
      'select coalesce(-sum("amountCents"), 0)::integer as cents from ledger_entries where account = $1',
      [account],
    )
  )[0]?.cents;

describe('who signs in with codes and has no password', () => {
  const closeBy = (client: Client, proof: Record<string, string>) =>
    client.send('/api/marketplace/close-account', {
      method: 'POST',
      body: { confirmation: client.authStore.record?.email, ...proof },
    });
  async function signUp(email: string): Promise<Client> {
    const client = app.guest();
    const { otpId } = await client.collection('users').requestOTP(email);
    const { record } = await client.collection('users').authWithOTP(otpId, await mailedCode(app, email));
    return Object.assign(client, { id: record.id });
  }

  test('deletes the account by a mailed code, which is used up, is nobody else’s, and does not go without one', async () => {
    const [mei, other] = [await signUp('mei.code@kerbside.example'), await makePerson(app)];
    const { otpId } = await mei.collection('users').requestOTP('mei.code@kerbside.example');
    const code = await mailedCode(app, 'mei.code@kerbside.example');
    const refused = async (client: Client, proof: Record<string, string>) =>
      (await refusalOf(closeBy(client, proof))).data;
    expect(await refused(mei, {})).toMatchObject({ password: { code: 'validation_required' } });
    expect(await refused(mei, { otpId, code: code === '000000' ? '000001' : '000000' })).toMatchObject({
      code: { code: 'invalid_code' },
    });
    expect(await refused(other, { otpId, code })).toMatchObject({ code: { code: 'invalid_code' } });
    expect(await refused(mei, { otpId, code })).toMatchObject({ code: { code: 'invalid_code' } });
    const again = await mei.collection('users').requestOTP('mei.code@kerbside.example');
    const proof = { otpId: again.otpId, code: await mailedCode(app, 'mei.code@kerbside.example') };
    expect(await closeBy(mei, proof)).toEqual({ outcome: 'deleted' });
  });

  test('takes another address by a code that is mailed to the one of before', async () => {
    const ann = await signUp('ann.code@kerbside.example');
    await ann.collection('users').requestEmailChange('ann.new@kerbside.example');
    const [mail] = await (await fetch(`${app.url}/api/dev/mailbox?to=ann.new@kerbside.example`)).json();
    const token = /confirm-email-change\/([\w.-]+)/.exec(mail.text)?.[1] ?? '';
    const { otpId } = await ann.collection('users').requestOTP('ann.code@kerbside.example');
    const code = await mailedCode(app, 'ann.code@kerbside.example');
    const confirm = (body: Record<string, string>) =>
      app
        .guest()
        .collection('users')
        .confirmEmailChange(token, '', { body: { token, ...body } });
    expect((await refusalOf(confirm({ otpId: 'unknown', code }))).data).toMatchObject({
      code: { code: 'invalid_code' },
    });
    await confirm({ otpId, code });
    expect((await app.root.collection('users').getOne(ann.id)).email).toBe('ann.new@kerbside.example');
  });

  test('is asked for the password where two-factor sign-in is on: a code is the other half there', async () => {
    const bob = await signUp('bob.code@kerbside.example');
    await app.db.query('update users set "twoFactor" = true where id = $1', [bob.id]);
    const { otpId } = await bob.collection('users').requestOTP('bob.code@kerbside.example');
    const code = await mailedCode(app, 'bob.code@kerbside.example');
    expect((await refusalOf(closeBy(bob, { otpId, code }))).data).toMatchObject({ code: { code: 'needs_password' } });
  });
});

describe('a learner with lessons ahead leaves', () => {
  test('[rule 6] [rule 7] sees what each lesson brings, one after the other, and it happens so with the account', async () => {
    const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
    const late = await book(learner, teacher.id, today(15));
    const later = await book(learner, teacher.id, today(17));
    const early = await book(learner, teacher.id, inFourDays);
    const plan = await planOf(learner);
    // Five hours ahead nothing comes back, but the mercy pass makes the first S$66.00 credit; the next one costs S$66.00; four days ahead all comes back.
    expect(plan).toMatchObject({ lessons: 0, balances: 0, creditCents: 6600, packages: [] });
    expect(plan.cancelling).toMatchObject([
      { lesson: late, side: 'learner', refundCents: 0, creditCents: 6600, feeCents: 6600 },
      { lesson: later, side: 'learner', refundCents: 0, creditCents: 0, feeCents: 6600 },
      { lesson: early, side: 'learner', refundCents: 6600, creditCents: 0, feeCents: 0 },
    ]);
    expect(await statusOf(late)).toBe('confirmed');
    expect(await planOf(learner)).toEqual(plan);
    expect(await close(learner, plan.plan)).toEqual({ outcome: 'erased' });
    for (const lesson of [late, later, early]) expect(await statusOf(lesson)).toBe('cancelled_by_learner');
    expect(await balanceOf(`learner_credit:${learner.id}`)).toBe(0);
    // Of the forgiven lesson what the platform's 10 % would have been, and S$66.00 less 10 % of the other.
    expect(await balanceOf(`instructor_payable:${teacher.id}`)).toBe(660 + 5940);
    const told = await app.db.query('select message from notifications where "user" = $1 and title = $2', [
      teacher.client.id,
      'Lesson cancelled',
    ]);
    expect(told).toHaveLength(3);
    for (const { message } of told) expect(message).toMatch(/^Somebody who left cancelled/);
    const mailOf = async (lesson: string) =>
      (
        await app.db.query(`select message->>'text' as text from _mails where key = $1`, [
          `lesson_cancelled:${lesson}:learner`,
        ])
      )[0]?.text;
    expect(await mailOf(late)).toContain('its credit ends with it');
    expect(await mailOf(early)).toContain('It can take up to 5 working days to reach you.');
    for (const lesson of [late, early]) expect(await mailOf(lesson)).not.toMatch(/book another|book-lesson/);
    await app.app.sweepers.runDue();
    const refunds = await app.db.query(
      'select status, "amountCents" from refunds where payment in (select id from payments where learner = $1)',
      [learner.id],
    );
    expect(refunds).toEqual([{ status: 'paid', amountCents: 6600 }]);
    expect((await proveLedger(app.db)).faults).toEqual([]);
  });

  test('calls nothing off that was not shown, or that comes to something else by now', async () => {
    const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
    const lesson = await book(learner, teacher.id, inFourDays);
    const { plan } = await planOf(learner);
    expect(await refusalOf(close(learner))).toMatchObject({
      status: 409,
      data: { account: { code: 'account_in_use', params: { lessons: 1 } } },
    });
    // A minute after the last free one half of it is kept.
    app.clock.set('2026-11-24T10:01:00+08:00');
    const again = app.guest();
    await again.collection('users').authWithPassword(`${learner.id}@kerbside.example`, 'learner-password');
    const signedIn = Object.assign(again, { id: learner.id });
    const changed = await refusalOf(close(signedIn, plan));
    expect(changed).toMatchObject({ status: 409, data: { account: { code: 'plan_changed' } } });
    expect(await statusOf(lesson)).toBe('confirmed');
    expect(await app.db.query('select _closed from users where id = $1', [learner.id])).toEqual([{ _closed: null }]);
  });

  test('[rule 18] minutes of a package that paid for a lesson go back to it, and what is left of it to the card', async () => {
    const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
    await teacher.client
      .collection('package_offers')
      .create({ instructor: teacher.id, minutes: 300, discountPercent: 3, active: true });
    const order = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 300 });
    await learner.collection('payments').create({ packagePurchase: order.id, ...card });
    const lesson = await learner
      .collection('lessons')
      .create({ instructor: teacher.id, start: inFourDays, durationMinutes: 60 });
    await learner.collection('payments').create({ lesson: lesson.id, method: 'credit' });
    const plan = await planOf(learner);
    expect(plan).toMatchObject({ balances: 0, packages: [{ side: 'learner', minutesLeft: 300, refundCents: 32_010 }] });
    expect(await close(learner, plan.plan)).toEqual({ outcome: 'erased' });
    expect(await balanceOf(`held_package:${order.id}`)).toBe(0);
    expect((await proveLedger(app.db)).faults).toEqual([]);
  });
});

test('[rule 10] who waits for the money of a missed lesson leaves once it is there: what comes back as credit would be nobody’s', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const lesson = await book(learner, teacher.id, today(15));
  app.clock.set('2026-11-21T15:20:00+08:00');
  await learner.collection('no_shows').create({ lesson });
  const refused = await refusalOf(close(learner, (await planOf(learner)).plan));
  expect(refused.data).toMatchObject({ account: { code: 'account_in_use', params: { lessons: 1 } } });
  app.clock.advance(24 * 60 + 1);
  await app.app.sweepers.runDue();
  await learner.collection('users').authWithPassword(`${learner.id}@kerbside.example`, 'learner-password');
  const plan = await planOf(learner);
  expect(plan).toMatchObject({ lessons: 0, creditCents: 1000 });
  expect(await close(learner, plan.plan)).toEqual({ outcome: 'erased' });
  expect(await balanceOf(`learner_credit:${learner.id}`)).toBe(0);
});

describe('an instructor with lessons ahead leaves', () => {
  test('[rule 11] [rule 17] everything goes back to the learners, with S$10.00 more for a late one, and packages whole', async () => {
    const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
    await teacher.client
      .collection('package_offers')
      .create({ instructor: teacher.id, minutes: 300, discountPercent: 3, active: true });
    const order = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 300 });
    await learner.collection('payments').create({ packagePurchase: order.id, ...card });
    const late = await book(learner, teacher.id, today(15));
    const early = await book(learner, teacher.id, inFourDays);
    const plan = await planOf(teacher.client);
    expect(plan).toMatchObject({
      cancelling: [
        { lesson: late, side: 'instructor', refundCents: 6600, creditCents: 1000, instructorCents: 0 },
        { lesson: early, side: 'instructor', refundCents: 6600, creditCents: 0, instructorCents: 0 },
      ],
      packages: [{ package: order.id, side: 'instructor', refundCents: 32_010 }],
    });
    expect(await close(teacher.client, plan.plan)).toEqual({ outcome: 'erased' });
    for (const lesson of [late, early]) expect(await statusOf(lesson)).toBe('cancelled_by_instructor');
    expect(await balanceOf(`learner_credit:${learner.id}`)).toBe(1000);
    expect((await proveLedger(app.db)).faults).toEqual([]);
  });

  test('not while that leaves them owing money: the third late cancellation is theirs to pay', async () => {
    const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
    for (const hour of [15, 16, 17]) await book(learner, teacher.id, today(hour));
    const plan = await planOf(teacher.client);
    expect(plan).toMatchObject({ balances: 1, cancelling: [{}, {}, { creditCents: 1000, instructorCents: -1000 }] });
    const refused = await refusalOf(close(teacher.client, plan.plan));
    expect(refused).toMatchObject({
      status: 409,
      data: { account: { code: 'account_in_use', params: { balances: 1 } } },
    });
    expect(
      await app.db.query(`select 1 from lessons where instructor = $1 and status = 'confirmed'`, [teacher.id]),
    ).toHaveLength(3);
  });
});
