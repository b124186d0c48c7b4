import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeLessons } from '#marketplace/booking/lessons/closing/close-lessons.ts';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { balancesOf, bookWithPackage, buyPackage, makeSeller } from '#support/packages.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
type Person = Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
afterAll(() => app.close());

const card = { method: 'card', cardNumber: '4242424242424242' };
const addTo = ({ id, client }: Teacher, name = 'Mei Ling') =>
  client
    .collection('own_learners')
    .create({ instructor: id, name, phone: '+6591234567', inviteCode: 'mine', user: client.id });
const dashboardAt = (teacher: Teacher, at: string) => {
  app.clock.set(at);
  return teacher.client.send('/api/marketplace/dashboard', { query: { view: 'instructor' } });
};
const join = (learner: Person, code: string) =>
  learner.send('/api/marketplace/own-learners/join', { method: 'POST', body: { code } });
const codeOf = async (call: Promise<unknown>) => {
  const { status, data } = await refusalOf(call);
  return [status, ...Object.entries(data).map(([field, { code }]) => `${field} ${code}`)];
};

test('an own learner is of the instructor who writes them down, named or not', async () => {
  const [teacher, other, learner] = await Promise.all([makeInstructor(app), makeInstructor(app), makePerson(app)]);
  const own = await teacher.client.collection('own_learners').create({ name: 'Mei Ling', phone: '91234567' });
  expect(own.instructor).toBe(teacher.id);
  const write = (fields: object) => learner.collection('own_learners').create({ name: 'Mei Ling', ...fields });
  expect(await codeOf(write({}))).toEqual([400, 'instructor validation_required']);
  expect(await codeOf(write({ instructor: other.id }))).toEqual([400]);
});

test('[rule 20] of an own learner who joined by the code no fee is taken: S$66.00 of S$66.00 are the instructor’s', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const own = await addTo(teacher);
  expect(own).toMatchObject({ user: '', name: 'Mei Ling' });
  expect(own.inviteCode).toMatch(/^\w{20}$/);
  expect(await join(learner, own.inviteCode)).toMatchObject({ instructor: teacher.id });
  await join(learner, own.inviteCode);
  const wanted = { instructor: teacher.id, start: '2026-11-22T02:00:00Z', durationMinutes: 60 };
  const lesson = await learner
    .collection('lessons')
    .create({ ...wanted, ownLearner: 'somebodyelses00' })
    .catch(() => undefined);
  expect(lesson).toBeUndefined();
  const booked = await learner.collection('lessons').create(wanted);
  expect(booked.ownLearner).toBe(own.id);
  await learner.collection('payments').create({ lesson: booked.id, ...card });
  app.clock.set('2026-11-23T03:00:00Z');
  await closeLessons(app.app.engine, app.clock.nowMs());
  const entries = await app.db.query<{ account: string; cents: number }>(
    `select e.account, e."amountCents" as cents from ledger_entries e join ledger_transactions t on t.id = e.transaction
     where t.lesson = $1 and t.kind = 'settlement' order by e.id`,
    [booked.id],
  );
  expect(entries).toEqual([
    { account: `held:${booked.id}`, cents: 6600 },
    { account: `instructor_payable:${teacher.id}`, cents: -6600 },
  ]);
  expect((await proveLedger(app.db)).faults).toEqual([]);
});

test('[rule 7] an own learner’s late cancellation is the instructor’s to forgive: no fee could pay for it', async () => {
  app.clock.set('2026-11-21T02:00:00Z');
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  await join(learner, (await addTo(teacher)).inviteCode);
  const wanted = { instructor: teacher.id, start: '2026-11-22T02:00:00Z', durationMinutes: 60 };
  const { id: lesson } = await learner.collection('lessons').create(wanted);
  await learner.collection('payments').create({ lesson, ...card });
  app.clock.set('2026-11-22T01:00:00Z');
  const preview = await learner.send('/api/marketplace/cancellation', { query: { lesson } });
  expect(preview).toMatchObject({ feeCents: 6600, creditCents: 0, usesMercyPass: false, instructorCents: 6600 });
  expect(await learner.collection('cancellations').create({ lesson })).toMatchObject({ creditCents: 0 });
  await teacher.client.collection('waivers').create({ lesson });
  expect(await learner.collection('refunds').getFullList()).toMatchObject([{ amountCents: 6600 }]);
  expect((await proveLedger(app.db)).faults).toEqual([]);
});

