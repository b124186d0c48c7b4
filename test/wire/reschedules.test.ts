import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ledgerFaults, makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  app.clock.set('2026-12-01T10:00:00+08:00');
  await signInRoot();
});
beforeEach(() => app.clock.set('2026-12-01T10:00:00+08:00'));
afterAll(() => app.close());

// A superuser's session is short, and these lessons are days ahead.
const signInRoot = () => app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
const card = { method: 'card', cardNumber: '4242424242424242' };
const codesOf = async (call: Promise<unknown>) => {
  const { status, data } = await refusalOf(call);
  return [status, ...Object.entries(data).map(([field, { code }]) => `${field} ${code}`)];
};

/** A paid lesson of a pair, from 10:00 Singapore time on 5 December unless told. */
async function paidLesson(fields: Record<string, unknown> = {}, start = '2026-12-05T02:00:00Z') {
  const [teacher, learner] = await Promise.all([makeInstructor(app, fields), makePerson(app)]);
  const book = async (at: string, by = learner) => {
    const made = await by.collection('lessons').create({ instructor: teacher.id, start: at, durationMinutes: 60 });
    await by.collection('payments').create({ lesson: made.id, ...card });
    return made.id;
  };
  const lesson = await book(start);
  const move = (by: typeof learner, to: string, more: object = {}) =>
    by.collection('reschedules').create({ lesson, start: to, ...more });
  const read = () => learner.collection('lessons').getOne(lesson);
  return { teacher, learner, lesson, move, read, book };
}

const noticesOf = async (person: { id: string }) =>
  (
    await app.db.query<{ title: string }>('select title from notifications where "user" = $1 order by _seq', [
      person.id,
    ])
  ).map(({ title }) => title);

