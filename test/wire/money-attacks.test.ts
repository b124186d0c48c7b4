import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { proveLedger } from '#marketplace/prove-ledger.ts';
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
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
afterEach(async () => {
  expect(await ledgerFaults(app.db)).toEqual([]);
  expect((await proveLedger(app.db)).faults).toEqual([]);
});
afterAll(() => app.close());

type Person = Awaited<ReturnType<typeof makePerson>>;
const card = { method: 'card', cardNumber: '4242424242424242' };

const balanceOf = async (account: string) => {
  const [row] = await app.db.query<{ cents: number }>(
    'select ledger_balance(a)::integer as cents from ledger_accounts a where id = $1',
    [account],
  );
  return 0 - (row?.cents ?? 0);
};
const creditOf = ({ id }: Person) => balanceOf(`learner_credit:${id}`);
const payableOf = ({ id }: Teacher) => balanceOf(`instructor_payable:${id}`);

/** A learner with so much credit, out of the platform's goodwill. */
async function withCredit(cents: number) {
  const learner = await makePerson(app);
  await app.db.query(`select post_ledger_transaction($1, 'goodwill', null, null, now(), $2::jsonb)`, [
    `test credit ${learner.id}`,
    JSON.stringify([
      { account: 'goodwill', cents },
      { account: `learner_credit:${learner.id}`, cents: -cents },
    ]),
  ]);
  return learner;
}

async function hold(learner: Person, teacher: Teacher, start: string): Promise<string> {
  return (await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 })).id;
}

async function paid(learner: Person, teacher: Teacher, start: string): Promise<string> {
  const lesson = await hold(learner, teacher, start);
  await learner.collection('payments').create({ lesson, ...card });
  return lesson;
}

/** Who was missing can't be contested any more. */
async function contestsAreOver(): Promise<void> {
  app.clock.advance(24 * 60 + 1);
  await app.app.sweepers.runDue();
}

/** Its instructor contests, and staff find the learner missing after all. */
async function turn(noShow: string, { client }: Teacher): Promise<void> {
  const contest = await client.collection('no_show_contests').create({ noShow, text: 'I was at the gate.' });
  const admin = await makePerson(app, { role: 'admin' });
  const decision = { contest: contest.id, missing: 'learner', reason: 'A photo shows it.' };
  await admin.collection('no_show_decisions').create(decision);
}

test('credit spent while a PayNow code for the whole price is open: what is too much goes back', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), withCredit(3000)]);
  const lesson = await hold(learner, teacher, '2026-12-01T02:00:00Z');
  const code = await learner.collection('payments').create({ lesson, method: 'paynow' });
  await learner.collection('payments').create({ lesson, method: 'credit' });
  await learner.send('/api/sandbox/bank', { method: 'POST', body: { payment: code.id } });
  expect((await learner.collection('lessons').getOne(lesson)).status).toBe('confirmed');
  expect(await balanceOf(`held:${lesson}`)).toBe(6600);
  expect(await learner.collection('refunds').getFullList()).toMatchObject([{ payment: code.id, amountCents: 3000 }]);
  expect(await learner.collection('cancellations').create({ lesson })).toMatchObject({ refundCents: 6600 });
  expect(await payableOf(teacher)).toBe(0);
  // Back as it was paid: S$36.00 by PayNow, and the S$30.00 that were credit before.
  expect(await creditOf(learner)).toBe(3000);
});

test('credit that is less than the price of a package buys no hours', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), withCredit(1000)]);
  const offer = { instructor: teacher.id, minutes: 300, discountPercent: 3, active: true };
  await teacher.client.collection('package_offers').create(offer);
  const order = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 300 });
  const refused = await refusalOf(
    learner.collection('payments').create({ packagePurchase: order.id, method: 'credit' }),
  );
  expect([refused.status, refused.data.method?.code]).toEqual([400, 'no_credit']);
  expect((await learner.collection('package_purchases').getOne(order.id)).status).toBe('pending');
  expect(await creditOf(learner)).toBe(1000);
  await learner.collection('payments').create({ packagePurchase: order.id, ...card });
  expect((await learner.collection('package_purchases').getOne(order.id)).status).toBe('active');
});

