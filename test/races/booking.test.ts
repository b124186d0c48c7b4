import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerFaults, makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

type Outcome = { status: number; code: string; slots: unknown[]; id: string; start: number };

async function book(client: Awaited<ReturnType<typeof makePerson>>, body: Record<string, unknown>): Promise<Outcome> {
  const start = Date.parse(String(body.start));
  try {
    const lesson = await client.collection('lessons').create({ durationMinutes: 60, pickup: 'Bedok MRT', ...body });
    return { status: 200, code: '', slots: [], id: lesson.id, start };
  } catch (error) {
    const { status, data } = await refusalOf(Promise.reject(error));
    const [refusal] = Object.values(data);
    return { status, code: refusal?.code ?? '', slots: (refusal?.params?.slots as unknown[]) ?? [], id: '', start };
  }
}

test('of 50 simultaneous bookings of overlapping times a non-overlapping set succeeds and the others hear slot_taken with fresh times', async () => {
  const teacher = await makeInstructor(app);
  const learners = await Promise.all(Array.from({ length: 50 }, () => makePerson(app)));
  const base = Date.parse('2026-11-24T02:00:00Z');
  const outcomes = await Promise.all(
    learners.map((learner, index) =>
      book(learner, { instructor: teacher.id, start: new Date(base + (index % 5) * 1_800_000).toISOString() }),
    ),
  );
  const held = outcomes.filter((outcome) => outcome.status === 200).sort((a, b) => a.start - b.start);
  expect(held.length).toBeGreaterThanOrEqual(1);
  held.forEach((outcome, index) => {
    const next = held[index + 1];
    if (next) expect(next.start - outcome.start).toBeGreaterThanOrEqual(3_600_000);
  });
  for (const refused of outcomes.filter((outcome) => outcome.status !== 200)) {
    expect([refused.status, refused.code]).toEqual([409, 'slot_taken']);
    expect(refused.slots.length).toBeGreaterThan(0);
    // Nobody was refused but for a lesson that is really there.
    expect(held.some((winner) => Math.abs(winner.start - refused.start) < 3_600_000)).toBe(true);
  }
});

test('one learner who books two instructors for the same time at once gets one lesson', async () => {
  const [first, second, learner] = await Promise.all([makeInstructor(app), makeInstructor(app), makePerson(app)]);
  const start = '2026-11-25T02:00:00Z';
  const outcomes = await Promise.all(
    [first, second].map((teacher) => book(learner, { instructor: teacher.id, start })),
  );
  expect(outcomes.map((outcome) => outcome.status).sort()).toEqual([200, 409]);
  expect(outcomes.find((outcome) => outcome.status === 409)?.code).toBe('slot_taken');
});

test('learners who swap two instructors at once never deadlock', async () => {
  const [a, b] = await Promise.all([makeInstructor(app), makeInstructor(app)]);
  const learners = await Promise.all(Array.from({ length: 10 }, () => makePerson(app)));
  for (let round = 0; round < 3; round++) {
    const start = new Date(Date.parse('2026-11-26T01:00:00Z') + round * 3_600_000).toISOString();
    const outcomes = await Promise.all(
      learners.flatMap((learner, index) => {
        const order = index % 2 === 0 ? [a, b] : [b, a];
        return order.map((teacher) => book(learner, { instructor: teacher.id, start }));
      }),
    );
    expect(outcomes.filter((outcome) => outcome.status === 200)).toHaveLength(2);
    expect(outcomes.filter((outcome) => outcome.status !== 200 && outcome.code !== 'slot_taken')).toEqual([]);
  }
});

test('no lesson is booked outside availability that was committed before it', async () => {
  const teacher = await makeInstructor(app);
  const learners = await Promise.all(Array.from({ length: 12 }, () => makePerson(app)));
  const day = '2026-11-27';
  const bookings = learners.map((learner, index) => {
    const start = `${day}T${String(8 + index).padStart(2, '0')}:00:00+08:00`;
    return book(learner, { instructor: teacher.id, start });
  });
  const closing = app.root
    .collection('availability_overrides')
    .create({ instructor: teacher.id, date: day, windows: [] });
  await Promise.all([...bookings, closing]);
  const late = await makePerson(app);
  const outcome = await book(late, { instructor: teacher.id, start: `${day}T19:00:00+08:00` });
  expect([outcome.status, outcome.code]).toEqual([400, 'outside_availability']);
  const [row] = await app.db.query<{ early: boolean }>(
    `select not exists (select 1 from lessons l join availability_overrides o on o.instructor = l.instructor
       where l.instructor = $1 and l._seq > 0 and l.xmin::text::bigint > o.xmin::text::bigint and l.created > o.created) as early`,
    [teacher.id],
  );
  expect(row?.early).toBe(true);
});

