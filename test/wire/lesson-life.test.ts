import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lessonLife } from '#rules/lessons/lesson-life.ts';
import { isLesson, lessonSets, lessonStates } from '#rules/lessons/lesson-states.ts';
import {
  ledgerFaults,
  makeInstructor,
  makePerson,
  refusalOf,
  startApp,
  type Teacher,
  type TestApp,
} from '#support/start-app.ts';

let app: TestApp;
type Person = Awaited<ReturnType<typeof makePerson>>;
type Scene = { teacher: Teacher; learner: Person; lesson: string; code: string };

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

/** A lesson from 11:00 to 12:00 that was booked and paid at 10:00; it is its start now, unless told. */
async function confirmed(now = '11:00'): Promise<Scene> {
  app.clock.set('2026-11-21T10:00:00+08:00');
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const { id } = await learner
    .collection('lessons')
    .create({ instructor: teacher.id, start: '2026-11-21T11:00:00+08:00', durationMinutes: 60 });
  await learner.collection('payments').create({ lesson: id, method: 'card', cardNumber: '4242424242424242' });
  const { startCode } = await learner.collection('lessons').getOne(id);
  app.clock.set(`2026-11-21T${now}:00+08:00`);
  return { teacher, learner, lesson: id, code: startCode };
}

const start = (client: Person, body: Record<string, unknown>) => client.collection('lesson_starts').create(body);
const log = (client: Person, body: Record<string, unknown>) => client.collection('lesson_logs').create(body);
const statusOf = async ({ learner, lesson }: Scene) => (await learner.collection('lessons').getOne(lesson)).status;
const wrongOf = (code: string) => (code === '0000' ? '1111' : '0000');
const codesOf = async (call: Promise<unknown>) =>
  Object.entries((await refusalOf(call)).data).map(([field, { code }]) => `${field}: ${code}`);

describe('starting a lesson', () => {
  test('takes the learner’s code, once, and does not keep it', async () => {
    const scene = await confirmed();
    const { teacher, learner, lesson, code } = scene;
    expect(await codesOf(start(teacher.client, { lesson, code: wrongOf(code) }))).toEqual(['code: wrong_code']);
    expect(await codesOf(start(teacher.client, { lesson }))).toEqual(['code: wrong_code']);
    expect(await statusOf(scene)).toBe('confirmed');
    const begun = await start(teacher.client, { lesson, code, pdlSeen: true });
    expect(begun).toMatchObject({ lesson, pdlSeen: true });
    expect(begun).not.toHaveProperty('code');
    expect(await statusOf(scene)).toBe('in_progress');
    expect(await learner.collection('lesson_starts').getFullList()).toHaveLength(1);
    expect(await codesOf(start(teacher.client, { lesson, code }))).toEqual(['lesson: not_startable']);
  });

  test('is for the lesson’s instructor', async () => {
    const { learner, lesson, code } = await confirmed();
    const other = await makeInstructor(app);
    for (const client of [learner, other.client]) {
      expect((await refusalOf(start(client, { lesson, code }))).status).toBe(400);
    }
    expect((await refusalOf(start(app.guest() as Person, { lesson, code }))).status).toBe(400);
  });

  test('cannot be guessed', async () => {
    const { teacher, lesson, code } = await confirmed();
    for (let at = 0; at < 10; at++) await refusalOf(start(teacher.client, { lesson, code: wrongOf(code) }));
    expect((await refusalOf(start(teacher.client, { lesson, code }))).status).toBe(429);
    app.clock.advance(61);
    expect((await start(teacher.client, { lesson, code })).lesson).toBe(lesson);
  });

  test('is possible from 15 minutes before its start on, also with the right code', async () => {
    const { teacher, lesson, code } = await confirmed('10:44');
    expect(await codesOf(start(teacher.client, { lesson, code }))).toEqual(['lesson: too_early']);
    app.clock.advance(1);
    expect((await start(teacher.client, { lesson, code })).lesson).toBe(lesson);
  });

  test('is not possible while another lesson of the instructor runs', async () => {
    const { teacher, lesson, code } = await confirmed();
    const other = await makePerson(app);
    const running = await app.root.collection('lessons').create({
      instructor: teacher.id,
      learner: other.id,
      start: '2026-11-21T09:30:00+08:00',
      durationMinutes: 60,
      status: 'in_progress',
    });
    expect(await codesOf(start(teacher.client, { lesson, code }))).toEqual(['lesson: already_running']);
    await log(teacher.client, { lesson: running.id });
    expect((await start(teacher.client, { lesson, code })).lesson).toBe(lesson);
  });

  test('a repeated request has one effect', async () => {
    const { teacher, lesson, code } = await confirmed();
    const body = { id: 'start0000000001', lesson, code };
    const [first, second] = await Promise.all([start(teacher.client, body), start(teacher.client, body)]);
    expect(second).toEqual(first);
  });
});

