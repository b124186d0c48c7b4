import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cancellationTerms } from '#rules/cancellation/cancellation-terms.ts';
import { answerUntil } from '#rules/lessons/answer-until.ts';
import { firstPolicyValues, type PolicyValues } from '#rules/policies/policy-values.ts';
import { otherPolicyValues } from '#support/other-policy.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let teacher: Teacher;
let oldTexts: Policies['rules'];
/** Rules that have no figure of the policies: safety, counting, ranking, and what the law asks of learners. */
const withoutFigures = [16, 23, 27, 29];

beforeAll(async () => {
  app = await startApp();
  teacher = await makeInstructor(app);
});
afterAll(() => app.close());

type Policies = {
  version: number;
  effectiveFrom: string;
  values: PolicyValues;
  rules: Record<string, { text: string }>;
};
const policiesNow = () => app.guest().send<Policies>('/api/marketplace/policies', {});

/** Within a day, so that everybody stays signed in. */
const begins = '2026-11-22T00:00:00.000Z';

describe('the policies in force', () => {
  test('are public, with version, date, every figure and the sentences made from them', async () => {
    const { version, effectiveFrom, values, rules } = await policiesNow();
    expect({ version, effectiveFrom }).toEqual({ version: 1, effectiveFrom: '2024-12-31T16:00:00.000Z' });
    expect(values).toEqual(firstPolicyValues);
    oldTexts = rules;
    const numbers = Array.from({ length: 33 }, (_, index) => index + 1);
    expect(Object.keys(rules)).toEqual(numbers.map(String));
    expect(rules[1]?.text).toBe('A time is held for 15 minutes while you pay, then it is free again.');
    expect(rules[6]?.text).toContain('half of the price until 12 hours before the start');
    expect(rules[21]?.text).toContain('72 hours after its end and paid every Wednesday, once at least S$20.00 is due');
  });
});

test('a preview says what the last month would have come to under other figures, and changes nothing', async () => {
  const admin = await makePerson(app, { role: 'admin' });
  const learner = await makePerson(app);
  const given = {
    instructor: teacher.id,
    learner: learner.id,
    durationMinutes: 60,
    start: '2026-11-20T10:00:00+08:00',
  };
  const { id } = await app.root.collection('lessons').create(given);
  await app.db.query(
    `insert into settlements (lesson, instructor, learner, gives, entries, "paidCents", "refundCents", "keptCents", "feeCents", "instructorCents",
       "paidMinutes", "payableFrom", created, updated)
     values ($1, $2, $3, '[]', '[]', 6600, 0, 6600, 660, 5940, 60, $4, $4, $4)`,
    [id, teacher.id, learner.id, '2026-11-20T04:00:00Z'],
  );
  const preview = (client: typeof admin, values: unknown) =>
    client.send<object>('/api/marketplace/policies/preview', { method: 'POST', body: { values } });
  expect(await preview(admin, {})).toMatchObject({
    lessons: 1,
    feeCents: 660,
    newFeeCents: 660,
    instructorsDiffering: 0,
  });
  expect(await preview(admin, { feeFirstPercent: 20 })).toMatchObject({
    newFeeCents: 1320,
    instructors: [{ instructor: teacher.id, feeCents: 660, newFeeCents: 1320 }],
  });
  // Of an own learner no fee is taken, whatever the figures say.
  const ownLearner = await teacher.client.collection('own_learners').create({ instructor: teacher.id, name: 'Ah Kow' });
  await app.db.query('update lessons set "ownLearner" = $2 where id = $1', [id, ownLearner.id]);
  expect(await preview(admin, { feeFirstPercent: 20 })).toMatchObject({ lessons: 0, newFeeCents: 0 });
  // Half came back of a lesson called off the day before; by the other figures a quarter would have.
  const late = { ...given, start: '2026-11-21T20:00:00+08:00', status: 'cancelled_by_learner' };
  const off = await app.root.collection('lessons').create(late);
  await app.root.collection('cancellations').create({ lesson: off.id });
  await app.db.query(
    `update cancellations set "cancelledBy" = 'learner', "refundCents" = 3300, created = $2 where lesson = $1`,
    [off.id, '2026-11-21T00:00:00Z'],
  );
  await app.db.query(`update lessons set "confirmedAt" = $2, "priceCents" = 6600 where id = $1`, [
    off.id,
    '2026-11-19T00:00:00Z',
  ]);
  const tiers = [
    { hoursBefore: 24, refundPercent: 100 },
    { hoursBefore: 12, refundPercent: 25 },
  ];
  expect(await preview(admin, { tiers })).toMatchObject({
    cancellationsDiffering: 1,
    refunds: [
      { lesson: off.id, learnerName: expect.stringMatching(/^Person/), refundCents: 3300, newRefundCents: 1650 },
    ],
  });
  for (const wrong of [{ feeFirstPercent: 900 }, { nonsense: 1 }, 'text']) {
    expect((await refusalOf(preview(admin, wrong))).status).toBe(400);
  }
  expect((await refusalOf(preview(learner, {}))).status).toBe(403);
  expect((await policiesNow()).version).toBe(1);
  await app.db.query('delete from settlements where lesson = $1', [id]);
});

