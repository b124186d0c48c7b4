import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimsOn, type Scene } from '#support/claims.ts';
import { makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

const { given, claim, decide, balances } = claimsOn(() => app);
const listing = async ({ teacher }: Scene) => (await app.root.collection('instructors').getOne(teacher.id)).status;

describe('[25.14] one word takes nobody out of the search', () => {
  const whyOf = async ({ id }: { id: string }) => (await app.root.collection('claims').getOne(id)).unheeded;
  // As it comes about for people, not as a superuser gives it.
  const lessonOf = async (learner: Scene['learner'], isPaid: boolean) => {
    app.clock.set('2026-11-21T10:00:00+08:00');
    await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
    const [teacher, admin] = [await makeInstructor(app), await makePerson(app, { role: 'admin' })];
    const { id } = await learner
      .collection('lessons')
      .create({ instructor: teacher.id, start: '2026-11-21T11:00:00+08:00', durationMinutes: 60 });
    if (isPaid) {
      await learner.collection('payments').create({ lesson: id, method: 'card', cardNumber: '4242424242424242' });
    } else {
      await app.db.query(
        `select move_lesson($1, array['held'], row('pay', 'confirmed', '', 'system', '')::lesson_move, '{}', now())`,
        [id],
      );
    }
    return { teacher, learner, admin, lesson: id, price: 6600 };
  };

  test('of a lesson that nobody paid, or that has not begun; staff read why, the parties do not', async () => {
    const learner = await makePerson(app);
    const unpaid = await lessonOf(learner, false);
    app.clock.advance(61);
    const first = await claim(unpaid, 'identity');
    expect([await listing(unpaid), await whyOf(first)]).toEqual(['listed', 'not_paid']);
    expect(first.unheeded).toBeUndefined();
    const [notice] = await unpaid.admin.collection('notifications').getFullList({ filter: `link ~ '${first.id}'` });
    expect(notice?.title).toBe('Urgent: a claim about safety has to be decided');
    const ahead = await lessonOf(await makePerson(app), true);
    const second = await claim(ahead, 'identity');
    expect([await listing(ahead), await whyOf(second)]).toEqual(['listed', 'not_begun']);
    const paid = await lessonOf(await makePerson(app), true);
    app.clock.advance(61);
    const third = await claim(paid, 'identity');
    expect([await listing(paid), await whyOf(third)]).toEqual(['suspended', '']);
  });

  test('of a second instructor within twelve months, also where the first word was true', async () => {
    const first = await given();
    await decide(first, (await claim(first, 'identity')).id, 'full');
    const scene = await given({ learner: first.learner, start: '2026-11-21T06:00:00+08:00' });
    const made = await claim(scene, 'identity');
    expect([await listing(scene), await whyOf(made)]).toEqual(['listed', 'said_of_another']);
    expect(await balances(scene)).toMatchObject({ refunded: 0 });
    const told = await scene.teacher.client.collection('notifications').getFullList({ filter: `link ~ '${made.id}'` });
    expect(told.map(({ message }) => /Nobody can book you/.test(message))).toEqual([false]);
    await decide(scene, made.id, 'full');
    expect(await listing(scene)).toBe('suspended');
  });

  test('once the months are over it does again', async () => {
    const first = await given({ start: '2025-11-20T08:00:00+08:00' });
    await decide(first, (await claim(first, 'identity')).id, 'full');
    await app.db.query(`update claims set created = '2025-11-20T10:00:00+08:00' where lesson = $1`, [first.lesson]);
    const scene = await given({ learner: first.learner, start: '2026-11-21T06:00:00+08:00' });
    expect(await whyOf(await claim(scene, 'safety'))).toBe('');
    expect(await listing(scene)).toBe('suspended');
  });
});
