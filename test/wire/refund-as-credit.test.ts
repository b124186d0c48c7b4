import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  ledgerFaults,
  makeInstructor,
  makePerson,
  refusalOf,
  startApp,
  type Teacher,
  type TestApp,
} from '../support/start-app.ts';

// Who cancels may have what comes back as money or as credit (rule 5): the sums are the same, the account is another.

let app: TestApp;
type Client = Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
afterAll(() => app.close());

const startMs = Date.parse('2026-11-25T10:00:00+08:00');
const toStart = (hours: number) => app.clock.set(new Date(startMs - hours * 3_600_000).toISOString());

/** A lesson of S$66.00 four days ahead, paid by card; asked for only, where its instructor answers by hand. */
async function paid(offer: { instantBooking?: boolean } = {}) {
  const [teacher, learner] = await Promise.all([makeInstructor(app, offer), makePerson(app)]);
  const start = new Date(startMs).toISOString();
  const { id } = await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });
  await learner.collection('payments').create({ lesson: id, method: 'card', cardNumber: '4242424242424242' });
  return { teacher, learner, lesson: id };
}

const cancel = (who: Client, lesson: string, refundTo?: string) =>
  who.collection('cancellations').create({ lesson, reason: 'Work', ...(refundTo === undefined ? {} : { refundTo }) });
const preview = (who: Client, lesson: string) =>
  who.send('/api/marketplace/cancellation', { query: { lesson } }) as Promise<Record<string, unknown>>;

/** What each account of the lesson and its people has, what is owed as a positive number. */
async function books({ lesson, teacher, learner }: { lesson: string; teacher: Teacher; learner: Client }) {
  const rows = await app.db.query<{ account: string; cents: number }>(
    `select e.account, -sum(e."amountCents")::integer as cents from ledger_entries e
     join ledger_transactions t on t.id = e.transaction where t.lesson = $1
     group by e.account having sum(e."amountCents") <> 0`,
    [lesson],
  );
  const names: Record<string, string> = {
    [`instructor_payable:${teacher.id}`]: 'instructor',
    [`learner_credit:${learner.id}`]: 'credit',
  };
  return Object.fromEntries(rows.map(({ account, cents }) => [names[account] ?? account, cents]));
}

const creditOf = async (learner: Client) => (await learner.send('/api/marketplace/balance', {})).creditCents;

test('[rule 5] 24 hours ahead S$66.00 come back as credit at once, where the learner wants that', async () => {
  const booked = await paid();
  const { learner, lesson } = booked;
  toStart(24);
  expect(await preview(learner, lesson)).toMatchObject({ refundCents: 6600, creditCents: 0, mayBeCredit: true });
  const sums = { refundPercent: 100, refundCents: 6600, creditCents: 0, feeCents: 0 };
  expect(await cancel(learner, lesson, 'credit')).toMatchObject({ ...sums, refundTo: 'credit' });
  expect(await books(booked)).toEqual({ provider_clearing: -6600, credit: 6600 });
  expect(await creditOf(learner)).toBe(6600);
  expect(await learner.collection('refunds').getFullList()).toEqual([]);
  const { items } = await learner.send('/api/marketplace/credit', {});
  expect(items).toMatchObject([{ kind: 'settlement', amountCents: 6600, balanceCents: 6600, lesson }]);
  expect(await ledgerFaults(app.db)).toEqual([]);
});

test('[rule 5] without a word it goes back the way it was paid', async () => {
  const booked = await paid();
  expect(await cancel(booked.learner, booked.lesson)).toMatchObject({ refundCents: 6600, refundTo: '' });
  expect(await books(booked)).toEqual({});
  expect(await creditOf(booked.learner)).toBe(0);
});

test('[rule 6] [rule 7] 13 hours ahead: half as chosen, the other half by the mercy pass; a waiver after that goes to the card', async () => {
  const [first, second] = [await paid(), await paid()];
  await spendMercyPass(second.learner);
  toStart(13);
  const forgiven = await cancel(first.learner, first.lesson, 'credit');
  expect(forgiven).toMatchObject({ refundCents: 3300, creditCents: 3300, feeCents: 3300, usesMercyPass: true });
  expect(await books(first)).toEqual({ provider_clearing: -6600, credit: 6600, goodwill: -330, instructor: 330 });

  const sums = { refundCents: 3300, creditCents: 0, feeCents: 3300, refundTo: 'credit' };
  expect(await cancel(second.learner, second.lesson, 'credit')).toMatchObject(sums);
  expect(await books(second)).toEqual({
    provider_clearing: -6600,
    credit: 3300,
    instructor: 2970,
    platform_fees: 330,
  });
  const { teacher, learner, lesson } = second;
  expect((await teacher.client.collection('waivers').create({ lesson })).refundCents).toBe(3300);
  expect(await books(second)).toEqual({ provider_clearing: -3300, credit: 3300 });
  const refunds = await learner.collection('refunds').getFullList();
  expect(refunds.map(({ amountCents, status }) => [amountCents, status])).toEqual([[3300, 'paid']]);
  expect(await ledgerFaults(app.db)).toEqual([]);
});

// Another lesson was forgiven before.
async function spendMercyPass(learner: Client) {
  const lesson = await app.root.collection('lessons').create({
    instructor: (await makeInstructor(app)).id,
    learner: learner.id,
    start: '2026-11-20T10:00:00+08:00',
    durationMinutes: 60,
    status: 'cancelled_by_learner',
  });
  await app.root.collection('cancellations').create({ lesson: lesson.id });
  await app.db.query('update cancellations set "usesMercyPass" = true where lesson = $1', [lesson.id]);
}

test('[rule 5] what was only asked for comes back as credit, too', async () => {
  const booked = await paid({ instantBooking: false });
  expect(await preview(booked.learner, booked.lesson)).toMatchObject({ status: 'requested', mayBeCredit: true });
  expect(await cancel(booked.learner, booked.lesson, 'credit')).toMatchObject({
    refundCents: 6600,
    refundTo: 'credit',
  });
  expect(await books(booked)).toEqual({ provider_clearing: -6600, credit: 6600 });
  expect(await ledgerFaults(app.db)).toEqual([]);
});

test('a lesson paid with that credit has nothing to choose: what comes back is credit, and no wish is written down', async () => {
  const { teacher, learner, lesson } = await paid();
  await cancel(learner, lesson, 'credit');
  const start = new Date(startMs).toISOString();
  const { id } = await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });
  await learner.collection('payments').create({ lesson: id, method: 'credit' });
  expect(await preview(learner, id)).toMatchObject({ refundCents: 6600, mayBeCredit: false });
  expect(await cancel(learner, id, 'credit')).toMatchObject({ refundCents: 6600, refundTo: '' });
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
  expect(await codeOf(cancel(teacher.client, lesson, 'credit'))).toEqual([400, 'not_allowed']);
  expect(await codeOf(cancel(admin, lesson, 'credit'))).toEqual([400, 'not_allowed']);
  expect(await codeOf(cancel(learner, lesson, 'cash'))).toEqual([400, 'validation_invalid_value']);
  expect((await learner.collection('lessons').getOne(lesson)).status).toBe('confirmed');
});

test('[rule 5] both notice and mail say that it is credit, and the year’s statement counts it as spent', async () => {
  const { learner, lesson } = await paid();
  await cancel(learner, lesson, 'credit');
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