describe('a version of the policies', () => {
  test('is made by admins, for the future, with figures that make sense', async () => {
    const admin = await makePerson(app, { role: 'admin' });
    const create = (body: object) => refusalOf(admin.collection('policies').create(body));
    const learner = await makePerson(app);
    expect((await refusalOf(learner.collection('policies').create({ effectiveFrom: begins }))).status).toBe(400);
    expect((await create({ effectiveFrom: begins, values: { holdMinutes: 0, later: 1 } })).data).toMatchObject({
      values: { holdMinutes: { code: 'out_of_range', params: { min: 1, max: 120 } }, later: { code: 'unknown' } },
    });
    const now = new Date(app.clock.nowMs()).toISOString();
    expect((await create({ effectiveFrom: now, values: otherPolicyValues })).data).toMatchObject({
      effectiveFrom: { code: 'in_past' },
    });
    expect((await create({ version: 1, effectiveFrom: begins, values: otherPolicyValues })).data).toMatchObject({
      version: { code: 'validation_not_unique' },
    });
    const made = await admin.collection('policies').create({ effectiveFrom: begins, values: { holdMinutes: 20 } });
    expect(made).toMatchObject({ version: 2, values: { ...firstPolicyValues, holdMinutes: 20 } });
    expect((await create({ effectiveFrom: '2026-11-21T09:00:00Z', values: {} })).data).toMatchObject({
      effectiveFrom: { code: 'not_later' },
    });
  });

  test('can be changed while it is of the future, and never once it has begun', async () => {
    const admin = await makePerson(app, { role: 'admin' });
    const [next] = await admin.collection('policies').getFullList({ filter: 'version = 2' });
    const first = await admin.collection('policies').getFirstListItem('version = 1');
    await admin.collection('policies').update(next!.id, { values: otherPolicyValues });
    for (const client of [admin, app.root]) {
      const policies = client.collection('policies');
      expect((await refusalOf(policies.update(first.id, { values: otherPolicyValues }))).data).toMatchObject({
        version: { code: 'in_force' },
      });
      expect((await refusalOf(policies.delete(first.id))).data).toMatchObject({ version: { code: 'in_force' } });
    }
    const third = await admin.collection('policies').create({ effectiveFrom: '2027-01-01T00:00:00Z', values: {} });
    await admin.collection('policies').delete(third.id);
  });
});

