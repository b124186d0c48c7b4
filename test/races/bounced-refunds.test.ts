import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { card } from '#support/packages.ts';
import { makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
afterAll(() => app.close());

/** A lesson of S$66.00 that a card paid, and another S$33.00 besides; of the second S$10.00 went back. */
async function paidByTwoCards() {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const wanted = { instructor: teacher.id, start: '2026-11-27T02:00:00Z', durationMinutes: 60 };
  const { id: lesson } = await learner.collection('lessons').create(wanted);
  const { id: first } = await learner.collection('payments').create({ lesson, ...card });
  const [refund] = await app.db.transaction(async (tx) => {
    const second = `${lesson.slice(0, 13)}zz`;
    await tx.query(
      `insert into payments (id, learner, lesson, method, status, "amountCents", provider, "providerReference", created, updated)
       select $2, learner, lesson, method, 'expired', 3300, provider, 'second', created, updated from payments where id = $1`,
      [first, second],
    );
    await tx.query(`select settle_payment($1, 'second', now())`, [second]);
    const owed = await tx.query<{ id: string }>(`select id from owe_refund($1, 'part of ' || $1, 1000, now())`, [
      second,
    ]);
    await tx.query(`select settle_refund($1, 're_1', now())`, [owed[0]?.id]);
    return owed.map(({ id }) => ({ id, payment: second }));
  });
  if (!refund) throw new Error('Nothing went back.');
  return { lesson, ...refund };
}

/** A connection that is tried once: a deadlock would be seen here. */
async function connect() {
  const client = new pg.Client(app.connection);
  await client.connect();
  const [{ pid } = { pid: 0 }] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows;
  return { client, pid };
}

const waits = async (pid: number) => {
  const [row] = await app.db.query(`select wait_event_type = 'Lock' as waits from pg_stat_activity where pid = $1`, [
    pid,
  ]);
  return row?.waits;
};

test('[rule 22] a refund of one of its payments comes back while a lesson is given back: neither waits in a circle', async () => {
  const { lesson, id: refund, payment } = await paidByTwoCards();
  const [bounce, giving] = await Promise.all([connect(), connect()]);
  try {
    // The refund comes back, and has its payment alone as yet.
    await bounce.client.query('begin');
    await bounce.client.query('select 1 from payments where id = $1 for no key update', [payment]);
    const given = giving.client.query(`select * from give_lesson_back($1, 'race of ' || $1, null, now())`, [lesson]);
    await expect.poll(() => waits(giving.pid)).toBe(true);
    await bounce.client.query(`select return_refund($1, 'expired_or_canceled_card', now())`, [refund]);
    await bounce.client.query('commit');
    expect((await given).rows).toMatchObject([{ refundedCents: 8900, creditedCents: 0 }]);
  } finally {
    await Promise.all([bounce.client.end(), giving.client.end()]);
  }
  expect(await app.db.query('select status from refunds where id = $1', [refund])).toEqual([{ status: 'failed' }]);
  expect((await proveLedger(app.db)).faults).toEqual([]);
});