test('[rule 20] nor is a fee foretold of a lesson ahead, or taken of what is kept of a package that ends', async () => {
  const [teacher, learner] = await Promise.all([makeSeller(app), makePerson(app)]);
  const own = await addTo(teacher);
  await join(learner, own.inviteCode);
  const pack = await buyPackage(app, learner, teacher);
  const { lesson } = await bookWithPackage(learner, teacher, '2026-11-22T02:00:00Z', 60);
  const { items } = await teacher.client.send('/api/marketplace/earnings', { query: {} });
  expect(items).toMatchObject([{ lesson: lesson.id, state: 'pending', grossCents: 6270, feeCents: 0, netCents: 6270 }]);
  const refund = await learner.collection('package_refunds').create({ packagePurchase: pack.id });
  expect(refund).toMatchObject({ refundCents: 56100, keptCents: 330 });
  expect(await balancesOf(app, `instructor_payable:${teacher.id}`)).toEqual([330]);
  expect((await proveLedger(app.db)).faults).toEqual([]);
});

test('[rule 20] an instructor names an own learner in place of the learner', async () => {
  const [teacher, other, learner] = await Promise.all([makeInstructor(app), makeInstructor(app), makePerson(app)]);
  const own = await addTo(teacher);
  const book = (by: Teacher) =>
    by.client
      .collection('lessons')
      .create({ instructor: by.id, ownLearner: own.id, start: '2026-11-24T02:00:00Z', durationMinutes: 60 });
  await join(learner, own.inviteCode);
  expect(await codeOf(book(other))).toEqual([400, 'ownLearner validation_missing_rel_records']);
  expect(await book(teacher)).toMatchObject({ learner: learner.id, ownLearner: own.id, status: 'held' });
});

describe('a lesson of an own learner without an account', () => {
  const day = '2026-11-24';
  const lessonOf = (teacher: Teacher, ownLearner: string, time = '02:00', fields = {}) =>
    teacher.client.collection('lessons').create({
      instructor: teacher.id,
      ownLearner,
      start: `${day}T${time}:00Z`,
      durationMinutes: 60,
      pickup: 'Bedok MRT',
      ...fields,
    });

  test('stands at once, is started without a code, logged and closed, and no money moves in the books', async () => {
    const teacher = await makeInstructor(app);
    const own = await addTo(teacher);
    const id = 'ownlesson000001';
    const lesson = await lessonOf(teacher, own.id, '02:00', { id });
    expect(lesson).toMatchObject({ learner: '', ownLearner: own.id, status: 'confirmed', priceCents: 6600 });
    expect(await lessonOf(teacher, own.id, '02:00', { id })).toEqual(lesson);
    const { today } = await dashboardAt(teacher, `${day}T01:30:00Z`);
    expect(today.lessons[0]).toMatchObject({ learner: { id: own.id, name: 'Mei Ling', phone: '+6591234567' } });
    app.clock.set(`${day}T01:55:00Z`);
    await teacher.client.collection('lesson_starts').create({ lesson: id, pdlSeen: true });
    app.clock.set(`${day}T02:55:00Z`);
    const skills = [{ skill: 'steering', level: 3 }];
    await teacher.client.collection('lesson_logs').create({ lesson: id, skills, notes: 'Good' });
    app.clock.set('2026-11-25T03:00:00Z');
    await closeLessons(app.app.engine, app.clock.nowMs());
    expect((await teacher.client.collection('lessons').getOne(id)).status).toBe('closed');
    expect(await app.db.query('select id from ledger_transactions where lesson = $1', [id])).toEqual([]);
    expect((await proveLedger(app.db)).faults).toEqual([]);
  });

  test('keeps its time from everybody: of many bookings at once, one has it', async () => {
    const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
    const [one, two] = [await addTo(teacher), await addTo(teacher, 'Arjun')];
    const wanted = { instructor: teacher.id, start: `${day}T04:00:00Z`, durationMinutes: 60 };
    const tries = [
      () => lessonOf(teacher, one.id, '04:00'),
      () => lessonOf(teacher, two.id, '04:00'),
      () => learner.collection('lessons').create(wanted),
      () => lessonOf(teacher, one.id, '04:00'),
    ];
    const ends = await Promise.allSettled(tries.map((book) => book()));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = ends
      .filter((end) => end.status === 'rejected')
      .map(({ reason }) => reason.response.data.start.code);
    expect(refused).toEqual(['slot_taken', 'slot_taken', 'slot_taken']);
    // Nor outside the hours that are open to others, where the own hand may put them.
    await lessonOf(teacher, one.id, '20:00');
    expect(await codeOf(lessonOf(teacher, two.id, '20:30'))).toEqual([409, 'start slot_taken']);
    // Two instructors teach people without an account at the same time.
    const other = await makeInstructor(app);
    const third = await addTo(other);
    expect(await lessonOf(other, third.id, '04:00')).toMatchObject({ status: 'confirmed' });
  });

  test('is written down by its instructor only, and called off or missed without credit, refund or a mark', async () => {
    const [teacher, other, stranger] = await Promise.all([makeInstructor(app), makeInstructor(app), makePerson(app)]);
    const own = await addTo(teacher);
    const [first, second] = [await lessonOf(teacher, own.id, '02:00'), await lessonOf(teacher, own.id, '05:00')];
    const body = { instructor: teacher.id, ownLearner: own.id, start: `${day}T07:00:00Z`, durationMinutes: 60 };
    for (const client of [other.client, stranger]) {
      expect(await codeOf(client.collection('lessons').create(body))).toEqual([
        400,
        'ownLearner validation_missing_rel_records',
      ]);
    }
    expect((await refusalOf(stranger.collection('lessons').getOne(first.id))).status).toBe(404);
    app.clock.set(`${day}T01:00:00Z`);
    const off = await teacher.client.collection('cancellations').create({ lesson: first.id, reason: 'Ill' });
    expect(off).toMatchObject({ refundCents: 0, creditCents: 0, cancelledBy: 'instructor' });
    app.clock.set(`${day}T05:20:00Z`);
    await teacher.client.collection('no_shows').create({ lesson: second.id });
    expect((await teacher.client.collection('lessons').getOne(second.id)).status).toBe('no_show_learner');
    const standing = await teacher.client.send('/api/marketplace/standing', {});
    expect(standing.instructor).toMatchObject({ state: 'good', count: 0 });
    expect((await proveLedger(app.db)).faults).toEqual([]);
    expect(await codeOf(teacher.client.collection('own_learners').delete(own.id))).toEqual([400, 'id has_lessons']);
  });
});

