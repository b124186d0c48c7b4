import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;
type Person = Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  app = await startApp();
  app.clock.set('2026-12-01T10:00:00+08:00');
  const root = app.root.collection('_superusers');
  // A superuser's session is short, and these lessons are days ahead.
  await root.authWithPassword('root@kerbside.example', 'root-password');
});
beforeEach(() => app.clock.set('2026-12-01T10:00:00+08:00'));
afterAll(() => app.close());

const card = { method: 'card', cardNumber: '4242424242424242' };
const at = (time: string) => `2026-12-05T${time}:00+08:00`;
const wire = (time: string) => new Date(at(time)).toISOString().replace('T', ' ');

/** What an instructor or a learner reads at the start of a refused call. */
async function readOf(call: Promise<unknown>) {
  const { status, data } = await refusalOf(call);
  const [field = '', refused] = Object.entries(data)[0] ?? [];
  return { status, field, code: refused?.code, message: refused?.message, inTheWay: refused?.params?.inTheWay };
}

/** An instructor who is open 8 to 20 o'clock every half hour, with a paid lesson on Saturday at 10. */
async function paidLesson(fields: object = {}) {
  const [teacher, learner] = await Promise.all([makeInstructor(app, { gapMinutes: 15, ...fields }), makePerson(app)]);
  const book = async (start: string, by = learner, of = teacher.id) => {
    const made = await by.collection('lessons').create({ instructor: of, start, durationMinutes: 60 });
    await by.collection('payments').create({ lesson: made.id, ...card });
    return String(made.id);
  };
  const lesson = await book(at('10:00'));
  const move = (by: Person, start: string) => by.collection('reschedules').create({ lesson, start });
  const read = () => learner.collection('lessons').getOne(lesson);
  return { teacher, learner, lesson, move, read, book };
}

describe('what instructors move by their own hand', () => {
  test('begins on any five minutes, where their learner has the start grid', async () => {
    const { teacher, learner, move, read } = await paidLesson();
    expect(await readOf(move(learner, at('14:45')))).toMatchObject({ status: 400, code: 'outside_availability' });
    expect((await move(teacher.client, at('14:45'))).status).toBe('done');
    expect((await move(teacher.client, at('14:50'))).status).toBe('done');
    expect((await read()).start).toBe(wire('14:50'));
    expect(await readOf(move(teacher.client, at('14:52')))).toMatchObject({ field: 'lesson', code: 'too_many_moves' });
  });

  test('also where their windows begin on no five minutes: a time that is offered can be had', async () => {
    const rules = [{ weekday: 6, startMinute: 487, endMinute: 1200 }];
    const teacher = await makeInstructor(app, { rules });
    const learner = await makePerson(app);
    const own = await teacher.client.collection('own_learners').create({ instructor: teacher.id, name: 'Siti' });
    const wanted = { instructor: teacher.id, ownLearner: own.id, durationMinutes: 60 };
    const put = (start: string) => teacher.client.collection('lessons').create({ ...wanted, start });
    await put(at('10:07'));
    expect(await readOf(put(at('12:08')))).toMatchObject({ status: 400, field: 'start', code: 'uneven_start' });
    const booked = { instructor: teacher.id, start: at('13:37'), durationMinutes: 60 };
    expect(await learner.collection('lessons').create(booked)).toMatchObject({ status: 'held' });
  });

  test('closer than the gap is theirs to decide, an overlap nobody’s', async () => {
    const { teacher, move, book } = await paidLesson();
    await book(at('12:00'), await makePerson(app));
    const overlap = await readOf(move(teacher.client, at('11:05')));
    expect(overlap).toMatchObject({
      status: 409,
      code: 'slot_taken',
      inTheWay: 'lesson',
      message: 'You have another lesson then, or somebody is paying for that time.',
    });
    expect((await move(teacher.client, at('10:55'))).status).toBe('done');
  });

  test('is refused in sentences that say what is in the way', async () => {
    const { teacher, learner, move, book } = await paidLesson({ horizonDays: 20 });
    const instructor = teacher.id;
    const off = { instructor, start: at('14:00'), end: at('15:00'), reason: 'Dentist' };
    await teacher.client.collection('time_off').create(off);
    await app.root.collection('holidays').create({ date: '2026-12-07', name: 'A holiday', closes: true });
    const other = await makeInstructor(app);
    await book('2026-12-06T16:00:00+08:00', learner, other.id);
    await learner.collection('licence_roads').create({ user: learner.id, pdlExpiresOn: '2026-12-15' });
    const refused = (start: string) => readOf(move(teacher.client, start));
    expect(await refused(at('19:30'))).toMatchObject({
      code: 'outside_availability',
      inTheWay: 'hours',
      message: 'That is not completely inside your open hours. Open them first, or choose another time.',
    });
    expect(await refused(at('14:35'))).toMatchObject({
      code: 'outside_availability',
      inTheWay: 'blocked',
      message: 'You took that time off. Change your time off first, or choose another time.',
    });
    expect(await refused('2026-12-07T10:00:00+08:00')).toMatchObject({
      code: 'outside_availability',
      inTheWay: 'holiday',
    });
    expect(await refused('2026-12-06T16:30:00+08:00')).toMatchObject({
      status: 409,
      code: 'slot_taken',
      inTheWay: 'learner',
      message: 'Your learner is not free then.',
    });
    expect(await refused(at('14:03'))).toMatchObject({ code: 'uneven_start' });
    expect(await refused('2026-12-01T09:55:00+08:00')).toMatchObject({
      code: 'too_soon',
      message: 'That time has passed. Choose a later one.',
    });
    expect(await refused('2026-12-30T10:00:00+08:00')).toMatchObject({
      code: 'too_far',
      message: 'That is further ahead than your booking settings allow.',
    });
    expect((await refused('2026-12-16T10:00:00+08:00')).code).toBe('pdl_expired');
    // The learner is told none of it.
    const theirs = await readOf(move(learner, at('14:00')));
    expect(theirs).toMatchObject({ code: 'outside_availability', inTheWay: undefined });
    expect(theirs.message).toBe('The instructor doesn’t work at that time.');
  });

  test('is a proposal late, which the learner accepts off the grid, and reads nothing of what came in the way', async () => {
    const { teacher, learner, move, read } = await paidLesson();
    app.clock.set('2026-12-04T12:00:00+08:00');
    const { id, status } = await move(teacher.client, at('14:45'));
    expect(status).toBe('proposed');
    const accept = () => learner.collection('reschedules').update(id, { status: 'accepted' });
    const off = { instructor: teacher.id, start: at('15:00'), end: at('16:00') };
    const away = await teacher.client.collection('time_off').create(off);
    expect(await readOf(accept())).toMatchObject({ code: 'outside_availability', inTheWay: undefined });
    await teacher.client.collection('time_off').delete(away.id);
    expect((await accept()).status).toBe('accepted');
    expect((await read()).start).toBe(wire('14:45'));
  });
});

