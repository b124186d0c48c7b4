import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ledgerFaults, makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';
import { openTill } from '../../open-till.ts';
import { openChargeback } from '../chargebacks/take-chargeback.ts';
import type { PaymentProvider, RefundOrder } from '../payments/payment-provider.ts';
import { createSandboxProvider } from '../payments/sandbox-provider.ts';
import { sendDueRefunds, sendRefund } from './send-refund.ts';

let app: TestApp;
let hour = 0;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

/** A paid lesson and what is owed of it, without the send that follows a commit: as after a crash. */
async function owed(cents = 6600) {
  hour += 1;
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const lesson = await learner
    .collection('lessons')
    .create({ instructor: teacher.id, start: '2026-12-10T02:00:00Z', durationMinutes: 60 });
  const payment = await learner
    .collection('payments')
    .create({ lesson: lesson.id, method: 'card', cardNumber: '4242424242424242' });
  const owe = (cause: string, amount: number) =>
    app.db.query<{ id: string | null }>('select id from owe_refund($1, $2, $3, $4)', [
      payment.id,
      cause,
      amount,
      new Date(app.clock.nowMs()),
    ]);
  const [refund] = await owe(`test${hour}`, cents);
  const read = async () => {
    const [row] = await app.db.query(
      `select p.status as payment, p."refundedCents", r.status as refund, r.attempts,
         (select sum("amountCents")::int from ledger_entries where account = 'refunds_due:' || p.learner) as due
       from payments p join refunds r on r.payment = p.id where r.id = $1`,
      [refund?.id],
    );
    return row;
  };
  return { learner, lesson: lesson.id, payment: payment.id, refund: refund?.id ?? '', owe, read };
}

/** The sandbox, which writes down what it was asked and answers as told. */
function providerThat(refund: PaymentProvider['refund']) {
  const orders: RefundOrder[] = [];
  const provider: PaymentProvider = {
    ...createSandboxProvider(),
    refund: async (order) => {
      orders.push(order);
      return refund(order);
    },
  };
  return { provider, orders };
}

