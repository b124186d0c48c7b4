import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeRefundOutcome } from '#marketplace/money/refunds/take-refund-outcome.ts';
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
type Person = Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

const at = (text: string) => `2026-${text}:00+08:00`;

async function scene(fields?: Record<string, unknown>): Promise<{ teacher: Teacher; learner: Person }> {
  const [teacher, learner] = await Promise.all([makeInstructor(app, fields), makePerson(app)]);
  return { teacher, learner };
}

describe('a payment', () => {
  const cards = [
    { card: '4242424242424242', status: 'succeeded', lesson: 'confirmed' },
    { card: '4000000000000002', status: 'failed', lesson: 'held' },
    { card: '4000000000003220', status: 'requires_action', lesson: 'held' },
  ];
  test.each(cards)(
    'with card $card ends as $status and the lesson as $lesson',
    async ({ card, status, lesson: lessonStatus }) => {
      const { teacher, learner } = await scene();
      const lesson = await learner
        .collection('lessons')
        .create({ instructor: teacher.id, start: at('12-10T10:00'), durationMinutes: 60 });
      const payment = await learner
        .collection('payments')
        .create({ lesson: lesson.id, method: 'card', cardNumber: card });
      expect(payment).toMatchObject({ status, amountCents: 6600, learner: learner.id });
      expect(JSON.stringify(payment)).not.toContain(card);
      expect((await learner.collection('lessons').getOne(lesson.id)).status).toBe(lessonStatus);
      const stored = await app.db.query('select to_jsonb(p)::text as text from payments p where id = $1', [payment.id]);
      expect(JSON.stringify(stored)).not.toContain(card);
    },
  );

  test('is refused at the field that is wrong', async () => {
    const { teacher, learner } = await scene();
    const stranger = await makePerson(app);
    const lesson = await learner
      .collection('lessons')
      .create({ instructor: teacher.id, start: at('12-11T10:00'), durationMinutes: 60 });
    const codeOf = async (client: Person, body: Record<string, unknown>) => {
      const { data } = await refusalOf(client.collection('payments').create(body));
      return Object.entries(data).map(([field, { code }]) => `${field}: ${code}`);
    };
    expect(await codeOf(learner, { lesson: lesson.id, method: 'card' })).toEqual(['cardNumber: validation_required']);
    for (const cardNumber of ['1234', 'constructor']) {
      expect(await codeOf(learner, { lesson: lesson.id, method: 'card', cardNumber })).toEqual([
        'cardNumber: invalid_card',
      ]);
    }
    expect(await codeOf(learner, { lesson: lesson.id, method: 'cash' })).toEqual(['method: method_not_offered']);
    expect(await codeOf(learner, { method: 'paynow' })).toEqual(['lesson: validation_required']);
    expect(await codeOf(stranger, { lesson: lesson.id, method: 'paynow' })).toEqual([
      'lesson: validation_missing_rel_records',
    ]);
    app.clock.advance(16);
    expect(await codeOf(learner, { lesson: lesson.id, method: 'paynow' })).toEqual(['lesson: hold_expired']);
  });

  test('by the simulated bank is for its learner and superusers', async () => {
    const { teacher, learner } = await scene();
    const stranger = await makePerson(app);
    const lesson = await learner
      .collection('lessons')
      .create({ instructor: teacher.id, start: at('12-12T10:00'), durationMinutes: 60 });
    const payment = await learner.collection('payments').create({ lesson: lesson.id, method: 'paynow' });
    const bank = (client: { send: Person['send'] }, body: object) =>
      client.send('/api/sandbox/bank', { method: 'POST', body });
    expect((await refusalOf(bank(app.guest(), { payment: payment.id }))).status).toBe(401);
    expect((await refusalOf(bank(stranger, { payment: payment.id }))).status).toBe(404);
    expect((await refusalOf(bank(learner, {}))).data.payment?.code).toBe('validation_required');
    expect(await bank(app.root, { payment: payment.id })).toEqual({ payment: payment.id, status: 'succeeded' });
  });
});

