import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

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
    expect(await codeOf(learner, { lesson: lesson.id, method: 'card', cardNumber: '1234' })).toEqual([
      'cardNumber: invalid_card',
    ]);
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