test('the same id sent many times at once is one lesson, and the same answer', async () => {
  const [teacher, learner, other] = await Promise.all([makeInstructor(app), makePerson(app), makePerson(app)]);
  const body = { id: 'repeated0000001', instructor: teacher.id, start: '2026-11-28T02:00:00Z' };
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => book(learner, body)));
  expect(outcomes.map((outcome) => outcome.id)).toEqual(Array(8).fill(body.id));
  expect(await book(learner, { ...body, pickup: 'Elsewhere' })).toMatchObject({ status: 409, code: 'id_reused' });
  expect(await book(other, body)).toMatchObject({ status: 409, code: 'id_reused' });
  const [count] = await app.db.query<{ n: number }>('select count(*) as n from lessons where instructor = $1', [
    teacher.id,
  ]);
  expect(count?.n).toBe(1);
});

test('two tabs that pay one lesson at once make one charge', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const lesson = await book(learner, { instructor: teacher.id, start: '2026-11-29T02:00:00Z' });
  const pay = (id: string) =>
    learner.collection('payments').create({ id, lesson: lesson.id, method: 'card', cardNumber: '4242424242424242' });
  const settled = await Promise.allSettled([pay('paymentpayment1'), pay('paymentpayment2'), pay('paymentpayment1')]);
  const ids = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []));
  expect(new Set(ids).size).toBe(1);
  const charges = await app.db.query(`select 1 from ledger_transactions where lesson = $1 and kind = 'payment'`, [
    lesson.id,
  ]);
  expect(charges).toHaveLength(1);
  const [stored] = await app.db.query<{ status: string; startCode: string }>(
    'select status, "startCode" from lessons where id = $1',
    [lesson.id],
  );
  expect(stored?.status).toBe('confirmed');
  expect(stored?.startCode).toMatch(/^\d{4}$/);
  expect(await ledgerFaults(app.db)).toEqual([]);
});

test('PayNow money that arrives after the hold ran out goes back, and the time is free', async () => {
  const [teacher, learner, next] = await Promise.all([makeInstructor(app), makePerson(app), makePerson(app)]);
  const start = '2026-11-30T02:00:00Z';
  const lesson = await book(learner, { instructor: teacher.id, start });
  const payment = await learner.collection('payments').create({ lesson: lesson.id, method: 'paynow' });
  expect(payment.status).toBe('requires_action');
  expect(payment.qrPayload).toMatch(/^000201/);
  // A second after the quarter of an hour.
  app.clock.advance(15 + 1 / 60);
  await app.app.sweepers.runDue();
  const taken = await book(next, { instructor: teacher.id, start });
  expect(taken.status).toBe(200);
  await learner.send('/api/sandbox/bank', { method: 'POST', body: { payment: payment.id } });
  const after = await learner.collection('payments').getOne(payment.id);
  expect(after.status).toBe('refunded');
  expect(await ledgerFaults(app.db)).toEqual([]);
  const [held] = await app.db.query<{ cents: number }>(
    'select "balanceCents" as cents from ledger_accounts where id = $1',
    [`held:${lesson.id}`],
  );
  expect(held?.cents).toBe(0);
});

test('the bank that tells of one payment twice has one effect', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const lesson = await book(learner, { instructor: teacher.id, start: '2026-12-01T02:00:00Z' });
  const payment = await learner.collection('payments').create({ lesson: lesson.id, method: 'paynow' });
  const tell = () => learner.send('/api/sandbox/bank', { method: 'POST', body: { payment: payment.id } });
  await Promise.all([tell(), tell(), tell(), app.app.sweepers.runDue()]);
  const [mails] = await app.db.query<{ n: number }>(
    `select count(*) as n from _mails where key like 'lesson_confirmed:' || $1 || ':%'`,
    [lesson.id],
  );
  expect(mails?.n).toBe(2);
  expect((await app.db.query('select 1 from ledger_transactions where payment = $1', [payment.id])).length).toBe(1);
  expect(await ledgerFaults(app.db)).toEqual([]);
});

test('the ledger refuses to be unbalanced, changed, thinned or emptied, by anybody', async () => {
  await expect(
    app.db.query(`select post_ledger_transaction('test', 'test', null, null, now(), '[{"account": "a", "cents": 5}]')`),
  ).rejects.toThrow(/sum to zero/);
  for (const change of [
    'update ledger_entries set "amountCents" = 1',
    'delete from ledger_entries',
    'truncate ledger_entries',
    'delete from ledger_transactions',
    `update ledger_transactions set kind = 'x'`,
  ]) {
    // What other tables refer to can't be emptied even before a trigger is asked.
    await expect(app.db.query(change)).rejects.toThrow(/append-only|cannot truncate/);
  }
});
