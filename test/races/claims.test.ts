import type { RecordModel } from 'pocketbase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerFaults, makeInstructor, makePerson, startApp, type TestApp } from '../support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  app.clock.set('2026-11-21T10:00:00+08:00');
});
afterAll(() => app.close());

/** A claim that freezes the instructor, about a paid lesson that was given. */
async function frozenBy(teacher: { id: string }, hour: string) {
  const learner = await makePerson(app);
  const { id } = await app.root.collection('lessons').create({
    instructor: teacher.id,
    learner: learner.id,
    start: `2026-11-21T${hour}:00:00+08:00`,
    durationMinutes: 60,
    priceCents: 6600,
    status: 'completed',
  });
  const payment = { lesson: id, learner: learner.id, method: 'card', amountCents: 6600, status: 'succeeded' };
  await app.root.collection('payments').create(payment);
  return learner.collection('claims').create({ lesson: id, kind: 'identity', text: 'It was somebody else.' });
}

/** What the calls that wait for each other in this test's database wait for, once there are that many. */
async function waitingFor(count: number): Promise<string[]> {
  for (;;) {
    const rows = await app.db.query<{ locktype: string }>(
      `select l.locktype from pg_locks l join pg_stat_activity a using (pid)
       where not l.granted and a.datname = current_database() order by 1`,
    );
    if (rows.length >= count) return rows.map(({ locktype }) => locktype);
  }
}

test('[rule 16] claims that were not true, refused in the same instant, wait for each other and put the listing back', async () => {
  const teacher = await makeInstructor(app);
  const listing = async () => (await app.root.collection('instructors').getOne(teacher.id)).status;
  const admins = await Promise.all([1, 2, 3].map(() => makePerson(app, { role: 'admin' })));
  const claims: RecordModel[] = [];
  for (const hour of ['06', '07', '08']) claims.push(await frozenBy(teacher, hour));
  expect(await listing()).toBe('suspended');
  const { calls, locks } = await app.db.transaction(async (tx) => {
    await tx.query('select from instructor_calendars where instructor = $1 for update', [teacher.id]);
    const deciding = claims.map(({ id }, at) =>
      admins[at]?.collection('claim_decisions').create({ claim: id, outcome: 'none', reason: 'Three saw the card.' }),
    );
    return { calls: Promise.all(deciding), locks: await waitingFor(3) };
  });
  await calls;
  // One has its claim and waits for the calendar; the others have nothing yet that it could wait for.
  expect(locks.filter((locktype) => locktype === 'advisory')).toHaveLength(2);
  expect(await listing()).toBe('listed');
  expect(await ledgerFaults(app.db)).toEqual([]);
});