describe('a refund', () => {
  test('is due with the ledger, and paid once the provider paid it', async () => {
    const { refund, read, payment } = await owed(3300);
    expect(await read()).toMatchObject({ payment: 'succeeded', refundedCents: 0, refund: 'due', due: -3300 });
    const { provider, orders } = providerThat(async () => ({ status: 'paid', reference: 're_1' }));
    await Promise.all([1, 2, 3].map(() => sendRefund(app.app.engine, provider, refund)));
    expect(orders).toHaveLength(1);
    expect(orders[0]).toMatchObject({ refund, payment, paymentReference: `sandbox_${payment}`, amountCents: 3300 });
    expect(await read()).toMatchObject({ payment: 'part_refunded', refundedCents: 3300, refund: 'paid', due: 0 });
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test('whose answer is lost is asked for again by the same id, later each time, and paid once', async () => {
    const { refund, read } = await owed();
    const lost = providerThat(async () => {
      throw new Error('The provider is away.');
    });
    await sendRefund(app.app.engine, lost.provider, refund);
    await sendDueRefunds(app.app.engine, lost.provider, app.clock.nowMs());
    expect(lost.orders).toHaveLength(1);
    expect(await read()).toMatchObject({ payment: 'succeeded', refund: 'sent', due: -6600 });
    app.clock.advance(1);
    await sendDueRefunds(app.app.engine, lost.provider, app.clock.nowMs());
    app.clock.advance(1);
    await sendDueRefunds(app.app.engine, lost.provider, app.clock.nowMs());
    expect(lost.orders.map((order) => order.refund)).toEqual([refund, refund]);
    app.clock.advance(1);
    await app.app.sweepers.runDue();
    expect(await read()).toMatchObject({
      payment: 'refunded',
      refundedCents: 6600,
      refund: 'paid',
      attempts: 3,
      due: 0,
    });
  });

  test('that the provider refuses stays owed, and cannot be owed a second time', async () => {
    const { refund, read, owe } = await owed();
    const { provider } = providerThat(async () => ({ status: 'failed', failureCode: 'account_closed' }));
    await sendRefund(app.app.engine, provider, refund);
    expect(await read()).toMatchObject({ payment: 'succeeded', refund: 'failed', due: -6600 });
    expect(await owe('again', 1)).toEqual([{ id: null }]);
  });

  test.each([false, true])(
    'that the provider refuses covers what the learner’s bank took back, also when the bank is heard of later: %s',
    async (isLate) => {
      const { refund, read, payment } = await owed();
      const { provider } = providerThat(async () => ({ status: 'failed', failureCode: 'charge_disputed' }));
      const dispute = {
        id: `dp_${payment}`,
        paymentReference: `sandbox_${payment}`,
        amountCents: 6600,
        feeCents: 2000,
      };
      const takeBack = () => openChargeback(openTill(app.app.engine, provider), dispute);
      if (isLate) await sendRefund(app.app.engine, provider, refund);
      await takeBack();
      if (!isLate) await sendRefund(app.app.engine, provider, refund);
      expect(await read()).toMatchObject({ payment: 'refunded', refundedCents: 6600, refund: 'paid', due: 0 });
      expect(await ledgerFaults(app.db)).toEqual([]);
    },
  );

  test('never gives back more than came in, however many ask at once', async () => {
    const { owe, read } = await owed(2000);
    const answers = await Promise.all([1, 2, 3, 4, 5].map((turn) => owe(`more${hour}-${turn}`, 2000)));
    expect(answers.flat().filter(({ id }) => id !== null)).toHaveLength(2);
    expect(await read()).toMatchObject({ due: -6000 });
  });

  test('is seen by its learner and admins alone', async () => {
    const { learner, refund } = await owed();
    const [stranger, admin] = await Promise.all([makePerson(app), makePerson(app, { role: 'admin' })]);
    const ids = async (client: typeof learner) =>
      (await client.collection('refunds').getFullList({ filter: `id = '${refund}'` })).map(({ id }) => id);
    expect([await ids(learner), await ids(admin), await ids(stranger)]).toEqual([[refund], [refund], []]);
  });
});

test('credit and a card can share one lesson: it is confirmed by both, and each gets its own back', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app, { instantBooking: false }), makePerson(app)]);
  const lesson = await learner
    .collection('lessons')
    .create({ instructor: teacher.id, start: '2026-12-11T02:00:00Z', durationMinutes: 60 });
  const credit = await app.root
    .collection('payments')
    .create({ lesson: lesson.id, method: 'credit', amountCents: 1600, status: 'succeeded' });
  const statusOf = async () => (await learner.collection('lessons').getOne(lesson.id)).status;
  expect(await statusOf()).toBe('held');
  const card = await learner
    .collection('payments')
    .create({ lesson: lesson.id, method: 'card', cardNumber: '4242424242424242' });
  expect([card.amountCents, await statusOf()]).toEqual([5000, 'requested']);
  await teacher.client.collection('approvals').create({ lesson: lesson.id, decision: 'decline' });
  const payments = await learner.collection('payments').getFullList({ filter: `lesson = '${lesson.id}'` });
  expect(payments.map(({ id, status, refundedCents }) => [id, status, refundedCents]).sort()).toEqual(
    [
      [credit.id, 'refunded', 1600],
      [card.id, 'refunded', 5000],
    ].sort(),
  );
  const balances = await app.db.query(
    `select id, "balanceCents" from ledger_accounts where "balanceCents" <> 0 and id in ($1, $2, $3)`,
    [`held:${lesson.id}`, `learner_credit:${learner.id}`, `refunds_due:${learner.id}`],
  );
  expect(balances).toEqual([]);
});

test('what was paid of a hold that ran out goes back', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const lesson = await learner
    .collection('lessons')
    .create({ instructor: teacher.id, start: '2026-12-12T02:00:00Z', durationMinutes: 60 });
  const credit = await app.root
    .collection('payments')
    .create({ lesson: lesson.id, method: 'credit', amountCents: 1600, status: 'succeeded' });
  app.clock.advance(16);
  await app.app.sweepers.runDue();
  expect((await learner.collection('lessons').getOne(lesson.id)).status).toBe('expired');
  expect((await learner.collection('payments').getOne(credit.id)).status).toBe('refunded');
});

test('a payment is for one thing', async () => {
  const { learner, lesson } = await owed();
  for (const body of [{}, { lesson, packagePurchase: 'package00000001' }]) {
    const insert = app.db.query(
      `insert into payments (id, learner, method, status, "amountCents", lesson, "packagePurchase")
       values ('two000000000001', $1, 'cash', 'failed', 1, $2, $3)`,
      [
        learner.id,
        (body as { lesson?: string }).lesson ?? '',
        (body as { packagePurchase?: string }).packagePurchase ?? '',
      ],
    );
    await expect(insert).rejects.toThrow('payments_lesson');
  }
});
