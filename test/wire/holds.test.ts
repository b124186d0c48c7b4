import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '../support/start-app.ts';

let app: TestApp;
let teachers: Teacher[];

beforeAll(async () => {
  app = await startApp();
  teachers = await Promise.all([makeInstructor(app), makeInstructor(app), makeInstructor(app)]);
});
afterAll(() => app.close());

type Client = Awaited<ReturnType<typeof makePerson>>;
const hour = (index: number) => new Date(Date.parse('2026-11-24T08:00:00+08:00') + index * 3_600_000).toISOString();

/** A hold at one of twelve hours of a day, of which the next begins with the next week. */
const hold = (client: Client, index: number, teacher = teachers[0]!) => {
  const start = hour((index % 12) + Math.floor(index / 12) * 24);
  return client.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });
};

describe('[10.1.9] holds that cost nothing', () => {
  test.each([
    { proved: true, here: 8, everywhere: 12, day: 0 },
    { proved: false, here: 6, everywhere: 8, day: 2 },
  ])(
    'are so many of one learner: $here with one instructor, $everywhere in all',
    async ({ proved, here, everywhere, day }) => {
      const from = day * 12;
      const learner = await makePerson(app);
      await app.root.collection('users').update(learner.id, { verified: proved });
      await learner.collection('users').authWithPassword(`${learner.id}@kerbside.example`, 'learner-password');
      for (let index = 0; index < here; index++) await hold(learner, from + index);
      const refusal = await refusalOf(hold(learner, from + here));
      expect([refusal.status, refusal.data.start?.code]).toEqual([400, 'too_many_holds']);
      for (let index = here; index < everywhere; index++) await hold(learner, from + index, teachers[1]);
      const third = await refusalOf(hold(learner, from + everywhere, teachers[2]));
      expect(third.data.start?.code).toBe('too_many_holds');
      // Another is given once one of them is paid.
      const [first] = await learner.collection('lessons').getFullList({ sort: 'created,start' });
      await learner
        .collection('payments')
        .create({ lesson: first!.id, method: 'card', cardNumber: '4242424242424242' });
      await hold(learner, from + everywhere, teachers[2]);
      app.clock.advance(30);
    },
  );

  test('wait longer each time, once twelve ran out unpaid within a day', async () => {
    const learner = await makePerson(app);
    const code = async () => (await refusalOf(hold(learner, 50))).data.start?.code;
    for (let index = 0; index < 12; index++) {
      await hold(learner, 50);
      app.clock.advance(16);
    }
    expect(await code()).toBe('holds_unpaid');
    app.clock.advance(14);
    await hold(learner, 50);
    app.clock.advance(16 + 14);
    expect(await code()).toBe('holds_unpaid');
    app.clock.advance(24 * 60);
    await hold(learner, 50);
  });

  test('are an instructor’s to make for learners of theirs only', async () => {
    const teacher = teachers[2]!;
    const [stranger, learner, writer] = [await makePerson(app), await makePerson(app), await makePerson(app)];
    const place = (who: Client) =>
      teacher.client
        .collection('lessons')
        .create({ instructor: teacher.id, learner: who.id, start: hour(240), durationMinutes: 60 });
    const refusal = await refusalOf(place(stranger));
    expect([refusal.status, refusal.data.learner?.code]).toEqual([400, 'not_allowed']);
    await hold(learner, 30, teacher);
    expect((await place(learner)).learner).toBe(learner.id);
    app.clock.advance(20);
    await writer.collection('conversations').create({ instructor: teacher.id });
    expect((await place(writer)).learner).toBe(writer.id);
  });
});

describe('[14.5] a held time that is changed', () => {
  const lessonOf = (client: Client, id: string) => client.collection('lessons').getOne(id);
  const instead = (client: Client, replaces: string, more: Record<string, unknown>) =>
    client.collection('lessons').create({ instructor: teachers[0]!.id, durationMinutes: 60, ...more, replaces });

  test('is let go for the new one, also for one that overlaps it, and the new one ends when it would have ended', async () => {
    const learner = await makePerson(app);
    const first = await hold(learner, 84);
    app.clock.advance(10);
    const longer = await instead(learner, first.id, { start: first.start, durationMinutes: 90, pickup: 'Bedok MRT' });
    expect(longer).toMatchObject({ status: 'held', durationMinutes: 90, holdExpiresAt: first.holdExpiresAt });
    expect((await lessonOf(learner, first.id)).status).toBe('cancelled_by_learner');
    const elsewhere = await instead(learner, longer.id, { instructor: teachers[1]!.id, start: hour(84 * 2 + 3) });
    expect(elsewhere).toMatchObject({ status: 'held', holdExpiresAt: first.holdExpiresAt });
    expect((await lessonOf(learner, longer.id)).status).toBe('cancelled_by_learner');
  });

  test('stays when the new one can’t be had, when it is another’s, and when it is paid', async () => {
    const [learner, other] = await Promise.all([makePerson(app), makePerson(app)]);
    const mine = await hold(learner, 96);
    const theirs = await hold(other, 98);
    const refusal = await refusalOf(instead(learner, mine.id, { start: theirs.start }));
    expect([refusal.status, refusal.data.start?.code]).toEqual([409, 'slot_taken']);
    expect((await lessonOf(learner, mine.id)).status).toBe('held');
    await instead(learner, theirs.id, { start: hour(102 + 48) });
    expect((await lessonOf(other, theirs.id)).status).toBe('held');
    await learner.collection('payments').create({ lesson: mine.id, method: 'card', cardNumber: '4242424242424242' });
    await instead(learner, mine.id, { start: hour(104 + 48) });
    expect((await lessonOf(learner, mine.id)).status).toBe('confirmed');
  });

  test('can be let go without another, and is free for everybody at once', async () => {
    const [learner, other] = await Promise.all([makePerson(app), makePerson(app)]);
    const held = await hold(learner, 108);
    const { refundCents, feeCents } = await learner.collection('cancellations').create({ lesson: held.id });
    expect([refundCents, feeCents]).toEqual([0, 0]);
    expect((await hold(other, 108)).status).toBe('held');
  });
});