describe('students without an account', () => {
  test('stand among the others with what they owe; what they paid is written down', async () => {
    const [teacher, other] = await Promise.all([makeInstructor(app), makeInstructor(app)]);
    const own = await addTo(teacher);
    const list = async () => (await teacher.client.send('/api/marketplace/students', {})).items;
    expect(await list()).toMatchObject([
      {
        learner: { id: own.id, name: 'Mei Ling' },
        ownLearner: own.id,
        owedCents: 0,
        completedLessons: 0,
        nextLesson: null,
      },
    ]);
    const start = '2026-11-24T02:00:00Z';
    const wanted = { instructor: teacher.id, ownLearner: own.id, start, durationMinutes: 60 };
    const lesson = await teacher.client.collection('lessons').create(wanted);
    expect((await list())[0]).toMatchObject({ owedCents: 0, nextLesson: { id: lesson.id } });
    app.clock.set('2026-11-24T02:30:00Z');
    expect((await list())[0]).toMatchObject({ owedCents: 6600, nextLesson: null });
    const paid = { ownLearner: own.id, amountCents: 5000, method: 'paynow', paidOn: '2026-11-24' };
    const never = teacher.client.collection('own_payments').create({ ...paid, paidOn: '2026-11-31' });
    expect(await codeOf(never)).toEqual([400, 'paidOn validation_invalid_value']);
    await teacher.client.collection('own_payments').create(paid);
    expect((await list())[0]).toMatchObject({ owedCents: 1600 });
    expect((await refusalOf(other.client.collection('own_payments').create(paid))).status).toBe(400);
    const student = await teacher.client.send(`/api/marketplace/students/${own.id}`, {});
    expect(student).toMatchObject({
      hasAccount: false,
      phone: '+6591234567',
      owedCents: 1600,
      ownLearner: { hasJoined: false, inviteUrl: expect.stringContaining(own.inviteCode) },
      lessons: [{ id: lesson.id, isPaidByHand: true, priceCents: 6600 }],
      payments: [{ amountCents: 5000, method: 'paynow', paidOn: '2026-11-24' }],
    });
    for (const client of [other.client, await makePerson(app)]) {
      expect((await refusalOf(client.send(`/api/marketplace/students/${own.id}`, {}))).status).toBe(404);
    }
    expect((await refusalOf(app.guest().send(`/api/marketplace/students/${own.id}`, {}))).status).toBe(401);
  });

  test('are one person with their account once they joined, and their record is a page to print', async () => {
    const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
    const own = await addTo(teacher);
    const wanted = { instructor: teacher.id, durationMinutes: 60 };
    const first = await teacher.client
      .collection('lessons')
      .create({ ...wanted, ownLearner: own.id, start: '2026-11-22T02:00:00Z' });
    app.clock.set('2026-11-22T02:00:00Z');
    await teacher.client.collection('lesson_starts').create({ lesson: first.id });
    const skills = [{ skill: 'steering', level: 2 }];
    await teacher.client.collection('lesson_logs').create({ lesson: first.id, skills });
    await join(learner, own.inviteCode);
    await learner.collection('lessons').create({ ...wanted, start: '2026-11-25T02:00:00Z' });
    const { items } = await teacher.client.send('/api/marketplace/students', {});
    expect(items).toMatchObject([{ learner: { id: learner.id }, ownLearner: own.id, completedLessons: 1 }]);
    await teacher.client
      .collection('student_notes')
      .create({ instructor: teacher.id, learner: learner.id, text: 'Shy' });
    const student = await teacher.client.send(`/api/marketplace/students/${learner.id}`, {});
    expect(student).toMatchObject({
      hasAccount: true,
      note: { text: 'Shy' },
      skillHistory: [{ skill: 'steering', levels: [{ level: 2, percent: 40, start: '2026-11-22T02:00:00.000Z' }] }],
    });
    const path = `/api/marketplace/students/${learner.id}/record-book.pdf`;
    const book = await fetch(`${app.url}${path}`, { headers: { Authorization: teacher.client.authStore.token } });
    expect([book.status, book.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(await learner.collection('student_notes').getFullList()).toEqual([]);
  });
});

test('an own learner who joined or whose payments are noted is not removed, and the answer says why', async () => {
  const [teacher, learner, other] = await Promise.all([makeInstructor(app), makePerson(app), makeInstructor(app)]);
  const [joined, payer] = [await addTo(teacher), await addTo(teacher, 'Arjun')];
  await join(learner, joined.inviteCode);
  const paid = { ownLearner: payer.id, amountCents: 5000, method: 'cash', paidOn: '2026-11-20' };
  const { id } = await teacher.client.collection('own_payments').create(paid);
  const remove = (ownLearner: string) => teacher.client.collection('own_learners').delete(ownLearner);
  expect(await codeOf(remove(joined.id))).toEqual([400, 'id has_joined']);
  expect(await codeOf(remove(payer.id))).toEqual([400, 'id has_payments']);
  await teacher.client.collection('own_payments').delete(id);
  expect((await refusalOf(other.client.collection('own_learners').delete(payer.id))).status).toBe(404);
  await remove(payer.id);
});

test('[rule 20] who wrote to each other or bought a package here met here, too', async () => {
  const teacher = await makeInstructor(app);
  const [writer, buyer, stranger] = await Promise.all([makePerson(app), makePerson(app), makePerson(app)]);
  await writer.collection('conversations').create({ instructor: teacher.id });
  await teacher.client
    .collection('package_offers')
    .create({ instructor: teacher.id, minutes: 300, discountPercent: 3, active: true });
  await buyer.collection('package_purchases').create({ instructor: teacher.id, minutes: 300 });
  const own = await addTo(teacher);
  expect(await codeOf(join(writer, own.inviteCode))).toEqual([400, 'code met_here']);
  expect(await codeOf(join(buyer, own.inviteCode))).toEqual([400, 'code met_here']);
  expect(await join(stranger, own.inviteCode)).toMatchObject({ instructor: teacher.id });
  // Who is joined already isn't joined again, as somebody else.
  const again = await addTo(teacher, 'Mei');
  expect(await codeOf(join(stranger, again.inviteCode))).toEqual([400, 'code met_here']);
});

test('[rule 20] who met here is the market’s learner: neither side can say otherwise afterwards', async () => {
  const [teacher, learner, third] = await Promise.all([makeInstructor(app), makePerson(app), makePerson(app)]);
  const wanted = { instructor: teacher.id, start: '2026-11-25T02:00:00Z', durationMinutes: 60 };
  const lesson = await learner.collection('lessons').create(wanted);
  expect(lesson.ownLearner).toBe('');
  const own = await addTo(teacher);
  expect(await codeOf(join(learner, own.inviteCode))).toEqual([400, 'code met_here']);
  expect(await codeOf(join(teacher.client, own.inviteCode))).toEqual([400, 'code own_lesson']);
  await join(third, own.inviteCode);
  expect(await codeOf(join(await makePerson(app), own.inviteCode))).toEqual([400, 'code taken']);
  expect((await refusalOf(join(third, 'nobody-has-this-code'))).status).toBe(404);
  expect((await refusalOf(learner.collection('own_learners').getOne(own.id))).status).toBe(404);
  const steal = teacher.client.collection('own_learners').update(own.id, { user: learner.id });
  expect((await refusalOf(steal)).status).toBe(400);
});
