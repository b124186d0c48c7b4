import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
type Person = Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

const at = (text: string) => `2026-${text}:00+08:00`;

/** A scene for one refusal: what the instructor is like, what is in the diary, what is asked, and the one code that answers. */
type Refusal = {
  name: string;
  instructor?: Record<string, unknown>;
  before?: Array<{ start: string; status?: string; byLearner?: boolean }>;
  body?: Record<string, unknown>;
  asOwnInstructor?: boolean;
  field: string;
  code: string;
  status: number;
};

const refusals: Refusal[] = [
  {
    name: 'an instructor who is not listed',
    instructor: { status: 'paused' },
    field: 'instructor',
    code: 'not_bookable',
    status: 400,
  },
  {
    name: 'a licence that expired by then',
    instructor: { licenceExpiresOn: '2026-11-30' },
    field: 'instructor',
    code: 'not_bookable',
    status: 400,
  },
  {
    name: 'an instructor past 75',
    instructor: { retiresOn: '2026-11-30' },
    field: 'instructor',
    code: 'not_bookable',
    status: 400,
  },
  { name: 'oneself', asOwnInstructor: true, field: 'instructor', code: 'own_lesson', status: 400 },
  {
    name: 'a length that is not offered',
    body: { durationMinutes: 75 },
    field: 'durationMinutes',
    code: 'length_not_offered',
    status: 400,
  },
  {
    name: 'a start within the notice',
    instructor: { minNoticeMinutes: 60 * 24 * 20 },
    field: 'start',
    code: 'too_soon',
    status: 400,
  },
  { name: 'a start in the past', body: { start: at('11-20T10:00') }, field: 'start', code: 'too_soon', status: 400 },
  { name: 'a start beyond the horizon', instructor: { horizonDays: 5 }, field: 'start', code: 'too_far', status: 400 },
  {
    name: 'a start off the grid',
    body: { start: at('12-02T10:10') },
    field: 'start',
    code: 'outside_availability',
    status: 400,
  },
  {
    name: 'an end after the window',
    body: { start: at('12-02T19:30') },
    field: 'start',
    code: 'outside_availability',
    status: 400,
  },
  { name: 'a taken time', before: [{ start: at('12-02T10:00') }], field: 'start', code: 'slot_taken', status: 409 },
  {
    name: 'half an hour into another lesson',
    before: [{ start: at('12-02T09:30') }],
    field: 'start',
    code: 'slot_taken',
    status: 409,
  },
  {
    name: 'less than the gap after a lesson',
    instructor: { gapMinutes: 30 },
    before: [{ start: at('12-02T09:00') }],
    field: 'start',
    code: 'gap_too_short',
    status: 400,
  },
  {
    name: 'a full day',
    instructor: { maxLessonsPerDay: 1 },
    before: [{ start: at('12-02T14:00') }],
    field: 'start',
    code: 'daily_cap',
    status: 400,
  },
  {
    name: 'a full week',
    instructor: { maxLessonsPerWeek: 1 },
    before: [{ start: at('12-04T14:00') }],
    field: 'start',
    code: 'weekly_cap',
    status: 400,
  },
  {
    name: 'as many lessons a week as one learner gets',
    instructor: { maxPerLearnerPerWeek: 1 },
    before: [{ start: at('12-04T14:00'), byLearner: true }],
    field: 'start',
    code: 'learner_week_cap',
    status: 400,
  },
  // The order of the table is the order of precedence.
  {
    name: 'a wrong length before a start too soon',
    body: { durationMinutes: 75, start: at('11-20T10:00') },
    field: 'durationMinutes',
    code: 'length_not_offered',
    status: 400,
  },
  {
    name: 'the window before what is taken in it',
    before: [{ start: at('12-02T10:00') }],
    body: { start: at('12-02T10:10') },
    field: 'start',
    code: 'outside_availability',
    status: 400,
  },
  {
    name: 'what is taken before the gap',
    instructor: { gapMinutes: 30 },
    before: [{ start: at('12-02T10:30') }],
    field: 'start',
    code: 'slot_taken',
    status: 409,
  },
  {
    name: 'the gap before the caps',
    instructor: { gapMinutes: 30, maxLessonsPerDay: 1 },
    before: [{ start: at('12-02T11:00') }],
    field: 'start',
    code: 'gap_too_short',
    status: 400,
  },
];

