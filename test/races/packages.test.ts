import { afterAll, beforeAll, expect, test } from 'vitest';
import { bySystem, moveLesson } from '#marketplace/booking/lessons/move-lesson.ts';
import { bookWithPackage, buyPackage, card, makeSeller, type Person } from '../support/packages.ts';
import { ledgerFaults, makePerson, startApp, type Teacher, type TestApp } from '../support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  expect(await ledgerFaults(app.db)).toEqual([]);
  await app.close();
});

/** Until as many calls as that wait for a lock of this database; what needs none is over by then. */
async function untilWaiting(other: Promise<unknown>): Promise<void> {
  let isOver = false;
  void other.finally(() => {
    isOver = true;
  });
  await expect
    .poll(async () => {
      const [row] = await app.db.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return isOver || (row?.count ?? 0) > 0;
    })
    .toBe(true);
}

/** A pair whose fees are S$115.00 of S$120.00 by now, a package with an hour used, and another lesson, of S$66.00, that is given. */
async function nearTheCap() {
  app.clock.set('2026-11-21T10:00:00+08:00');
  const [teacher, learner] = await Promise.all([makeSeller(app), makePerson(app)]);
  const given = { instructor: teacher.id, learner: learner.id, durationMinutes: 60 };
  const dear = await app.root
    .collection('lessons')
    .create({ ...given, start: '2026-11-01T02:00:00Z', priceCents: 115_000 });
  await app.root.collection('payments').create({ lesson: dear.id, method: 'card' });
  await app.root.collection('lessons').update(dear.id, { status: 'closed' });
  const { id: pack } = await buyPackage(app, learner, teacher);
  await bookWithPackage(learner, teacher, '2026-11-22T02:00:00Z', 90);
  const last = await app.root.collection('lessons').create({ ...given, start: '2026-11-19T02:00:00Z' });
  await app.root.collection('payments').create({ lesson: last.id, method: 'card' });
  return { teacher, learner, pack, lesson: last.id };
}

async function feesOf(teacher: Teacher, learner: Person): Promise<number> {
  const [row] = await app.db.query<{ cents: number }>(
    `select (coalesce(sum(s."feeCents"), 0) + kept_package_fees($1, $2))::int as cents from settlements s where s.instructor = $1 and s.learner = $2`,
    [teacher.id, learner.id],
  );
  return row?.cents ?? 0;
}

test('[rule 20] a package that ends while a lesson of the same two closes takes no more than what is left of S$120.00', async () => {
  const { teacher, learner, pack, lesson } = await nearTheCap();
  expect(await feesOf(teacher, learner)).toBe(11_500);
  let ending: Promise<unknown> | undefined;
  await app.db.transaction(async (tx) => {
    const nowMs = app.clock.nowMs();
    const closed = await moveLesson(app.app.engine, tx, { lesson, event: 'close', by: bySystem, nowMs });
    expect(closed.ok).toBe(true);
    ending = learner.collection('package_refunds').create({ packagePurchase: pack });
    await untilWaiting(ending);
  });
  expect(await ending).toMatchObject({ keptCents: 495 });
  expect(await feesOf(teacher, learner)).toBe(12_000);
});

test('[rule 19] two packages bought and paid at once leave ten hours at most', async () => {
  for (let round = 0; round < 3; round += 1) {
    const [teacher, learner] = await Promise.all([makeSeller(app), makePerson(app)]);
    const buy = async () => {
      const { id } = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 600 });
      await learner.collection('payments').create({ packagePurchase: id, ...card });
    };
    await Promise.allSettled([buy(), buy(), buy()]);
    const active = await learner.collection('package_purchases').getFullList({ filter: `status = 'active'` });
    expect(active.reduce((sum, { minutesLeft }) => sum + minutesLeft, 0)).toBeLessThanOrEqual(600);
  }
});
