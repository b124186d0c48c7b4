import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeChargeback, openChargeback } from '#marketplace/money/chargebacks/take-chargeback.ts';
import { createSandboxProvider } from '#marketplace/money/payments/sandbox-provider.ts';
import { openTill } from '#marketplace/open-till.ts';
import { bookWithPackage, card, makeSeller, type Person } from '#support/packages.ts';
import { makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
afterAll(() => app.close());

const till = () => openTill(app.app.engine, createSandboxProvider());
const disputeOf = (payment: string, amountCents: number) => ({
  id: `dp_${payment}`,
  paymentReference: `sandbox_${payment}`,
  amountCents,
  feeCents: 2000,
});
/** The bank takes so much of a payment back. */
const takeBack = (payment: string, amountCents: number) => openChargeback(till(), disputeOf(payment, amountCents));
const decide = (payment: string, isWon: boolean) => closeChargeback(till(), disputeOf(payment, 6600), isWon);

describe('[rule 21] both sides are told what a bank’s taking back means for them, once each, and their page of the lesson says so', () => {
  const told = async (person: Person) =>
    (await person.collection('notifications').getFullList({ sort: 'created,id' })).filter(({ title }) =>
      /bank/.test(String(title)),
    );
  const mailsOf = async (person: Person) =>
    (
      await app.db.query<{ subject: string }>(
        `select n.title as subject from _deliveries d join notifications n on n.id = d.notification
         where n."user" = $1 and d.channel = 'email' and d.required and n.title like '%bank%' order by n.created, n.id`,
        [person.id],
      )
    ).map(({ subject }) => subject);
  const pageOf = async (person: Person, lesson: string) =>
    (await person.send<{ items: object[] }>(`/api/marketplace/lessons/${lesson}/chargebacks`, {})).items;

  /** A lesson of S$66.00 that was given and is closed. */
  async function given() {
    const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
    const wanted = { instructor: teacher.id, start: '2026-11-22T02:00:00Z', durationMinutes: 60 };
    const { id: lesson } = await learner.collection('lessons').create(wanted);
    const payment = await learner.collection('payments').create({ lesson, ...card });
    app.clock.set('2026-11-23T04:00:00Z');
    await app.app.sweepers.runDue();
    expect((await learner.collection('lessons').getOne(lesson)).status).toBe('closed');
    return { teacher: teacher.client, learner, lesson, payment: payment.id };
  }

  test.each([
    ['stands', true],
    ['is lost', false],
  ])('of a lesson that was given, when it opens and when the payment %s', async (_, isWon) => {
    const { teacher, learner, lesson, payment } = await given();
    expect(await pageOf(learner, lesson)).toEqual([]);
    await takeBack(payment, 6600);
    await takeBack(payment, 6600);
    const opened = {
      status: 'open',
      opened: expect.stringMatching(/^2026-11-23T04:00/),
      decided: null,
      hasWaited: true,
      isBesideCase: false,
    };
    expect(await pageOf(learner, lesson)).toEqual([{ ...opened, amountCents: 6600, coveredCents: 0 }]);
    expect(await pageOf(teacher, lesson)).toEqual([opened]);
    app.clock.advance(30);
    await decide(payment, isWon);
    await decide(payment, isWon);
    const [toLearner, toInstructor] = await Promise.all([told(learner), told(teacher)]);
    expect(toLearner.map(({ title }) => title)).toEqual([
      'Your bank is taking a payment back',
      'Your bank has decided',
    ]);
    expect(toLearner[0]?.message).toMatch(
      /^Your bank is taking back S\$66\.00 that you paid for the lesson with .+ Until your bank has decided, the lesson is in dispute/,
    );
    expect(toLearner[1]?.message).toMatch(isWon ? / stays paid: the S\$66\.00 / : / you keep the S\$66\.00 /);
    expect(toInstructor.map(({ title }) => title)).toEqual([
      'A lesson’s money is waiting for the bank',
      'A lesson’s money is no longer waiting for the bank',
    ]);
    expect(toInstructor[1]?.message).toContain(isWon ? ': it stands.' : 'at our cost and not yours');
    expect(await mailsOf(learner)).toEqual(toLearner.map(({ title }) => title));
    expect(await mailsOf(teacher)).toEqual(toInstructor.map(({ title }) => title));
    for (const { link } of [...toLearner, ...toInstructor]) expect(link).toBe(`/dashboard/lessons/${lesson}`);
    expect(await pageOf(teacher, lesson)).toMatchObject([{ status: isWon ? 'won' : 'lost', hasWaited: true }]);
    const stranger = await makePerson(app);
    await expect(pageOf(stranger, lesson)).rejects.toMatchObject({ status: 404 });
  });

  test('of a lesson that was called off for it both hear that it is off, and the learner what the bank decided', async () => {
    const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
    const wanted = { instructor: teacher.id, start: '2026-11-28T02:00:00Z', durationMinutes: 60 };
    const { id: lesson } = await learner.collection('lessons').create(wanted);
    const payment = await learner.collection('payments').create({ lesson, ...card });
    await takeBack(payment.id, 6600);
    expect(await told(learner)).toEqual([]);
    await decide(payment.id, true);
    const [message] = (await told(learner)).map((notice) => notice.message);
    expect(message).toContain('S$66.00 of it is your credit now.');
    expect(await pageOf(learner, lesson)).toMatchObject([{ status: 'won', hasWaited: false, coveredCents: 6600 }]);
  });

  test('of a lesson that a claim is open about its instructor’s money waits for both, and of one whose payment had gone back nobody waits', async () => {
    const claimed = await given();
    await claimed.learner.collection('claims').create({ lesson: claimed.lesson, kind: 'quality', text: 'Too short.' });
    await takeBack(claimed.payment, 6600);
    const [notice] = await told(claimed.learner);
    expect(notice?.message).toContain('We don’t refund what your bank has already given you for this lesson');
    expect((await told(claimed.teacher)).map(({ title }) => title)).toEqual([
      'A lesson’s money is waiting for the bank',
    ]);
    app.clock.set('2026-11-21T10:00:00+08:00');
    const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
    const wanted = { instructor: teacher.id, start: '2026-11-27T02:00:00Z', durationMinutes: 60 };
    const { id: lesson } = await learner.collection('lessons').create(wanted);
    const payment = await learner.collection('payments').create({ lesson, ...card });
    await learner.collection('cancellations').create({ lesson });
    await takeBack(payment.id, 6600);
    await decide(payment.id, false);
    expect(await told(learner)).toEqual([]);
  });

  test('of somebody who has left only the instructor hears, and not by the name of a deleted account', async () => {
    const { teacher, learner, payment } = await given();
    const { plan } = await learner.send('/api/marketplace/close-account', {});
    const body = { confirmation: `${learner.id}@kerbside.example`, password: 'learner-password', agreed: plan };
    await learner.send('/api/marketplace/close-account', { method: 'POST', body });
    await takeBack(payment, 6600);
    app.clock.advance(30);
    await decide(payment, false);
    expect(await app.db.query('select title from notifications where "user" = $1', [learner.id])).toEqual([]);
    const [opened, decided] = (await told(teacher)).map(({ message }) => message);
    expect(opened).toMatch(/^The bank of a former learner is taking back what was paid for the lesson on /);
    expect(decided).toMatch(/^The bank has decided about the payment for the lesson with a former learner on /);
  });

  test('of a package both hear that it has ended, and the learner what the bank decided', async () => {
    const [teacher, learner] = await Promise.all([makeSeller(app), makePerson(app)]);
    const { id } = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 300 });
    const payment = await learner.collection('payments').create({ packagePurchase: id, ...card });
    await takeBack(payment.id, 32010);
    app.clock.advance(30);
    await decide(payment.id, false);
    expect((await told(learner)).map(({ title }) => title)).toEqual([
      'Your bank is taking a payment back',
      'Your bank has decided',
    ]);
    const heard = await teacher.client.collection('notifications').getFullList({ filter: `title = 'Package ended'` });
    expect(heard).toHaveLength(1);
    for (const { message } of [...(await told(learner)), ...heard]) expect(message).not.toContain('cancelled');
  });

  test('of a package that paid lessons ahead both hear how many are cancelled', async () => {
    const [teacher, learner] = await Promise.all([makeSeller(app), makePerson(app)]);
    const { id } = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 300 });
    const payment = await learner.collection('payments').create({ packagePurchase: id, ...card });
    for (const day of [27, 28]) await bookWithPackage(learner, teacher, `2026-11-${day}T02:00:00Z`, 60);
    await takeBack(payment.id, 32010);
    const [notice] = await told(learner);
    expect(notice?.message).toContain('The 2 lessons ahead that it paid for are cancelled.');
    const [heard] = await teacher.client.collection('notifications').getFullList({ filter: `title = 'Package ended'` });
    expect(heard?.message).toContain('The 2 lessons ahead that it paid for are cancelled.');
  });
});