describe('a new lesson is refused for', () => {
  test.each(refusals)(
    '$name: $code',
    async ({ instructor, before = [], body, asOwnInstructor, field, code, status }) => {
      const teacher = await makeInstructor(app, instructor);
      const [learner, other] = await Promise.all([makePerson(app), makePerson(app)]);
      for (const { start, byLearner } of before) {
        await app.root
          .collection('lessons')
          .create({ instructor: teacher.id, learner: byLearner ? learner.id : other.id, start, durationMinutes: 60 });
      }
      const client = asOwnInstructor ? teacher.client : learner;
      const asked = { instructor: teacher.id, start: at('12-02T10:00'), durationMinutes: 60, ...body };
      const refusal = await refusalOf(client.collection('lessons').create(asked));
      expect([refusal.status, Object.keys(refusal.data), refusal.data[field]?.code]).toEqual([status, [field], code]);
    },
  );
});

async function scene(fields?: Record<string, unknown>): Promise<{ teacher: Teacher; learner: Person }> {
  const [teacher, learner] = await Promise.all([makeInstructor(app, fields), makePerson(app)]);
  return { teacher, learner };
}

describe('a held lesson', () => {
  test('is answered with its learner, end, price lines and the end of the hold', async () => {
    const { teacher, learner } = await scene({ weekendSurchargePercent: 5 });
    const lesson = await learner.collection('lessons').create({
      instructor: teacher.id,
      start: at('12-05T10:00'),
      durationMinutes: 90,
      pickup: 'Bedok MRT',
      postalCode: '467360',
    });
    expect(lesson).toMatchObject({
      learner: learner.id,
      start: '2026-12-05 02:00:00.000Z',
      end: '2026-12-05 03:30:00.000Z',
      status: 'held',
      priceCents: 10_395,
      holdExpiresAt: '2026-11-21 02:15:00.000Z',
      policyVersion: 1,
      lines: [
        { kind: 'lesson', text: '90 minutes at S$66.00', cents: 9900 },
        { kind: 'weekend', text: 'Weekend, 5 %', cents: 495 },
        { kind: 'platform_fee', text: 'Platform fee', cents: 0 },
      ],
    });
    const query = new URLSearchParams({ instructor: teacher.id, start: at('12-05T10:00'), durationMinutes: '90' });
    const quote = await learner.send(`/api/marketplace/quote?${query}`, {});
    expect(quote).toEqual({
      lines: lesson.lines,
      totalCents: 10_395,
      cancellation: [
        { untilISO: '2026-12-04T02:00:00.000Z', refundPercent: 100 },
        { untilISO: '2026-12-04T14:00:00.000Z', refundPercent: 50 },
        { untilISO: '2026-12-05T02:00:00.000Z', refundPercent: 0 },
      ],
    });
  });

  test('is seen by its parties and admins, not by others', async () => {
    const { teacher, learner } = await scene();
    const lesson = await learner
      .collection('lessons')
      .create({ instructor: teacher.id, start: at('12-05T10:00'), durationMinutes: 60 });
    const [stranger, admin] = await Promise.all([makePerson(app), makePerson(app, { role: 'admin' })]);
    for (const client of [learner, teacher.client, admin, app.root]) {
      expect((await client.collection('lessons').getOne(lesson.id)).id).toBe(lesson.id);
    }
    for (const client of [stranger, app.guest()]) {
      expect((await refusalOf(client.collection('lessons').getOne(lesson.id))).status).toBe(404);
      expect((await client.collection('lessons').getFullList({ batch: 500 })).map((item) => item.id)).not.toContain(
        lesson.id,
      );
    }
    for (const client of [learner, teacher.client]) {
      expect((await refusalOf(client.collection('lessons').update(lesson.id, { status: 'confirmed' }))).status).toBe(
        403,
      );
    }
  });

  test('tells its start code to its learner and superusers only, once it is confirmed', async () => {
    const { teacher, learner } = await scene();
    const lesson = await learner
      .collection('lessons')
      .create({ instructor: teacher.id, start: at('12-06T10:00'), durationMinutes: 60 });
    await learner
      .collection('payments')
      .create({ lesson: lesson.id, method: 'card', cardNumber: '4242 4242 4242 4242' });
    const own = await learner.collection('lessons').getOne(lesson.id);
    expect(own.startCode).toMatch(/^\d{4}$/);
    expect((await app.root.collection('lessons').getOne(lesson.id)).startCode).toBe(own.startCode);
    expect(await teacher.client.collection('lessons').getOne(lesson.id)).not.toHaveProperty('startCode');
    // Nor can it be found by guessing in a filter.
    const guess = teacher.client.collection('lessons').getList(1, 1, { filter: `startCode = "${own.startCode}"` });
    expect((await refusalOf(guess)).status).toBe(400);
  });
});

