import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

const at = (text: string) => `2026-${text}:00+08:00`;

/** A scene for one refusal: what the instructor is like, what is in the diary, what is asked, and the one code that answers. */
type Refusal = {
  name: string;
  instructor?: Record<string, unknown>;
  before?: Array<{ start: string; status?: string; byLearner?: boolean; postalCode?: string }>;
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
  ...[0, -60].map((durationMinutes) => ({
    name: `a length of ${durationMinutes}`,
    body: { durationMinutes },
    field: 'durationMinutes',
    code: 'length_not_offered',
    status: 400,
  })),
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
    name: 'a drive from the lesson before that takes longer than the time between',
    instructor: { considersTravel: true },
    before: [{ start: at('12-02T08:30'), postalCode: '730123' }],
    body: { postalCode: '460123' },
    field: 'start',
    code: 'travel_too_long',
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
      for (const { start, byLearner, postalCode } of before) {
        await app.root.collection('lessons').create({
          instructor: teacher.id,
          learner: byLearner ? learner.id : other.id,
          start,
          durationMinutes: 60,
          postalCode,
        });
      }
      const client = asOwnInstructor ? teacher.client : learner;
      const asked = { instructor: teacher.id, start: at('12-02T10:00'), durationMinutes: 60, ...body };
      const refusal = await refusalOf(client.collection('lessons').create(asked));
      expect([refusal.status, Object.keys(refusal.data), refusal.data[field]?.code]).toEqual([status, [field], code]);
    },
  );
});

test('[rule 30] a number in the note reaches the instructor once the lesson is confirmed, on no way before', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app, { instantBooking: false }), makePerson(app)]);
  const note = 'Call me at 9123 4567, I wait at Blk 123';
  const wanted = { instructor: teacher.id, start: at('12-02T10:00'), durationMinutes: 60, note };
  const { id } = await learner.collection('lessons').create(wanted);
  await learner.collection('payments').create({ lesson: id, method: 'card', cardNumber: '4242424242424242' });
  const noteOf = async (client: TestApp['root']) => (await client.collection('lessons').getOne(id)).note;
  const ways = async () => [
    await noteOf(teacher.client),
    (await teacher.client.send('/api/marketplace/dashboard', { query: { view: 'instructor' } })).upcoming[0]?.note,
  ];
  const hidden = 'Call me at [number hidden], I wait at [address hidden]';
  expect([await ways(), await noteOf(learner), await noteOf(app.root)]).toEqual([[hidden, hidden], note, note]);
  await teacher.client.collection('approvals').create({ lesson: id, decision: 'accept' });
  expect(await noteOf(teacher.client)).toBe(note);
});

test('a number that a column of whole numbers can’t take is refused at its field', async () => {
  const teacher = await makeInstructor(app);
  const own = await teacher.client.collection('own_learners').create({ instructor: teacher.id, name: 'Siti' });
  const learner = await makePerson(app);
  const given = { instructor: teacher.id, learner: learner.id, start: at('12-02T10:00'), durationMinutes: 60 };
  const [fraction, most, least] = ['only_int', 'max_number', 'min_number'].map(
    (name) => `validation_${name}_constraint`,
  );
  for (const [number, code] of [
    [60.5, fraction],
    [1e12, most],
    [-1e12, least],
  ] as const) {
    const paid = { instructor: teacher.id, ownLearner: own.id, paidOn: '2026-11-20', amountCents: number };
    const pay = await refusalOf(teacher.client.collection('own_payments').create(paid));
    expect([pay.status, pay.data.amountCents?.code]).toEqual([400, code]);
    const offer = { instructor: teacher.id, minutes: number };
    const offered = await refusalOf(teacher.client.collection('package_offers').create(offer));
    expect([offered.status, Object.keys(offered.data)]).toEqual([400, ['minutes']]);
    const lesson = await refusalOf(app.root.collection('lessons').create({ ...given, sequence: number }));
    expect([lesson.status, lesson.data.sequence?.code]).toEqual([400, code]);
  }
});
