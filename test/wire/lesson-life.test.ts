import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
type Person = Awaited<ReturnType<typeof makePerson>>;
type Scene = { teacher: Teacher; learner: Person; lesson: string; code: string };

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

async function confirmed(): Promise<Scene> {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const { id } = await learner
    .collection('lessons')
    .create({ instructor: teacher.id, start: '2026-12-10T10:00:00+08:00', durationMinutes: 60 });
  await learner.collection('payments').create({ lesson: id, method: 'card', cardNumber: '4242424242424242' });
  const { startCode } = await learner.collection('lessons').getOne(id);
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

  test('a repeated request has one effect', async () => {
    const { teacher, lesson, code } = await confirmed();
    const body = { id: 'start0000000001', lesson, code };
    const [first, second] = await Promise.all([start(teacher.client, body), start(teacher.client, body)]);
    expect(second).toEqual(first);
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