describe('moving a lesson outside the free window', () => {
  test('of an own learner without an account happens at once, also on the day itself: nobody could answer', async () => {
    const teacher = await makeInstructor(app);
    const own = await teacher.client.collection('own_learners').create({ instructor: teacher.id, name: 'Siti' });
    const wanted = { instructor: teacher.id, ownLearner: own.id, durationMinutes: 60, start: '2026-12-01T06:00:00Z' };
    const { id } = await teacher.client.collection('lessons').create(wanted);
    const move = { lesson: id, start: '2026-12-01T08:00:00Z' };
    expect((await teacher.client.collection('reschedules').create(move)).status).toBe('done');
    expect((await teacher.client.collection('lessons').getOne(id)).start).toBe('2026-12-01 08:00:00.000Z');
  });

  test('[rule 9] gives it the new time at once: it keeps its id, its price and its payment, and both are told', async () => {
    const { learner, teacher, lesson, move, read } = await paidLesson();
    const before = await read();
    const moved = await move(learner, '2026-12-06T03:00:00Z');
    expect(moved).toMatchObject({
      lesson,
      status: 'done',
      side: 'learner',
      start: '2026-12-06 03:00:00.000Z',
      fromStart: '2026-12-05 02:00:00.000Z',
      answerBy: '',
    });
    expect(await read()).toMatchObject({
      id: lesson,
      status: 'confirmed',
      start: '2026-12-06 03:00:00.000Z',
      end: '2026-12-06 04:00:00.000Z',
      priceCents: before.priceCents,
      sequence: before.sequence + 1,
    });
    expect(await noticesOf(learner)).toEqual(['Lesson confirmed', 'Lesson moved']);
    expect(await noticesOf(teacher.client)).toEqual(['New lesson', 'Lesson moved']);
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test('[rule 9] is free to the minute 24 hours before, and a proposal a minute later', async () => {
    const [first, second] = await Promise.all([paidLesson(), paidLesson()]);
    app.clock.set('2026-12-04T02:00:00Z');
    expect((await first.move(first.learner, '2026-12-07T02:00:00Z')).status).toBe('done');
    app.clock.advance(1);
    expect(await second.move(second.learner, '2026-12-07T02:00:00Z')).toMatchObject({
      status: 'proposed',
      answerBy: '2026-12-05 02:00:00.000Z',
    });
    expect((await second.read()).start).toBe('2026-12-05 02:00:00.000Z');
  });

  test('[rule 9] works twice for a lesson and not a third time, except for staff', async () => {
    const { learner, teacher, move, read } = await paidLesson();
    await move(learner, '2026-12-06T02:00:00Z');
    await move(teacher.client, '2026-12-07T02:00:00Z');
    expect(await codesOf(move(learner, '2026-12-08T02:00:00Z'))).toEqual([400, 'lesson too_many_moves']);
    const admin = await makePerson(app, { role: 'admin' });
    expect(await move(admin, '2026-12-09T02:00:00Z')).toMatchObject({ status: 'done', side: 'admin' });
    expect((await read()).start).toBe('2026-12-09 02:00:00.000Z');
  });

  test('frees the old time and takes the new one, and may overlap its own', async () => {
    const { learner, move, book, read } = await paidLesson();
    await move(learner, '2026-12-05T02:30:00Z');
    expect((await read()).start).toBe('2026-12-05 02:30:00.000Z');
    const other = await makePerson(app);
    expect(await codesOf(book('2026-12-05T03:00:00Z', other))).toEqual([409, 'start slot_taken']);
    await book('2026-12-05T01:30:00Z', other);
  });

  test('repeated with the same id moves once', async () => {
    const { learner, move, read } = await paidLesson();
    const id = 'movedonceonly01';
    const [one, two] = [
      await move(learner, '2026-12-06T02:00:00Z', { id }),
      await move(learner, '2026-12-06T02:00:00Z', { id }),
    ];
    expect(two).toEqual(one);
    expect((await read()).sequence).toBe(2);
  });
});

test('[rule 9] what the instructor moves without asking to tomorrow is cancelled for nothing for 24 hours from then', async () => {
  const { teacher, learner, lesson, move } = await paidLesson();
  expect((await move(teacher.client, '2026-12-02T02:00:00Z')).status).toBe('done');
  app.clock.set('2026-12-02T09:00:00+08:00');
  const preview = () => learner.send('/api/marketplace/cancellation', { query: { lesson } });
  expect(await preview()).toMatchObject({
    ...{ refundPercent: 100, refundCents: 6600, feeCents: 0, usesMercyPass: false, until: '2026-12-02T02:00:00.000Z' },
    reason: 'The instructor moved it less than 24 hours ago without asking, so everything is refunded.',
  });
  // Where the learner moves it the terms are those of every lesson.
  const elsewhere = await learner.send('/api/marketplace/cancellation', {
    query: { lesson, start: '2026-12-02T03:00:00Z' },
  });
  expect(elsewhere).toMatchObject({ refundCents: 0 });
  expect(await learner.collection('cancellations').create({ lesson })).toMatchObject({
    refundCents: 6600,
    isLate: false,
  });
  expect(await ledgerFaults(app.db)).toEqual([]);
});

test('[rule 9] what the learner accepted is cancelled by the terms of every lesson', async () => {
  const { teacher, learner, lesson, move } = await paidLesson();
  const { id } = await move(teacher.client, '2026-12-02T01:00:00Z');
  await learner.collection('reschedules').update(id, { status: 'accepted' });
  const preview = await learner.send('/api/marketplace/cancellation', { query: { lesson } });
  expect(preview).toMatchObject({ refundPercent: 50 });
});

describe('a new time is refused', () => {
  test('with the codes of a new lesson, its own time left out', async () => {
    const { learner, move, book } = await paidLesson({ minNoticeMinutes: 720, gapMinutes: 15, maxLessonsPerDay: 1 });
    const other = await makePerson(app);
    await book('2026-12-06T02:00:00Z', other);
    const slot = await refusalOf(move(learner, '2026-12-06T02:30:00Z'));
    expect([slot.status, slot.data.start?.code, Array.isArray(slot.data.start?.params?.slots)]).toEqual([
      409,
      'slot_taken',
      true,
    ]);
    expect(await codesOf(move(learner, '2026-12-01T03:00:00Z'))).toEqual([400, 'start too_soon']);
    expect(await codesOf(move(learner, '2027-03-06T02:00:00Z'))).toEqual([400, 'start too_far']);
    expect(await codesOf(move(learner, '2026-12-07T20:00:00Z'))).toEqual([400, 'start outside_availability']);
    expect(await codesOf(move(learner, '2026-12-06T03:00:00Z'))).toEqual([400, 'start gap_too_short']);
    expect(await codesOf(move(learner, '2026-12-06T06:00:00Z'))).toEqual([400, 'start daily_cap']);
    expect(await codesOf(move(learner, '2026-12-05T02:00:00Z'))).toEqual([400, 'start same_start']);
    // The day's cap is one, and that one is the lesson itself.
    expect((await move(learner, '2026-12-05T06:00:00Z')).status).toBe('done');
  });

  test('to learners alone by notice, gap and caps: instructors pass them over, an overlap nobody', async () => {
    const { teacher, move, book } = await paidLesson({ minNoticeMinutes: 720, gapMinutes: 15, maxLessonsPerDay: 1 });
    const other = await makePerson(app);
    await book('2026-12-06T02:00:00Z', other);
    expect(await codesOf(move(teacher.client, '2026-12-06T02:30:00Z'))).toEqual([409, 'start slot_taken']);
    expect((await move(teacher.client, '2026-12-06T03:00:00Z')).status).toBe('done');
  });

  test('for a lesson that is not confirmed, has begun, or is somebody else’s', async () => {
    const { teacher, learner, lesson, move } = await paidLesson();
    const held = await learner
      .collection('lessons')
      .create({ instructor: teacher.id, start: '2026-12-09T02:00:00Z', durationMinutes: 60 });
    const to = '2026-12-10T02:00:00Z';
    const call = learner.collection('reschedules').create({ lesson: held.id, start: to });
    expect(await codesOf(call)).toEqual([400, 'lesson not_reschedulable']);
    const stranger = await makePerson(app);
    expect((await refusalOf(stranger.collection('reschedules').create({ lesson, start: to }))).status).toBe(400);
    app.clock.set('2026-12-05T02:00:00Z');
    expect(await codesOf(move(learner, to))).toEqual([400, 'lesson not_reschedulable']);
  });
});

describe('a proposal inside the window', () => {
  const inside = '2026-12-04T08:00:00Z';
  const to = '2026-12-07T02:00:00Z';

  test('[rule 9] moves the lesson when the other side accepts it', async () => {
    const { teacher, learner, move, read } = await paidLesson();
    app.clock.set(inside);
    const proposal = await move(learner, to);
    expect(await noticesOf(teacher.client)).toContain('Another time proposed');
    const answer = (by: typeof learner, status: string) => by.collection('reschedules').update(proposal.id, { status });
    expect((await refusalOf(answer(learner, 'accepted'))).status).toBe(404);
    expect((await answer(teacher.client, 'accepted')).status).toBe('accepted');
    expect(await read()).toMatchObject({ start: '2026-12-07 02:00:00.000Z', sequence: 2 });
    expect(await codesOf(answer(teacher.client, 'refused'))).toEqual([400, 'status already_answered']);
    expect(await noticesOf(learner)).toContain('Lesson moved');
  });

  test('is withdrawn by whoever asked alone; the other side is told, and another one may follow', async () => {
    const { teacher, learner, move, read } = await paidLesson();
    app.clock.set(inside);
    const proposal = await move(learner, to);
    const withdraw = (by: typeof learner) => by.collection('reschedules').update(proposal.id, { status: 'withdrawn' });
    expect((await refusalOf(withdraw(teacher.client))).status).toBe(404);
    expect((await withdraw(learner)).status).toBe('withdrawn');
    expect(await codesOf(withdraw(learner))).toEqual([400, 'status already_answered']);
    expect(await read()).toMatchObject({ start: '2026-12-05 02:00:00.000Z' });
    const told = await teacher.client.collection('notifications').getFullList({ filter: "message ~ 'no longer asks'" });
    expect(told).toHaveLength(1);
    expect((await move(teacher.client, to)).status).toBe('proposed');
  });

  test('leaves it where it is when it is refused, and another one may follow', async () => {
    const { teacher, learner, move, read } = await paidLesson();
    app.clock.set(inside);
    const proposal = await move(teacher.client, to);
    expect(await codesOf(move(learner, '2026-12-08T02:00:00Z'))).toEqual([400, 'lesson already_proposed']);
    await learner.collection('reschedules').update(proposal.id, { status: 'refused' });
    expect((await read()).start).toBe('2026-12-05 02:00:00.000Z');
    expect(await noticesOf(teacher.client)).toContain('The lesson stays where it is');
    expect((await move(learner, '2026-12-08T02:00:00Z')).status).toBe('proposed');
  });

  test('[rule 9] lapses when nobody answers it, never after the start, swept or not', async () => {
    const { teacher, learner, move, read } = await paidLesson({ cancellationHours: 48 });
    app.clock.set('2026-12-03T10:00:00Z');
    const proposal = await move(learner, to);
    expect(proposal.answerBy).toBe('2026-12-04 10:00:00.000Z');
    app.clock.set('2026-12-04T10:00:00Z');
    const late = teacher.client.collection('reschedules').update(proposal.id, { status: 'accepted' });
    expect(await codesOf(late)).toEqual([400, 'status answer_over']);
    await app.app.sweepers.runDue();
    await app.app.sweepers.runDue();
    expect((await learner.collection('reschedules').getOne(proposal.id)).status).toBe('lapsed');
    expect((await noticesOf(learner)).filter((title) => title.startsWith('The lesson stays'))).toHaveLength(1);
    expect((await read()).start).toBe('2026-12-05 02:00:00.000Z');
  });

  test('stays open when its time is taken meanwhile, and lapses with its lesson', async () => {
    const { teacher, learner, lesson, move, book } = await paidLesson();
    app.clock.set(inside);
    const proposal = await move(learner, to);
    await book(to, await makePerson(app));
    const accept = () => teacher.client.collection('reschedules').update(proposal.id, { status: 'accepted' });
    expect(await codesOf(accept())).toEqual([409, 'start slot_taken']);
    await signInRoot();
    await app.root.collection('lessons').update(lesson, { status: 'cancelled_by_instructor' });
    expect((await learner.collection('reschedules').getOne(proposal.id)).status).toBe('lapsed');
    expect(await codesOf(accept())).toEqual([400, 'status already_answered']);
  });
});