describe('saying that a lesson was given', () => {
  const confirm = (client: Person, body: Record<string, unknown>) =>
    client.collection('lesson_confirmations').create(body);
  const entriesOf = async (lesson: string) =>
    (
      await app.db.query<{ account: string; cents: number }>(
        `select split_part(e.account, ':', 1) as account, e."amountCents"::int as cents from ledger_entries e
         join ledger_transactions t on t.id = e.transaction where t.lesson = $1 and t.kind = 'settlement' order by e.id`,
        [lesson],
      )
    ).map(({ account, cents }) => `${account} ${cents}`);

  test('[rule 21] a lesson closes at once when both sides say so, its instructor by finishing it, its learner by confirming that; once', async () => {
    const scene = await confirmed();
    const { teacher, learner, lesson, code } = scene;
    await start(teacher.client, { lesson, code });
    app.clock.set('2026-11-21T12:00:00+08:00');
    expect(await codesOf(confirm(learner, { lesson }))).toEqual(['lesson: not_confirmable']);
    await log(teacher.client, { lesson });
    expect([await statusOf(scene), await entriesOf(lesson)]).toEqual(['completed', []]);
    const others = [teacher.client, (await makeInstructor(app)).client, await makePerson(app)];
    for (const client of others) expect((await refusalOf(confirm(client, { lesson }))).status).toBe(400);
    const body = { id: 'confirmed000001', lesson };
    const [first, second] = await Promise.all([confirm(learner, body), confirm(learner, body)]);
    expect(second).toEqual(first);
    expect(await statusOf(scene)).toBe('closed');
    const settled = ['held 6600', 'instructor_payable -5940', 'platform_fees -660'];
    expect(await entriesOf(lesson)).toEqual(settled);
    expect(await codesOf(confirm(learner, { lesson }))).toEqual(['lesson: not_confirmable']);
    // It is payable no sooner for that, and the clock closes it no second time.
    const [payable] = await app.db.query('select "payableFrom" from payables where lesson = $1', [lesson]);
    expect(payable).toEqual({ payableFrom: new Date('2026-11-24T04:00:00Z') });
    app.clock.set('2026-11-22T12:00:00+08:00');
    await app.app.sweepers.runDue();
    expect(await entriesOf(lesson)).toEqual(settled);
    const claim = { lesson, kind: 'quality', text: 'We stood still.' };
    expect((await learner.collection('claims').create(claim)).status).toBe('talking');
  });
});

