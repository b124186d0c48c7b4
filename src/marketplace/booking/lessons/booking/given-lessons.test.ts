import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

const at = (text: string) => `2026-${text}:00+08:00`;

async function scene() {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  return { teacher, learner, given: { instructor: teacher.id, learner: learner.id, durationMinutes: 60 } };
}

const lessons = () => app.root.collection('lessons');

describe('a lesson that a superuser gives', () => {
  test('as confirmed has a start code that its learner sees', async () => {
    const { learner, given } = await scene();
    const lesson = await lessons().create({ ...given, start: at('12-01T10:00') });
    expect(lesson.startCode).toMatch(/^\d{4}$/);
    expect(lesson.confirmedAt).toBe('2026-11-21 02:00:00.000Z');
    expect((await learner.collection('lessons').getOne(lesson.id)).startCode).toBe(lesson.startCode);
  });

  test.each([
    ['held', 'holdExpiresAt', '2026-11-21 02:15:00.000Z'],
    ['requested', 'requestExpiresAt', '2026-11-21 14:00:00.000Z'],
  ])('as %s ends like any other', async (status, field, end) => {
    const { given } = await scene();
    const lesson = await lessons().create({ ...given, start: at('12-01T10:00'), status });
    expect(lesson[field]).toBe(end);
  });

  test('keeps what was given', async () => {
    const { given } = await scene();
    const facts = {
      status: 'completed',
      priceCents: 1,
      policyVersion: 7,
      cancellationHours: 48,
      startCode: '1234',
      confirmedAt: '2026-01-02 03:04:05.678Z',
    };
    expect(await lessons().create({ ...given, start: at('01-05T10:00'), ...facts })).toMatchObject(facts);
  });

  test('with a used id is answered as the first, or refused when it says something else', async () => {
    const { given } = await scene();
    const body = { ...given, id: 'givenlesson0001', start: at('12-02T10:00') };
    const answers = await Promise.all([lessons().create(body), lessons().create(body), lessons().create(body)]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const other = await refusalOf(lessons().create({ ...body, start: at('12-02T12:00') }));
    expect([other.status, other.data.id?.code]).toEqual([409, 'id_reused']);
  });
});

describe('a lesson that a superuser changes', () => {
  test('moves as a whole', async () => {
    const { given } = await scene();
    const lesson = await lessons().create({ ...given, start: at('12-01T10:00') });
    const moved = await lessons().update(lesson.id, { start: at('12-03T14:00') });
    expect(moved).toMatchObject({ end: '2026-12-03 07:00:00.000Z', durationMinutes: 60 });
    const longer = await lessons().update(lesson.id, { durationMinutes: 90 });
    expect(longer.end).toBe('2026-12-03 07:30:00.000Z');
    const shorter = await lessons().update(lesson.id, { end: '2026-12-03 06:45:00.000Z' });
    expect(shorter.durationMinutes).toBe(45);
    const refusal = await refusalOf(lessons().update(lesson.id, { end: at('12-03T13:00') }));
    expect([refusal.status, refusal.data.durationMinutes?.code]).toEqual([400, 'validation_invalid_value']);
  });

  test('never comes over another one of its instructor or its learner', async () => {
    const { teacher, learner, given } = await scene();
    const [elsewhere, other] = await Promise.all([makeInstructor(app), makePerson(app)]);
    await lessons().create({ ...given, learner: other.id, start: at('12-01T10:00') });
    await lessons().create({ ...given, instructor: elsewhere.id, start: at('12-01T14:00') });
    const lesson = await lessons().create({ ...given, start: at('12-02T10:00') });
    const late = await lessons().create({ ...given, start: at('12-01T10:30'), status: 'declined' });
    const moves = [
      () => lessons().update(lesson.id, { start: at('12-01T10:30') }),
      () => lessons().update(lesson.id, { start: at('12-01T14:30') }),
      () => lessons().update(late.id, { status: 'confirmed' }),
    ];
    for (const move of moves) {
      const { status, data } = await refusalOf(move());
      expect([status, data.start?.code]).toEqual([409, 'slot_taken']);
    }
    expect(teacher.id).toBe(lesson.instructor);
    expect(learner.id).toBe(lesson.learner);
  });

  test('takes a time whose hold ran out, swept or not', async () => {
    const { teacher, learner, given } = await scene();
    const other = await makePerson(app);
    const start = at('12-04T10:00');
    await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });
    const lesson = await lessons().create({ ...given, learner: other.id, start: at('12-04T15:00') });
    app.clock.advance(15);
    expect((await lessons().update(lesson.id, { start })).start).toBe('2026-12-04 02:00:00.000Z');
    app.clock.advance(-15);
  });

  test('gets what belongs to its new state', async () => {
    const { given } = await scene();
    const lesson = await lessons().create({ ...given, start: at('12-01T10:00'), status: 'held' });
    expect(lesson.startCode).toBe('');
    const confirmed = await lessons().update(lesson.id, { status: 'confirmed' });
    expect(confirmed.startCode).toMatch(/^\d{4}$/);
    expect(confirmed.holdExpiresAt).toBe('');
    expect((await lessons().update(lesson.id, { status: 'in_progress' })).startCode).toBe(confirmed.startCode);
  });
});

describe('a lesson for somebody else', () => {
  test('is made by its instructor or an admin, and by no other learner', async () => {
    const { teacher, learner, given } = await scene();
    const [stranger, admin] = await Promise.all([makePerson(app), makePerson(app, { role: 'admin' })]);
    const refusal = await refusalOf(stranger.collection('lessons').create({ ...given, start: at('12-01T10:00') }));
    expect([refusal.status, refusal.data.learner?.code]).toEqual([400, 'not_allowed']);
    await learner.collection('conversations').create({ instructor: teacher.id });
    for (const [client, start] of [
      [teacher.client, at('12-01T10:00')],
      [admin, at('12-01T12:00')],
    ] as const) {
      expect(await client.collection('lessons').create({ ...given, start })).toMatchObject({
        learner: learner.id,
        status: 'held',
      });
    }
  });

  test('is refused for a learner that there is not', async () => {
    const { given } = await scene();
    const admin = await makePerson(app, { role: 'admin' });
    const body = { ...given, learner: 'nobody000000000', start: at('12-01T10:00') };
    for (const client of [admin, app.root]) {
      const refusal = await refusalOf(client.collection('lessons').create(body));
      expect([refusal.status, refusal.data.learner?.code]).toEqual([400, 'validation_missing_rel_records']);
    }
  });
});
