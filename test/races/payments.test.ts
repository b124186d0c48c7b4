import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expirePayments } from '#marketplace/money/payments/expire-payments.ts';
import type { ChargeOutcome, KnownCharge, PaymentProvider } from '#marketplace/money/payments/payment-provider.ts';
import { createSandboxProvider } from '#marketplace/money/payments/sandbox-provider.ts';
import { settlePayment } from '#marketplace/money/payments/settle-payment.ts';
import { openTill } from '#marketplace/open-till.ts';
import { ledgerFaults, makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

let days = 0;

async function heldLesson(fields: Record<string, unknown> = {}) {
  const [teacher, learner] = await Promise.all([makeInstructor(app, fields), makePerson(app)]);
  days += 1;
  const start = new Date(app.clock.nowMs() + (days % 40) * 86_400_000 + 86_400_000).toISOString().slice(0, 10);
  const lesson = await learner
    .collection('lessons')
    .create({ instructor: teacher.id, start: `${start}T02:00:00Z`, durationMinutes: 60 });
  return { teacher, learner, lesson };
}

const card = '4242424242424242';
const statusOf = async (table: 'lessons' | 'payments', id: string) =>
  (await app.db.query<{ status: string }>(`select status from ${table} where id = $1`, [id]))[0]?.status;
const kindsOf = async (lesson: string) =>
  (
    await app.db.query<{ kind: string }>('select kind from ledger_transactions where lesson = $1 order by kind', [
      lesson,
    ])
  ).map(({ kind }) => kind);

/** A provider that knows what it charged, as a real one does. */
function providerThatSays(outcome: ChargeOutcome | undefined): PaymentProvider {
  return {
    name: 'sandbox',
    methods: ['card', 'paynow'],
    checkCard: () => undefined,
    charge: async () => outcome ?? { status: 'failed', failureCode: 'unknown' },
    lookUp: async () => outcome,
    refund: createSandboxProvider().refund,
    transfer: createSandboxProvider().transfer,
  };
}

describe('a payment whose answer was lost with the server that asked for it', () => {
  // What a server leaves behind that died between asking the provider and writing the answer down.
  async function leaveBehind() {
    const scene = await heldLesson();
    const id = `lost${String(days).padStart(11, '0')}`;
    await app.db.query(
      `insert into payments (id, learner, lesson, method, status, "amountCents", provider, "expiresAt", created, updated, _author)
       select $1, learner, id, 'card', 'processing', "priceCents", 'sandbox', "holdExpiresAt", $2, $2, learner from lessons where id = $3`,
      [id, new Date(app.clock.nowMs()), scene.lesson.id],
    );
    return { ...scene, payment: id };
  }

  test('is left alone while the answer may still come', async () => {
    const { payment } = await leaveBehind();
    app.clock.advance(0.9);
    await expirePayments(openTill(app.app.engine, providerThatSays(undefined)), app.clock.nowMs());
    expect(await statusOf('payments', payment)).toBe('processing');
  });

  test('counts when the provider took the money', async () => {
    const { payment, lesson } = await leaveBehind();
    app.clock.advance(1.1);
    await expirePayments(
      openTill(app.app.engine, providerThatSays({ status: 'succeeded', reference: 'r' })),
      app.clock.nowMs(),
    );
    expect(await statusOf('payments', payment)).toBe('succeeded');
    expect(await statusOf('lessons', lesson.id)).toBe('confirmed');
    expect(await kindsOf(lesson.id)).toEqual(['payment']);
  });

  test('goes back when the provider took the money and the hold is over by now', async () => {
    const { payment, lesson, learner } = await leaveBehind();
    app.clock.advance(20);
    await expirePayments(
      openTill(app.app.engine, providerThatSays({ status: 'succeeded', reference: 'r' })),
      app.clock.nowMs(),
    );
    expect(await statusOf('payments', payment)).toBe('refunded');
    expect(await kindsOf(lesson.id)).toEqual(['payment', 'refund', 'refund_paid']);
    const told = await learner.collection('notifications').getFullList();
    expect(told.map(({ type, title }) => [type, title])).toEqual([['payment', 'Payment sent back']]);
  });

  test('makes room for another when the provider knows of none, and goes back should it come in later', async () => {
    const { payment, lesson, learner } = await leaveBehind();
    const early = await refusalOf(
      learner.collection('payments').create({ lesson: lesson.id, method: 'card', cardNumber: card }),
    );
    expect([early.status, early.data.lesson?.code, early.data.lesson?.params]).toEqual([
      409,
      'payment_open',
      { payment },
    ]);
    app.clock.advance(1.1);
    await expirePayments(openTill(app.app.engine, providerThatSays(undefined)), app.clock.nowMs());
    expect(await statusOf('payments', payment)).toBe('expired');
    await learner.collection('payments').create({ lesson: lesson.id, method: 'card', cardNumber: card });
    await settlePayment(openTill(app.app.engine, createSandboxProvider()), payment, 'late');
    expect(await statusOf('payments', payment)).toBe('refunded');
    expect(await statusOf('lessons', lesson.id)).toBe('confirmed');
    const [held] = await app.db.query<{ cents: number }>(
      `select "balanceCents" as cents from ledger_accounts where id = $1`,
      [`held:${lesson.id}`],
    );
    expect(held?.cents).toBe(-6600);
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test('does not keep others waiting when the provider can’t be reached', async () => {
    const [first, second] = [await leaveBehind(), await leaveBehind()];
    app.clock.advance(2);
    const provider = providerThatSays({ status: 'succeeded', reference: 'r' });
    const lookUp = async (known: KnownCharge) => {
      if (known.payment === first.payment) throw new Error('The provider is away.');
      return provider.lookUp(known);
    };
    await expirePayments(openTill(app.app.engine, { ...provider, lookUp }), app.clock.nowMs());
    expect(await statusOf('payments', first.payment)).toBe('processing');
    expect(await statusOf('payments', second.payment)).toBe('succeeded');
  });
});

describe('one charge', () => {
  test('however many tabs pay by whatever means at once; the others are told which payment it is', async () => {
    const { learner, lesson } = await heldLesson();
    const bodies = Array.from({ length: 8 }, (_, index) =>
      index % 2 === 0 ? { method: 'card', cardNumber: card } : { method: 'paynow' },
    );
    const outcomes = await Promise.allSettled(
      bodies.map((body) => learner.collection('payments').create({ lesson: lesson.id, ...body })),
    );
    const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.id] : []));
    expect(made).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue;
      const { status, data } = await refusalOf(Promise.reject(outcome.reason));
      expect([status, data.lesson?.params]).toEqual([409, { payment: made[0] }]);
      expect(['already_paid', 'payment_open']).toContain(data.lesson?.code);
    }
  });

  test('for a payment that is told of while its lesson’s hold runs out: either way the books agree', async () => {
    for (let round = 0; round < 6; round++) {
      const { learner, lesson } = await heldLesson();
      const payment = await learner.collection('payments').create({ lesson: lesson.id, method: 'paynow' });
      app.clock.advance(round % 2 === 0 ? 14.9 : 15);
      await Promise.all([
        learner.send('/api/sandbox/bank', { method: 'POST', body: { payment: payment.id } }),
        app.app.sweepers.runDue(),
      ]);
      const [lessonStatus, paymentStatus] = [
        await statusOf('lessons', lesson.id),
        await statusOf('payments', payment.id),
      ];
      expect(paymentStatus).toBe(lessonStatus === 'confirmed' ? 'succeeded' : 'refunded');
      await app.app.sweepers.runDue();
      expect(await statusOf('lessons', lesson.id)).toBe(lessonStatus);
    }
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test('and none at all for a lesson that costs nothing', async () => {
    const { learner, lesson } = await heldLesson({ hourlyCents: 0 });
    const payment = await learner.collection('payments').create({ lesson: lesson.id, method: 'paynow' });
    expect(payment.status).toBe('succeeded');
    expect(await statusOf('lessons', lesson.id)).toBe('confirmed');
    expect(await kindsOf(lesson.id)).toEqual([]);
  });
});

describe('a payment', () => {
  test('can’t be paid by PayNow for longer than the time is held', async () => {
    const { learner, lesson } = await heldLesson();
    app.clock.advance(10);
    const payment = await learner.collection('payments').create({ lesson: lesson.id, method: 'paynow' });
    expect(payment.expiresAt).toBe(lesson.holdExpiresAt);
  });

  test('with the same id and another card is another body', async () => {
    const { learner, lesson } = await heldLesson();
    const pay = (cardNumber: string) =>
      learner
        .collection('payments')
        .create({ id: `same${String(days).padStart(11, '0')}`, lesson: lesson.id, method: 'card', cardNumber });
    const first = await pay('4000000000000002');
    expect(first.status).toBe('failed');
    expect(await pay('4000 0000 0000 0002')).toEqual(first);
    expect((await refusalOf(pay(card))).data.id?.code).toBe('id_reused');
  });

  test('that a superuser writes down stands in the ledger', async () => {
    const { lesson } = await heldLesson();
    const payment = await app.root.collection('payments').create({ lesson: lesson.id, method: 'cash' });
    expect(payment).toMatchObject({ status: 'succeeded', amountCents: 6600, learner: lesson.learner });
    expect(await kindsOf(lesson.id)).toEqual(['payment']);
    expect(await ledgerFaults(app.db)).toEqual([]);
  });
});
