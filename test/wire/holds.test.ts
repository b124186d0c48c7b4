import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '#engine/database/database.ts';
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

  test('wait also where they are let go just before they run out, but not for who changes their mind at once', async () => {
    const [stubborn, undecided] = [await makePerson(app), await makePerson(app)];
    const letGo = ({ id }: { id: string }, client: Client) => client.collection('cancellations').create({ lesson: id });
    for (let count = 0; count < 20; count++) await letGo(await hold(undecided, 60), undecided);
    expect((await hold(undecided, 60)).status).toBe('held');
    for (let count = 0; count < 13; count++) {
      const held = await hold(stubborn, 61);
      app.clock.advance(14);
      await letGo(held, stubborn);
    }
    expect((await refusalOf(hold(stubborn, 61))).data.start?.code).toBe('holds_unpaid');
    app.clock.advance(15);
    expect((await hold(stubborn, 61)).status).toBe('held');
  });

  test('are so many that an instructor keeps of a learner’s hours, and none of the learner’s own', async () => {
    const [teacher, rival] = [teachers[0]!, teachers[1]!];
    const learner = await makePerson(app);
    await learner.collection('conversations').create({ instructor: teacher.id });
    const holdFor = (index: number) =>
      teacher.client
        .collection('lessons')
        .create({ instructor: teacher.id, learner: learner.id, start: hour(10 * 24 + index), durationMinutes: 60 });
    for (let index = 0; index < 8; index++) await holdFor(index);
    expect((await refusalOf(holdFor(8))).data.start?.code).toBe('too_many_holds');
    app.clock.advance(16);
    for (let index = 0; index < 4; index++) await holdFor(index);
    app.clock.advance(16);
    expect((await refusalOf(holdFor(0))).data.start?.code).toBe('holds_unpaid');
    // What others held and let run out is nothing that the learner has to wait for.
    expect((await hold(learner, 11 * 12, rival)).status).toBe('held');
  });

  test('count no lesson that was paid and cancelled later', async () => {
    const learner = await makePerson(app);
    for (let count = 0; count < 13; count++) {
      const { id } = await hold(learner, 64);
      app.clock.advance(14);
      await learner.collection('payments').create({ lesson: id, method: 'card', cardNumber: '4242424242424242' });
      await learner.collection('cancellations').create({ lesson: id });
    }
    expect((await hold(learner, 64)).status).toBe('held');
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

describe('a held time that is changed', () => {
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
    // The pick-up alone.
    const moved = await instead(learner, longer.id, {
      start: first.start,
      durationMinutes: 90,
      pickup: 'Kallang MRT',
      postalCode: '339945',
    });
    expect(moved).toMatchObject({ pickup: 'Kallang MRT', start: first.start, holdExpiresAt: first.holdExpiresAt });
    const elsewhere = await instead(learner, moved.id, { instructor: teachers[1]!.id, start: hour(84 * 2 + 3) });
    expect(elsewhere).toMatchObject({ status: 'held', holdExpiresAt: first.holdExpiresAt });
    for (const { id } of [longer, moved]) expect((await lessonOf(learner, id)).status).toBe('cancelled_by_learner');
  });

  test('is its learner’s: an instructor who books for them lets go only what the instructor held', async () => {
    const learner = await makePerson(app);
    const own = await hold(learner, 120);
    const { client, id: instructor } = teachers[0]!;
    const place = (start: string, replaces = '') =>
      client.collection('lessons').create({ instructor, learner: learner.id, start, durationMinutes: 60, replaces });
    const placed = await place(hour(10 * 24 + 2), own.id);
    expect((await lessonOf(learner, own.id)).status).toBe('held');
    await place(hour(10 * 24 + 4), placed.id);
    expect((await lessonOf(learner, placed.id)).status).toBe('cancelled_by_learner');
  });

  test('is in nobody’s history afterwards, nor is one that was only let go: neither was ever a lesson', async () => {
    const learner = await makePerson(app);
    const first = await hold(learner, 130);
    const second = await instead(learner, first.id, { start: first.start, pickup: 'Bedok MRT' });
    expect((await lessonOf(learner, first.id)).status).toBe('cancelled_by_learner');
    await learner.collection('cancellations').create({ lesson: second.id });
    const third = await hold(learner, 131);
    await learner.collection('payments').create({ lesson: third.id, method: 'card', cardNumber: '4242424242424242' });
    await learner.collection('cancellations').create({ lesson: third.id });
    const send = (path: string) => learner.send(path, {});
    const { history } = await send('/api/marketplace/dashboard?view=learner');
    expect(history.map(({ id }: { id: string }) => id)).toEqual([third.id]);
    const csv = await fetch(`${app.url}/api/marketplace/lessons.csv`, {
      headers: { Authorization: learner.authStore.token },
    });
    const rows = (await csv.text()).trim().split('\r\n');
    expect(rows.slice(1).map((row) => row.split(',').at(-1))).toEqual([third.id]);
    // As the page asks (src/web/booking/lessons/history-filter.ts).
    const filter = "status != 'held' && status != 'expired' && holdExpiresAt = ''";
    const shown = await learner.collection('lessons').getFullList({ filter });
    expect(shown.map(({ id }) => id)).toEqual([third.id]);
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

test('a pick-up outside the instructor’s areas is told before and not refused: where to meet is for the two to agree on', async () => {
  const learner = await makePerson(app);
  const start = hour(13 * 24);
  const wanted = {
    instructor: teachers[2]!.id,
    start,
    durationMinutes: 60,
    pickup: 'Tuas Link MRT',
    postalCode: '637495',
  };
  expect(await learner.collection('lessons').create(wanted)).toMatchObject({ status: 'held', postalCode: '637495' });
});

test('a learner who holds a time is answered by one statement of the database', async () => {
  const { db } = app.app.engine;
  const learner = await makePerson(app);
  // What is known of the caller and the instructor is read by the first.
  await hold(learner, 60);
  const { query, transaction } = db;
  const asked: string[] = [];
  db.query = async <T extends Row>(text: string, values: readonly unknown[] = []) => {
    // Other servers are told, and sweepers look, besides.
    if (text.includes('lessons') || text.includes('book_lesson')) asked.push(text);
    return query<T>(text, values);
  };
  db.transaction = (work, options) => {
    asked.push('a transaction');
    return transaction(work, options);
  };
  try {
    const { pickup, startCode } = await hold(learner, 62);
    expect({ pickup, startCode }).toEqual({ pickup: '', startCode: '' });
  } finally {
    Object.assign(db, { query, transaction });
  }
  expect(asked).toEqual([expect.stringContaining('book_lesson')]);
});