describe('a lesson by a superuser', () => {
  test('takes its facts as given and is bound by overlap alone', async () => {
    const { teacher, learner } = await scene({ status: 'paused', minNoticeMinutes: 10_000 });
    const given = { instructor: teacher.id, learner: learner.id, start: at('11-01T03:07'), durationMinutes: 5 };
    const lesson = await app.root.collection('lessons').create(given);
    expect(lesson).toMatchObject({ status: 'confirmed', priceCents: 550, durationMinutes: 5 });
    const byEnd = await app.root.collection('lessons').create({
      instructor: teacher.id,
      learner: learner.id,
      start: at('11-02T00:00'),
      end: at('11-04T00:00'),
      status: 'completed',
      priceCents: 1,
    });
    expect(byEnd).toMatchObject({ durationMinutes: 2880, status: 'completed', priceCents: 1 });
    const overlap = await refusalOf(app.root.collection('lessons').create({ ...given, start: at('11-03T12:00') }));
    expect([overlap.status, overlap.data.start?.code]).toEqual([409, 'slot_taken']);
    const tooLong = await refusalOf(
      app.root.collection('lessons').create({ ...given, start: at('10-01T00:00'), durationMinutes: 2881 }),
    );
    expect(tooLong.data.durationMinutes?.code).toBe('validation_invalid_value');
  });
});

describe('an instructor books for a learner', () => {
  test('over notice, gap and caps but never over another lesson', async () => {
    const { teacher, learner } = await scene({ minNoticeMinutes: 2000, gapMinutes: 60, maxLessonsPerDay: 1 });
    const body = { instructor: teacher.id, learner: learner.id, durationMinutes: 60 };
    const first = await teacher.client.collection('lessons').create({ ...body, start: at('11-21T14:00') });
    expect(first.learner).toBe(learner.id);
    await teacher.client.collection('lessons').create({ ...body, start: at('11-21T15:00') });
    const overlap = await refusalOf(teacher.client.collection('lessons').create({ ...body, start: at('11-21T14:30') }));
    expect(overlap.data.start?.code).toBe('slot_taken');
  });
});

describe('an instructor who approves by hand', () => {
  test('accepts a requested lesson, or declines it and all money goes back', async () => {
    const { teacher, learner } = await scene({ instantBooking: false });
    const request = async (start: string) => {
      const lesson = await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });
      const payment = await learner
        .collection('payments')
        .create({ lesson: lesson.id, method: 'card', cardNumber: '4242424242424242' });
      expect((await learner.collection('lessons').getOne(lesson.id)).status).toBe('requested');
      return { lesson: lesson.id, payment: payment.id };
    };
    const wanted = await request(at('12-08T10:00'));
    await teacher.client.collection('approvals').create({ lesson: wanted.lesson, decision: 'accept' });
    expect((await learner.collection('lessons').getOne(wanted.lesson)).status).toBe('confirmed');
    const unwanted = await request(at('12-08T12:00'));
    expect(
      (await refusalOf(learner.collection('approvals').create({ lesson: unwanted.lesson, decision: 'accept' }))).status,
    ).toBe(400);
    await teacher.client
      .collection('approvals')
      .create({ lesson: unwanted.lesson, decision: 'decline', reason: 'Car in the workshop' });
    expect((await learner.collection('lessons').getOne(unwanted.lesson)).status).toBe('declined');
    expect((await learner.collection('payments').getOne(unwanted.payment)).status).toBe('refunded');
    const lapsed = await request(at('12-08T14:00'));
    app.clock.advance(12 * 60 + 1);
    await app.app.sweepers.runDue();
    expect((await learner.collection('lessons').getOne(lapsed.lesson)).status).toBe('declined');
    expect((await learner.collection('payments').getOne(lapsed.payment)).status).toBe('refunded');
  });
});

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