test('a lesson lives under the version it was booked under: two of them side by side, every figure changed', async () => {
  const learner = await makePerson(app);
  const start = '2026-12-05T02:00:00.000Z';
  const startMs = Date.parse(start);
  const quote = () =>
    learner.send('/api/marketplace/quote', { query: { instructor: teacher.id, start, durationMinutes: 60 } });
  const hold = (startOfLesson: string) =>
    learner.collection('lessons').create({ instructor: teacher.id, start: startOfLesson, durationMinutes: 60 });
  const minutesOf = ({ created, holdExpiresAt }: Record<string, string>) =>
    (Date.parse(String(holdExpiresAt)) - Date.parse(String(created))) / 60_000;

  const oldQuote = await quote();
  const old = await hold(start);
  app.clock.set(begins);
  const newQuote = await quote();
  const young = await hold('2026-12-06T02:00:00.000Z');

  const policies = await policiesNow();
  expect(policies).toMatchObject({ version: 2, values: otherPolicyValues });
  const unchanged = Object.entries(policies.rules).filter(([number, { text }]) => text === oldTexts[number]?.text);
  expect(unchanged.map(([number]) => Number(number))).toEqual(withoutFigures);

  expect([old.policyVersion, young.policyVersion]).toEqual([1, 2]);
  expect([minutesOf(old), minutesOf(young)]).toEqual([15, 16]);
  const hoursOf = ({ cancellation }: { cancellation: Array<{ untilISO: string; refundPercent: number }> }) =>
    cancellation.map(({ untilISO, refundPercent }) => [(startMs - Date.parse(untilISO)) / 3_600_000, refundPercent]);
  expect(hoursOf(oldQuote)).toEqual([
    [24, 100],
    [12, 50],
    [0, 0],
  ]);
  const graceHours = (startMs - Date.parse(begins)) / 3_600_000 - 31 / 60;
  expect(hoursOf(newQuote)).toEqual([
    [graceHours, 100],
    [30, 90],
    [20, 60],
    [10, 25],
    [0, 0],
  ]);
});

describe('the same lesson of S$66.00, booked under each of the two versions', () => {
  type Scene = { teacher: Teacher; learner: Awaited<ReturnType<typeof makePerson>> };
  type Booked = Scene & { lesson: string };
  let scenes: Scene[];
  const hourMs = 3_600_000;

  beforeAll(async () => {
    scenes = await Promise.all(
      [1, 2].map(async () => ({ teacher: await makeInstructor(app), learner: await makePerson(app) })),
    );
  });

  /** It begins so many hours from now, or before. */
  const pair = (hours: number, status = 'confirmed') =>
    Promise.all(
      scenes.map(async (scene, index): Promise<Booked> => {
        const { teacher: of, learner } = scene;
        const start = new Date(app.clock.nowMs() + hours * hourMs).toISOString();
        const given = { instructor: of.id, learner: learner.id, start, durationMinutes: 60, priceCents: 6600 };
        const lessons = app.root.collection('lessons');
        const lesson = await lessons.create({ ...given, status, policyVersion: index + 1 });
        const paid = { method: 'card', amountCents: 6600, status: 'succeeded' };
        await app.root.collection('payments').create({ lesson: lesson.id, learner: learner.id, ...paid });
        return { ...scene, lesson: lesson.id };
      }),
    );
  const ofEach = <T>(lessons: Booked[], ask: (one: Booked) => Promise<T>) => Promise.all(lessons.map(ask));
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => '',
      async (error) => (await refusalOf(Promise.reject(error))).data.lesson?.code ?? String(error),
    );
  const minute = 1 / 60;

  test('no figure of the second is that of the first', () => {
    const same = Object.entries(otherPolicyValues).filter(
      ([name, value]) => JSON.stringify(value) === JSON.stringify(Object(firstPolicyValues)[name]),
    );
    expect(same).toEqual([]);
    expect(Object.keys(otherPolicyValues).sort()).toEqual(Object.keys(firstPolicyValues).sort());
  });

  test('is ahead: what cancelling gives back, what a late instructor’s learner gets, and until when both see numbers', async () => {
    const ahead = await pair(24.5);
    expect(
      await ofEach(ahead, async ({ learner, lesson }) => {
        const { refundCents } = await learner.send('/api/marketplace/cancellation', { query: { lesson } });
        const { end, contactsUntil } = await learner.collection('lessons').getOne(lesson);
        return [refundCents, (Date.parse(contactsUntil) - Date.parse(end)) / hourMs];
      }),
    ).toEqual([
      [6600, 24],
      // Between 30 and 20 hours ahead: 60 %.
      [3960, 25],
    ]);
    const cancelled = await ofEach(await pair(23), ({ teacher: of, lesson }) =>
      of.client.collection('cancellations').create({ lesson, reason: 'My car is in repair' }),
    );
    expect(cancelled.map(({ creditCents }) => creditCents)).toEqual([1000, 1001]);
  });

  test('has begun 15 minutes ago: somebody may be missing, or not yet', async () => {
    const begun = await pair(-15 * minute);
    expect(
      await ofEach(begun, ({ learner, lesson }) => codeOf(learner.collection('no_shows').create({ lesson }))),
    ).toEqual(['', 'too_early']);
  });

  test('has ended: when it closes, what its fee is and when it is payable, until when it is claimed and reviewed', async () => {
    const ended = await pair(-25 - minute);
    await app.app.sweepers.runDue();
    expect(
      await ofEach(ended, async ({ lesson }) => (await app.root.collection('lessons').getOne(lesson)).status),
    ).toEqual(['closed', 'confirmed']);

    const claimable = await pair(-73 - minute, 'closed');
    expect(
      await ofEach(claimable, async ({ lesson }) => {
        const [row] = await app.db.query<{ fee: number; hours: number }>(
          `select s."feeCents" as fee, (extract(epoch from s."payableFrom" - l."end") / 3600)::integer as hours
           from settlements s join lessons l on l.id = s.lesson where l.id = $1`,
          [lesson],
        );
        return row;
      }),
    ).toEqual([
      { fee: 660, hours: 72 },
      { fee: 726, hours: 73 },
    ]);
    const claim = { kind: 'quality', text: 'The car broke down.' };
    expect(
      await ofEach(claimable, ({ learner, lesson }) =>
        codeOf(learner.collection('claims').create({ lesson, ...claim })),
      ),
    ).toEqual(['too_late', '']);

    const reviewable = await pair(-14 * 24 - 1 - minute, 'closed');
    const review = { rating: 5, text: 'Calm and clear.' };
    expect(
      await ofEach(reviewable, ({ learner, lesson }) =>
        codeOf(learner.collection('reviews').create({ lesson, ...review })),
      ),
    ).toEqual(['too_late', '']);
  });
});