describe('a lesson of an own learner', () => {
  async function ownLearner(fields: object = {}) {
    const teacher = await makeInstructor(app, { minNoticeMinutes: 720, ...fields });
    const own = await teacher.client.collection('own_learners').create({ instructor: teacher.id, name: 'Siti' });
    const wanted = { instructor: teacher.id, ownLearner: own.id, durationMinutes: 60 };
    const put = (start: string) => teacher.client.collection('lessons').create({ ...wanted, start });
    return { teacher, own, put };
  }

  test('stands outside the open hours, on a holiday and without notice', async () => {
    const { teacher, put } = await ownLearner();
    expect(await put('2026-12-01T10:05:00+08:00')).toMatchObject({ status: 'confirmed' });
    expect(await put('2026-12-25T06:35:00+08:00')).toMatchObject({ status: 'confirmed' });
    const late = await put(at('21:30'));
    const moved = { lesson: late.id, start: at('22:10') };
    expect((await teacher.client.collection('reschedules').create(moved)).status).toBe('done');
    // What is there takes its time from learners, as any lesson does.
    await put('2026-12-06T07:30:00+08:00');
    const learner = await makePerson(app);
    const early = { instructor: teacher.id, start: '2026-12-06T08:00:00+08:00', durationMinutes: 60 };
    const refused = await readOf(learner.collection('lessons').create(early));
    expect(refused).toMatchObject({ status: 409, code: 'slot_taken', inTheWay: undefined });
    const christmas = { ...early, start: '2026-12-25T10:00:00+08:00' };
    expect((await readOf(learner.collection('lessons').create(christmas))).code).toBe('outside_availability');
  });

  test('never stands over what is truly in the way', async () => {
    const { teacher, put } = await ownLearner({ licenceExpiresOn: '2026-12-20', horizonDays: 56 });
    const off = { instructor: teacher.id, start: at('21:00'), end: at('22:00') };
    await teacher.client.collection('time_off').create(off);
    await put(at('09:00'));
    expect(await readOf(put(at('09:55')))).toMatchObject({ code: 'slot_taken', inTheWay: 'lesson' });
    expect(await readOf(put(at('20:30')))).toMatchObject({ code: 'outside_availability', inTheWay: 'blocked' });
    expect((await readOf(put('2026-12-21T10:00:00+08:00'))).message).toBe(
      'You can’t be booked for that day: your profile is not listed, or your papers end before it.',
    );
    expect((await readOf(put('2026-12-01T09:00:00+08:00'))).message).toBe('That time has passed. Choose a later one.');
  });

  test('who joined is put outside the hours as well; a learner of the market is not', async () => {
    const { teacher, own, put } = await ownLearner();
    const [joined, learner] = [await makePerson(app), await makePerson(app)];
    const body = { code: own.inviteCode };
    await joined.send('/api/marketplace/own-learners/join', { method: 'POST', body });
    expect(await put(at('21:00'))).toMatchObject({ learner: joined.id, status: 'held' });
    const first = { instructor: teacher.id, start: at('09:00'), durationMinutes: 60 };
    await learner.collection('lessons').create(first);
    const more = (start: string) =>
      teacher.client.collection('lessons').create({ ...first, learner: learner.id, start });
    expect(await readOf(more('2026-12-06T21:00:00+08:00'))).toMatchObject({ inTheWay: 'hours' });
    expect(await more('2026-12-06T10:10:00+08:00')).toMatchObject({ status: 'held' });
  });
});