describe('giving up a payment', () => {
  const close = (client: { send: Person['send'] }, id: string) =>
    client.send(`/api/marketplace/payments/${id}/close`, { method: 'POST' });
  const held = async (start: string) => {
    const { teacher, learner } = await scene();
    const lesson = await learner
      .collection('lessons')
      .create({ instructor: teacher.id, start: at(start), durationMinutes: 60 });
    const payment = await learner.collection('payments').create({ lesson: lesson.id, method: 'paynow' });
    return { learner, lesson, payment };
  };

  test('lets its learner pay by card at once, and a repeat changes nothing', async () => {
    const { learner, lesson, payment } = await held('12-13T10:00');
    expect(await close(learner, payment.id)).toEqual({ payment: payment.id, status: 'expired' });
    expect(await close(learner, payment.id)).toEqual({ payment: payment.id, status: 'expired' });
    const card = { lesson: lesson.id, method: 'card', cardNumber: '4242424242424242' };
    expect((await learner.collection('payments').create(card)).status).toBe('succeeded');
  });

  test('sends money back that comes in for it nevertheless, and charges once', async () => {
    const { learner, lesson, payment } = await held('12-14T10:00');
    await close(learner, payment.id);
    const card = { lesson: lesson.id, method: 'card', cardNumber: '4242424242424242' };
    await learner.collection('payments').create(card);
    await learner.send('/api/sandbox/bank', { method: 'POST', body: { payment: payment.id } });
    expect((await learner.collection('payments').getOne(payment.id)).status).toBe('refunded');
    expect((await learner.collection('lessons').getOne(lesson.id)).status).toBe('confirmed');
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test('[rule 22] is owed again when that money comes back, though the lesson was paid in another way since', async () => {
    const { learner, lesson, payment } = await held('12-18T10:00');
    await close(learner, payment.id);
    const card = { lesson: lesson.id, method: 'card', cardNumber: '4242424242424242' };
    await learner.collection('payments').create(card);
    await learner.send('/api/sandbox/bank', { method: 'POST', body: { payment: payment.id } });
    const refund = async () => (await learner.collection('refunds').getFullList())[0];
    const told = { status: 'failed', failureCode: 'account_closed' } as const;
    for (const _ of [1, 2]) await takeRefundOutcome(app.app.engine, String((await refund())?.id), told);
    expect(await refund()).toMatchObject({ status: 'failed', failureCode: 'account_closed', amountCents: 6600 });
    expect(await learner.collection('payments').getOne(payment.id)).toMatchObject({
      status: 'part_refunded',
      refundedCents: 0,
    });
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test('is for its learner and superusers, and not for what is paid', async () => {
    const { learner, payment } = await held('12-15T10:00');
    const stranger = await makePerson(app);
    expect((await refusalOf(close(app.guest(), payment.id))).status).toBe(401);
    expect((await refusalOf(close(stranger, payment.id))).status).toBe(404);
    expect((await refusalOf(close(learner, 'nothing00000000'))).status).toBe(404);
    await learner.send('/api/sandbox/bank', { method: 'POST', body: { payment: payment.id } });
    expect(await refusalOf(close(learner, payment.id))).toMatchObject({
      status: 409,
      data: { payment: { code: 'already_paid' } },
    });
  });

  test('and the bank’s money at the same moment: paid or sent back, never both', async () => {
    const { learner, lesson, payment } = await held('12-17T10:00');
    const bank = learner.send('/api/sandbox/bank', { method: 'POST', body: { payment: payment.id } });
    await Promise.allSettled([close(learner, payment.id), bank]);
    const { status } = await learner.collection('payments').getOne(payment.id);
    const lessonStatus = (await learner.collection('lessons').getOne(lesson.id)).status;
    expect(['succeeded confirmed', 'refunded held']).toContain(`${status} ${lessonStatus}`);
    expect(await ledgerFaults(app.db)).toEqual([]);
  });
});

describe('the ledger', () => {
  test('is for admins and superusers, and each transaction sums to zero', async () => {
    const { teacher, learner } = await scene();
    const admin = await makePerson(app, { role: 'admin' });
    const lesson = await learner
      .collection('lessons')
      .create({ instructor: teacher.id, start: at('12-16T10:00'), durationMinutes: 60 });
    await learner.collection('payments').create({ lesson: lesson.id, method: 'card', cardNumber: '4242424242424242' });
    const read = (client: { send: Person['send'] }) =>
      client.send(`/api/marketplace/ledger?lesson=${lesson.id}`, { method: 'GET' });
    expect((await refusalOf(read(app.guest()))).status).toBe(401);
    expect((await refusalOf(read(learner))).status).toBe(403);
    expect(await read(admin)).toEqual(await read(app.root));
    const { items } = await read(admin);
    expect(items.map((entry: { account: string; amountCents: number }) => [entry.account, entry.amountCents])).toEqual([
      ['provider_clearing', 6600],
      [`held:${lesson.id}`, -6600],
    ]);
  });
});