test('the time to answer a request follows the version of its lesson', async () => {
  const bySchedule = await makeInstructor(app, { instantBooking: false });
  const learner = await makePerson(app);
  const book = async (start: string, policyVersion: number) => {
    const lesson = await app.root.collection('lessons').create({
      instructor: bySchedule.id,
      learner: learner.id,
      start,
      durationMinutes: 60,
      status: 'held',
      policyVersion,
    });
    await learner.collection('payments').create({ lesson: lesson.id, method: 'card', cardNumber: '4242424242424242' });
    const asked = await learner.collection('lessons').getOne(lesson.id);
    return (Date.parse(asked.requestExpiresAt) - app.clock.nowMs()) / 3_600_000;
  };
  expect([await book('2026-12-07T02:00:00Z', 1), await book('2026-12-07T04:00:00Z', 2)]).toEqual([12, 13]);
  expect([await book('2026-11-22T08:00:00Z', 1), await book('2026-11-22T10:00:00Z', 2)]).toEqual([3, 2]);
});

test('the terms of the database and of the rules come from the same figures', async () => {
  const [row] = await app.db.query<{ values: PolicyValues }>('select policy_values(7) as values');
  expect(row?.values).toEqual(otherPolicyValues);
  const lesson = { startMs: 1e12, cancellationHours: 48, bookedMs: 1e12 - 60 * 3_600_000 };
  const terms = cancellationTerms(lesson, { ...row!.values, graceMinutes: 0 });
  expect(terms.map(({ untilMs }) => (1e12 - untilMs) / 3_600_000)).toEqual([55, 45, 35, 0]);
});

test('[rule 2] the database and the rules give a request the same time to answer, on both sides of each limit', async () => {
  const minute = 60_000;
  const hour = 60 * minute;
  const nowMs = Date.parse('2026-11-22T00:00:00Z');
  const starts = [1, 2, 3, 12, 13, 23, 24, 25, 26, 100].flatMap((hours) =>
    [-1, 0, 1].map((minutes) => nowMs + hours * hour + minutes * minute),
  );
  for (const policy of [firstPolicyValues, otherPolicyValues]) {
    const rows = await app.db.query<{ untilMs: number }>(
      `select (extract(epoch from answer_until($1::jsonb, to_timestamp(s / 1000), to_timestamp($2::double precision / 1000))) * 1000)::double precision
         as "untilMs" from unnest($3::double precision[]) with ordinality as x(s, n) order by n`,
      [JSON.stringify(policy), nowMs, starts],
    );
    expect(rows.map(({ untilMs }) => untilMs)).toEqual(starts.map((startMs) => answerUntil(startMs, nowMs, policy)));
  }
});