describe('free times', () => {
  const ask = (client: { send: Person['send'] }, query: Record<string, string>) =>
    client.send(`/api/marketplace/slots?${new URLSearchParams(query)}`, { method: 'GET' });
  const day = { from: '2026-12-14T00:00:00+08:00', to: '2026-12-15T00:00:00+08:00', durationMinutes: '60' };

  test('are sorted, priced, dated in the asked zone, and change with a booking at once', async () => {
    const { teacher, learner } = await scene({ eveningSurchargePercent: 10 });
    const guest = app.guest();
    const query = { instructor: teacher.id, ...day };
    const before = await ask(guest, query);
    expect(before.items).toHaveLength(23);
    expect(before.items[0]).toEqual({
      start: '2026-12-14T00:00:00.000Z',
      end: '2026-12-14T01:00:00.000Z',
      priceCents: 6600,
      localDate: '2026-12-14',
    });
    expect(before.items.at(-1)).toMatchObject({ start: '2026-12-14T11:00:00.000Z', priceCents: 7260 });
    expect(await ask(guest, query)).toEqual(before);
    const abroad = await ask(guest, { ...query, timezone: 'America/New_York' });
    expect(abroad.items.map((item: { start: string }) => item.start)).toEqual(
      before.items.map((item: { start: string }) => item.start),
    );
    expect(abroad.items[0].localDate).toBe('2026-12-13');
    const lesson = await learner
      .collection('lessons')
      .create({ instructor: teacher.id, start: at('12-14T10:00'), durationMinutes: 60 });
    const after = await ask(guest, query);
    expect(after.items).toHaveLength(20);
    expect(after.calendarVersion).toBeGreaterThan(before.calendarVersion);
    expect((await ask(learner, { ...query, lesson: lesson.id })).items).toHaveLength(23);
    expect((await refusalOf(ask(guest, { ...query, lesson: lesson.id }))).status).toBe(404);
    app.clock.advance(16);
    expect((await ask(guest, query)).items).toHaveLength(23);
  });

  test('are refused for nonsense with a code at the parameter', async () => {
    const { teacher } = await scene();
    const query = { instructor: teacher.id, ...day };
    const nonsense: Array<[change: Record<string, string>, field: string]> = [
      [{ from: 'soon' }, 'from'],
      [{ to: day.from }, 'to'],
      [{ to: '2027-06-01T00:00:00Z' }, 'to'],
      [{ durationMinutes: '0' }, 'durationMinutes'],
      [{ durationMinutes: '75' }, 'durationMinutes'],
      [{ timezone: 'Mars/Olympus' }, 'timezone'],
    ];
    for (const [change, field] of nonsense) {
      const refusal = await refusalOf(ask(app.guest(), { ...query, ...change }));
      expect([refusal.status, Object.keys(refusal.data)]).toEqual([400, [field]]);
    }
    expect((await refusalOf(ask(app.guest(), { ...query, instructor: 'nobody000000000' }))).status).toBe(404);
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

describe('diary records', () => {
  test('are refused where they say nothing possible', async () => {
    const { teacher } = await scene();
    const own = teacher.client;
    const codes = async (collection: string, body: Record<string, unknown>) =>
      Object.entries(
        (await refusalOf(own.collection(collection).create({ instructor: teacher.id, ...body }))).data,
      ).map(([field, { code }]) => `${field}: ${code}`);
    expect(await codes('availability_rules', { weekday: 1, startMinute: 600, endMinute: 600 })).toEqual([
      'endMinute: validation_invalid_value',
    ]);
    expect(await codes('time_off', { start: at('12-02T10:00'), end: at('12-02T09:00') })).toEqual([
      'end: validation_invalid_value',
    ]);
    expect(await codes('availability_overrides', { date: '2026-02-30', windows: [] })).toEqual([
      'date: validation_invalid_value',
    ]);
    expect(await codes('availability_overrides', { date: '2026-12-02', windows: [{ startMinute: 600 }] })).toEqual([
      'windows: validation_invalid_value',
    ]);
    await own.collection('availability_overrides').create({ instructor: teacher.id, date: '2026-12-02', windows: [] });
    expect(await codes('availability_overrides', { date: '2026-12-02', windows: [] })).toContain(
      'date: validation_not_unique',
    );
    const stranger = await makePerson(app);
    const foreign = stranger
      .collection('availability_rules')
      .create({ instructor: teacher.id, weekday: 1, startMinute: 0, endMinute: 60 });
    expect((await refusalOf(foreign)).status).toBe(400);
  });
});