describe('logging a lesson', () => {
  const begun = async () => {
    const scene = await confirmed();
    await start(scene.teacher.client, { lesson: scene.lesson, code: scene.code });
    return scene;
  };

  test('completes it, shows the skills on the learner’s dashboard and tells the learner', async () => {
    const scene = await begun();
    const { teacher, learner, lesson } = scene;
    const mockTest = { faults: [{ fault: 'blind spot', points: 4 }], points: 12, failed: false };
    const skills = [
      { skill: 'blind_spot', level: 2 },
      { skill: 'steering', level: 4 },
      { skill: 'Hill starts', level: 1 },
    ];
    await log(teacher.client, { lesson, skills, notes: 'Good eyes.', mockTest, odometer: 51_200 });
    expect(await statusOf(scene)).toBe('completed');
    const [seen] = await learner.collection('lesson_logs').getFullList();
    expect(seen).toMatchObject({ skills, notes: 'Good eyes.', mockTest, odometer: 51_200 });
    const dashboard = await learner.send('/api/marketplace/dashboard', {});
    expect(dashboard.skills).toEqual([
      { skill: 'steering', name: 'Steering', group: 'Controls', level: 4, percent: 80 },
      { skill: 'blind_spot', name: 'Blind spot', group: 'Observation', level: 2, percent: 40 },
      { skill: 'Hill starts', name: 'Hill starts', group: 'Other', level: 1, percent: 20 },
    ]);
    const told = await learner.collection('notifications').getFullList({ filter: "title = 'Lesson logged'" });
    expect(told).toHaveLength(1);
    expect(await codesOf(log(teacher.client, { lesson, notes: 'again' }))).toEqual(['lesson: not_loggable']);
  });

  test('can be put right for a day after it was sent, by the instructor, and keeps its lesson', async () => {
    const { teacher, learner, lesson } = await begun();
    const { id } = await log(teacher.client, { lesson, skills: [{ skill: 'steering', level: 2 }], notes: 'Hands.' });
    const change = (client: Person, body: Record<string, unknown>) => client.collection('lesson_logs').update(id, body);
    app.clock.advance(24 * 60 - 1);
    await change(teacher.client, { skills: [{ skill: 'steering', level: 3 }], notes: 'Hands at ten to two.' });
    const [seen] = await learner.collection('lesson_logs').getFullList();
    expect(seen).toMatchObject({ skills: [{ skill: 'steering', level: 3 }], notes: 'Hands at ten to two.' });
    expect(await codesOf(change(teacher.client, { mockTest: { points: 'many', failed: false } }))).toEqual([
      'mockTest: validation_invalid_value',
    ]);
    const elsewhere = await begun();
    app.clock.set('2026-11-22T10:59:00+08:00');
    expect((await refusalOf(change(teacher.client, { lesson: elsewhere.lesson }))).status).toBe(400);
    expect((await refusalOf(change(learner, { notes: 'I did better.' }))).status).toBe(404);
    app.clock.advance(1);
    expect(await codesOf(change(teacher.client, { notes: 'Late.' }))).toEqual(['lesson: too_late']);
  });

  test('takes no points that are no whole number', async () => {
    const { teacher, lesson } = await begun();
    for (const points of ['twelve', '12', 12.5, -1, null]) {
      expect(await codesOf(log(teacher.client, { lesson, mockTest: { points, failed: false } }))).toEqual([
        'mockTest: validation_invalid_value',
      ]);
    }
  });

  test('is not possible before the lesson’s start', async () => {
    const scene = await confirmed('10:50');
    const { teacher, lesson, code } = scene;
    await start(teacher.client, { lesson, code });
    expect(await codesOf(log(teacher.client, { lesson }))).toEqual(['lesson: too_early']);
    expect(await statusOf(scene)).toBe('in_progress');
    app.clock.advance(10);
    await log(teacher.client, { lesson });
    expect(await statusOf(scene)).toBe('completed');
  });

  test('needs a lesson that was started, by its instructor', async () => {
    const { teacher, learner, lesson } = await confirmed();
    expect(await codesOf(log(teacher.client, { lesson }))).toEqual(['lesson: not_loggable']);
    expect((await refusalOf(log(learner, { lesson }))).status).toBe(400);
  });

  const wrong: Array<[string, Record<string, unknown>, string]> = [
    ['a level of six', { skills: [{ skill: 'steering', level: 6 }] }, 'skills: validation_invalid_value'],
    ['half a level', { skills: [{ skill: 'steering', level: 1.5 }] }, 'skills: validation_invalid_value'],
    [
      'a skill twice',
      {
        skills: [
          { skill: 'a', level: 1 },
          { skill: 'a', level: 2 },
        ],
      },
      'skills: validation_invalid_value',
    ],
    ['no list', { skills: 'steering' }, 'skills: validation_invalid_value'],
    ['a mock test without its result', { mockTest: { points: 3 } }, 'mockTest: validation_invalid_value'],
    ['a negative odometer', { odometer: -1 }, 'odometer: validation_min_number_constraint'],
  ];
  test.each(wrong)('refuses %s at the field and leaves the lesson as it is', async (_name, body, code) => {
    const scene = await begun();
    expect(await codesOf(log(scene.teacher.client, { lesson: scene.lesson, ...body }))).toEqual([code]);
    expect(await statusOf(scene)).toBe('in_progress');
  });
});

