import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancellingOn } from '../support/cancelling.ts';
import { ledgerFaults, makePerson, startApp, type TestApp } from '../support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
afterAll(() => app.close());

const { toStart, book, booked, spendMercyPass, cancel, moneyOf } = cancellingOn(() => app);

test.each(['another telephone number', 'six months that are over'])(
  '[26.44] [rule 6] [rule 7] who takes the time and has a mercy pass again by %s before it begins brings nothing back',
  async (how) => {
    const { teacher, learner, lesson } = await booked();
    const [friend, other] = await Promise.all([makePerson(app), makePerson(app)]);
    const isByNumber = how === 'another telephone number';
    await spendMercyPass(isByNumber ? other : friend);
    toStart(11 * 60);
    await cancel(learner, lesson);
    if (isByNumber) {
      await app.db.query(`update users set phone = '+6581230026' where id in ($1, $2)`, [friend.id, other.id]);
      await app.db.query('update users set "phoneProved" = now() where id in ($1, $2)', [friend.id, other.id]);
    } else {
      // Half an hour before the lesson begins it counts no more.
      const was = 'update cancellations set created = $2 where lesson in (select id from lessons where learner = $1)';
      await app.db.query(was, [friend.id, '2026-05-25T09:30:00+08:00']);
    }
    const taken = await book(teacher, friend);
    const [found] = await learner.collection('cancellations').getFullList({ filter: `lesson = '${lesson}'` });
    expect(found?.returnedCents).toBe(0);
    if (isByNumber) await app.db.query(`update users set phone = '+6581230027' where id = $1`, [friend.id]);
    toStart(1);
    expect(await cancel(friend, taken)).toMatchObject({ usesMercyPass: true, creditCents: 6600 });
    expect(await moneyOf({ lesson, teacher, learner })).toMatchObject({ instructor: 5940 });
    expect(await ledgerFaults(app.db)).toEqual([]);
  },
);