test('credit for all of a package buys it', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), withCredit(50000)]);
  const offer = { instructor: teacher.id, minutes: 300, discountPercent: 3, active: true };
  await teacher.client.collection('package_offers').create(offer);
  const order = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 300 });
  await learner.collection('payments').create({ packagePurchase: order.id, method: 'credit' });
  expect((await learner.collection('package_purchases').getOne(order.id)).status).toBe('active');
  expect(await creditOf(learner)).toBe(50000 - order.priceCents);
});

test('[rule 11] the platform pays two credits of an instructor, missed and cancelled lessons together', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const lessons: string[] = [];
  for (const hour of ['02', '03', '04', '05', '06'])
    lessons.push(await paid(learner, teacher, `2026-11-22T${hour}:00:00Z`));
  app.clock.set('2026-11-22T03:20:00Z');
  for (const lesson of lessons.slice(0, 2)) await learner.collection('no_shows').create({ lesson });
  await contestsAreOver();
  expect(await payableOf(teacher)).toBe(0);
  app.clock.set('2026-11-22T03:20:00Z');
  for (const lesson of lessons.slice(2, 4)) await teacher.client.collection('cancellations').create({ lesson });
  expect(await payableOf(teacher)).toBe(-2000);
  expect(await creditOf(learner)).toBe(4000);
  const fifth = await teacher.client.collection('cancellations').create({ lesson: lessons[4] });
  expect(fifth).toMatchObject({ isLate: true, refundCents: 6600, creditCents: 0 });
  expect(await payableOf(teacher)).toBe(-2000);
});

test('[rule 7] a mercy pass for a lesson of S$1,000 makes nobody richer than its fee of S$100', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app, { hourlyCents: 100_000 }), makePerson(app)]);
  const lesson = await paid(learner, teacher, '2026-11-22T06:00:00Z');
  app.clock.set('2026-11-22T05:00:00Z');
  const cancellation = await learner.collection('cancellations').create({ lesson });
  expect(cancellation).toMatchObject({ usesMercyPass: true, creditCents: 100_000 });
  expect(await payableOf(teacher)).toBe(10_000);
});

test('[rule 11] a lesson that cost nothing brings no credit, neither cancelled late nor missed', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app, { hourlyCents: 0 }), makePerson(app)]);
  const cancelled = await paid(learner, teacher, '2026-11-22T01:00:00Z');
  const cancellation = await teacher.client.collection('cancellations').create({ lesson: cancelled });
  expect(cancellation).toMatchObject({ isLate: true, creditCents: 0 });
  const missed = await paid(learner, teacher, '2026-11-22T04:00:00Z');
  app.clock.set('2026-11-22T04:20:00Z');
  expect(await learner.collection('no_shows').create({ lesson: missed })).toMatchObject({ creditCents: 0 });
  expect(await creditOf(learner)).toBe(0);
});

test('[rule 10] a wrong word about a lesson that was not paid here costs the platform nothing', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const given = { learner: learner.id, instructor: teacher.id, start: '2026-11-22T02:00:00Z', durationMinutes: 60 };
  const { id: lesson } = await app.root.collection('lessons').create(given);
  app.clock.set('2026-11-22T02:20:00Z');
  const noShow = await learner.collection('no_shows').create({ lesson });
  expect(noShow).toMatchObject({ refundCents: 0, creditCents: 0, feeCents: 0 });
  await turn(noShow.id, teacher);
  expect(await payableOf(teacher)).toBe(0);
});

test('[rule 10] an instructor who was there after all pays no credit: the third would have been theirs', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const lessons: string[] = [];
  for (const hour of ['02', '03', '04']) lessons.push(await paid(learner, teacher, `2026-11-22T${hour}:00:00Z`));
  app.clock.set('2026-11-22T04:20:00Z');
  let noShow = '';
  for (const lesson of lessons) noShow = (await learner.collection('no_shows').create({ lesson })).id;
  await turn(noShow, teacher);
  await contestsAreOver();
  expect(await payableOf(teacher)).toBe(5940);
  expect(await creditOf(learner)).toBe(2000);
});