describe('the history of a lesson', () => {
  const history = (client: Person, lesson: string) =>
    client.collection('lesson_moves').getFullList({ filter: `lesson = '${lesson}'`, sort: 'sequence' });

  test('has a record a move, with who made it, and is seen by its parties and staff', async () => {
    const { teacher, learner, lesson, code } = await confirmed();
    await start(teacher.client, { lesson, code });
    await log(teacher.client, { lesson });
    const moves = await history(learner, lesson);
    expect(
      moves.map(({ from, to, event, actor, actorRole, sequence }) => [from, to, event, actor, actorRole, sequence]),
    ).toEqual([
      ['', 'held', 'hold', learner.id, 'learner', 0],
      ['held', 'confirmed', 'pay', learner.id, 'learner', 1],
      ['confirmed', 'in_progress', 'start', teacher.client.id, 'instructor', 2],
      ['in_progress', 'completed', 'complete', teacher.client.id, 'instructor', 3],
    ]);
    expect(moves[1]).toMatchObject({ created: '2026-11-21 02:00:00.000Z', policyVersion: 1 });
    const [stranger, admin] = await Promise.all([makePerson(app), makePerson(app, { role: 'admin' })]);
    expect(await history(stranger, lesson)).toEqual([]);
    expect(await history(admin, lesson)).toHaveLength(4);
    expect(await history(teacher.client, lesson)).toHaveLength(4);
    expect((await learner.collection('lessons').getOne(lesson)).sequence).toBe(3);
  });

  test('says what a superuser gave, and the money of that is settled', async () => {
    const { learner, lesson } = await confirmed('10:00');
    await app.root.collection('lessons').update(lesson, { status: 'cancelled_by_instructor' });
    expect((await history(learner, lesson)).at(-1)).toMatchObject({
      from: 'confirmed',
      to: 'cancelled_by_instructor',
      event: 'given',
      actorRole: 'superuser',
      sequence: 2,
    });
    const [payment] = await learner.collection('payments').getFullList({ filter: `lesson = '${lesson}'` });
    expect(payment).toMatchObject({ status: 'refunded', refundedCents: 6600 });
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test('is changed by nobody, and a state changes by no other way, whatever code writes', async () => {
    const { lesson } = await confirmed();
    for (const sql of [
      `update lessons set status = 'completed' where id = $1`,
      `update lessons set sequence = sequence + 1 where id = $1`,
      `update lesson_moves set reason = 'x' where lesson = $1`,
      `delete from lesson_moves where lesson = $1`,
    ]) {
      await expect(app.db.query(sql, [lesson])).rejects.toThrow(/move_lesson only|append-only/);
    }
    const [move] = await history(app.root as Person, lesson);
    const moves = app.root.collection('lesson_moves');
    expect((await refusalOf(moves.update(move?.id ?? '', { reason: 'x' }))).status).toBe(400);
    expect((await refusalOf(moves.delete(move?.id ?? ''))).status).toBe(400);
    await expect(app.db.query('truncate lesson_moves')).rejects.toThrow('append-only');
  });

  test('holds no move that is not in the table of the life', async () => {
    const rows = await app.db.query<{ event: string; from: string; to: string; actorRole: string }>(
      `select distinct event, "from", "to", "actorRole" from lesson_moves where "from" <> ''`,
    );
    const strange = rows.filter(
      ({ event, from, to, actorRole }) =>
        !lessonLife.some(
          (move) =>
            move.event === event &&
            move.from.some((state) => state === from) &&
            (move.to === to || move.to === 'any') &&
            move.by.some((actor) => actor === actorRole),
        ),
    );
    expect(rows.length).toBeGreaterThan(3);
    expect(strange).toEqual([]);
  });

  test('and the sets of states are the same in the database and in the rules', async () => {
    const rows = await app.db.query<{ state: string; occupies: boolean }>(
      'select state, is_occupying(state) as occupies from unnest($1::text[]) as state',
      [[...lessonStates]],
    );
    expect(rows.filter(({ state, occupies }) => occupies !== isLesson('occupying', state))).toEqual([]);
    const constraints = await app.db.query<{ text: string }>(
      `select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = 'lessons'::regclass and contype = 'x'`,
    );
    for (const { text } of constraints) {
      const named = lessonStates.filter((state) => text.includes(`'${state}'`));
      expect(new Set(named)).toEqual(new Set(lessonSets.occupying));
    }
    const [check] = await app.db.query<{ text: string }>(
      `select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'lessons_status'`,
    );
    expect(check?.text.match(/'(\w+)'/g)?.map((state) => state.slice(1, -1))).toEqual([...lessonStates]);
  });
});
