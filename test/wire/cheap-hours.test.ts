import { expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, type TestApp } from '#support/start-app.ts';
import { startForWeeks } from '#support/taught-lessons.ts';

let app: TestApp;
startForWeeks((started) => {
  app = started;
});

/** The fee of a lesson of S$66.00 after ten hours at a price. */
async function feeAfterTenHoursAt(priceCents: number): Promise<number | undefined> {
  app.clock.set('2026-11-21T10:00:00+08:00');
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const teach = async (start: string, cents: number) => {
    const given = { instructor: teacher.id, learner: learner.id, start, durationMinutes: 60, priceCents: cents };
    const lesson = await app.root.collection('lessons').create({ ...given, status: 'completed' });
    await app.root.collection('payments').create({ lesson: lesson.id, method: 'card' });
    return lesson.id;
  };
  for (let day = 1; day <= 10; day++) await teach(`2026-11-${String(day).padStart(2, '0')}T02:00:00Z`, priceCents);
  await app.app.sweepers.runDue();
  const last = await teach('2026-11-19T02:00:00Z', 6600);
  await app.app.sweepers.runDue();
  const [row] = await app.db.query<{ feeCents: number }>('select "feeCents" from settlements where lesson = $1', [
    last,
  ]);
  return row?.feeCents;
}

test('[25.11] [rule 20] ten cheap hours leave the fee of a dear one at 10 %; ten at its price, or at half of it, end that', async () => {
  expect(await feeAfterTenHoursAt(50)).toBe(660);
  expect(await feeAfterTenHoursAt(1000)).toBe(660);
  expect(await feeAfterTenHoursAt(3300)).toBe(330);
  expect(await feeAfterTenHoursAt(6600)).toBe(330);
});

test('[25.11] [rule 24] a price that is low for a day buys no review; an ordinary one does', async () => {
  const taught = async (hourlyCents: number) => {
    app.clock.set('2026-11-21T10:00:00+08:00');
    await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
    const [teacher, learner] = [await makeInstructor(app, { hourlyCents }), await makePerson(app)];
    const { id } = await learner
      .collection('lessons')
      .create({ instructor: teacher.id, start: '2026-11-21T11:00:00+08:00', durationMinutes: 60 });
    await learner.collection('payments').create({ lesson: id, method: 'card', cardNumber: '4242424242424242' });
    await app.root.collection('instructors').update(teacher.id, { hourlyCents: 6600 });
    app.clock.advance(26 * 60);
    await app.app.sweepers.runDue();
    await learner.collection('users').authWithPassword(`${learner.id}@kerbside.example`, 'learner-password');
    return learner.collection('reviews').create({ lesson: id, rating: 5, text: 'Calm and clear.', tags: [] });
  };
  const { status, data } = await refusalOf(taught(1000));
  expect([status, data.lesson?.code]).toEqual([400, 'not_reviewable']);
  expect((await taught(3300)).rating).toBe(5);
  expect((await taught(6600)).rating).toBe(5);
});
