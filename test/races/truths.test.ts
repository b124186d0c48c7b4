import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseErrorCode, violatedConstraint } from '#engine/database/database.ts';
import { createSandboxProvider } from '#marketplace/money/payments/sandbox-provider.ts';
import { settlePayment } from '#marketplace/money/payments/settle-payment.ts';
import { openTill } from '#marketplace/open-till.ts';
import { ledgerFaults, makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

/** The SQLSTATE and the constraint that a statement ran into, or undefined. */
async function violationOf(run: () => Promise<unknown>): Promise<[string | undefined, string | undefined] | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return [databaseErrorCode(error), violatedConstraint(error)];
  }
}

let rows = 0;

describe('whatever code writes lessons', () => {
  const insert = (instructor: string, learner: string, row: { start: string; minutes?: number; status?: string }) =>
    app.db.query(
      `insert into lessons (id, instructor, learner, start, "end", "durationMinutes", status, "priceCents")
       values ($1, $2, $3, $4::timestamptz, $4::timestamptz + make_interval(mins => $5), $5, $6, 0)`,
      [
        `truth${String(++rows).padStart(10, '0')}`,
        instructor,
        learner,
        row.start,
        row.minutes ?? 60,
        row.status ?? 'confirmed',
      ],
    );

  test('two that occupy their time never overlap, of one instructor nor of one learner; they may touch', async () => {
    const [one, two] = await Promise.all([makeInstructor(app), makeInstructor(app)]);
    const [mei, arun] = await Promise.all([makePerson(app), makePerson(app)]);
    const start = '2026-12-01T10:00:00+08:00';
    const halfPast = '2026-12-01T10:30:00+08:00';
    await insert(one.id, mei.id, { start });
    expect(await violationOf(() => insert(one.id, arun.id, { start: halfPast }))).toEqual([
      '23P01',
      'lessons_instructor_overlap',
    ]);
    expect(await violationOf(() => insert(two.id, mei.id, { start: halfPast }))).toEqual([
      '23P01',
      'lessons_learner_overlap',
    ]);
    expect(await violationOf(() => insert(one.id, mei.id, { start: '2026-12-01T11:00:00+08:00' }))).toBeUndefined();
    expect(await violationOf(() => insert(one.id, arun.id, { start: halfPast, status: 'expired' }))).toBeUndefined();
    const revive = () =>
      app.db.query(
        `select move_lesson(id, array['expired'], row('given', 'held', '', 'system', '')::lesson_move, '{}', now())
         from lessons where instructor = $1 and status = 'expired'`,
        [one.id],
      );
    expect(await violationOf(revive)).toEqual(['23P01', 'lessons_instructor_overlap']);
  });

  test.each([
    'held',
    'requested',
    'confirmed',
    'in_progress',
    'completed',
    'closed',
    'disputed',
    'no_show_learner',
    'no_show_instructor',
  ])('one that is %s takes its time', async (status) => {
    const [teacher, mei, arun] = await Promise.all([makeInstructor(app), makePerson(app), makePerson(app)]);
    const start = '2026-12-02T10:00:00+08:00';
    await insert(teacher.id, mei.id, { start, status });
    expect((await violationOf(() => insert(teacher.id, arun.id, { start })))?.[0]).toBe('23P01');
    const refusal = await refusalOf(
      arun.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 }),
    );
    expect([refusal.status, refusal.data.start?.code]).toEqual([409, 'slot_taken']);
  });

  test('each ends when its length is over, after five minutes at least and two days at most', async () => {
    const [teacher, mei] = await Promise.all([makeInstructor(app), makePerson(app)]);
    for (const minutes of [4, 2881]) {
      expect(
        (await violationOf(() => insert(teacher.id, mei.id, { start: '2027-01-01T00:00:00Z', minutes })))?.[0],
      ).toBe('23514');
    }
    await insert(teacher.id, mei.id, { start: '2027-01-01T00:00:00Z' });
    const stretch = () =>
      app.db.query(`update lessons set "end" = "end" + interval '1 minute' where instructor = $1`, [teacher.id]);
    expect(await violationOf(stretch)).toEqual(['23514', 'lessons_length']);
  });
});

test('a taken time is answered with times that the learner can really take', async () => {
  const [first, second, learner] = await Promise.all([makeInstructor(app), makeInstructor(app), makePerson(app)]);
  const start = '2026-12-03T10:00:00+08:00';
  await learner.collection('lessons').create({ instructor: first.id, start, durationMinutes: 60 });
  const refusal = await refusalOf(
    learner.collection('lessons').create({ instructor: second.id, start, durationMinutes: 60 }),
  );
  const starts = ((refusal.data.start?.params?.slots ?? []) as Array<{ start: string }>).map((slot) => slot.start);
  expect(starts).toContain('2026-12-03T03:00:00.000Z');
  expect(starts).toHaveLength(20);
  for (const taken of ['01:30', '02:00', '02:30']) expect(starts).not.toContain(`2026-12-03T${taken}:00.000Z`);
});

test('payment, ledger, lesson, notifications and mails change together or not at all', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const lesson = await learner
    .collection('lessons')
    .create({ instructor: teacher.id, start: '2026-12-04T10:00:00+08:00', durationMinutes: 60 });
  const payment = await learner.collection('payments').create({ lesson: lesson.id, method: 'paynow' });
  const stateOf = async () => {
    const [row] = await app.db.query(
      `select (select status from payments where id = $1) as payment, (select status from lessons where id = $2) as lesson,
         (select count(*) from ledger_transactions where lesson = $2) as moves,
         (select count(*) from notifications where _key like '%' || $2 || '%') as notes,
         (select count(*) from _mails where key like '%' || $2 || '%') as mails`,
      [payment.id, lesson.id],
    );
    return row;
  };
  const before = { payment: 'requires_action', lesson: 'held', moves: 0, notes: 0, mails: 0 };
  expect(await stateOf()).toEqual(before);
  // The last thing that is written fails.
  await app.db.query(
    `create function no_mails() returns trigger language plpgsql as $$ begin raise 'no mails today'; end $$`,
  );
  await app.db.query('create trigger no_mails before insert on _mails for each row execute function no_mails()');
  await expect(settlePayment(openTill(app.app.engine, createSandboxProvider()), payment.id, 'r')).rejects.toThrow(
    'no mails today',
  );
  expect(await stateOf()).toEqual(before);
  await app.db.query('drop trigger no_mails on _mails');
  await settlePayment(openTill(app.app.engine, createSandboxProvider()), payment.id, 'r');
  expect(await stateOf()).toEqual({ payment: 'succeeded', lesson: 'confirmed', moves: 1, notes: 2, mails: 2 });
  expect(await ledgerFaults(app.db)).toEqual([]);
});
