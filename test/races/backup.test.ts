import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerFaults, makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

const start = (minutes: number) => new Date(Date.parse('2026-11-23T08:00:00+08:00') + minutes * 60_000).toISOString();

/** Books and pays one hour after the other until told to stop; answers the paid lessons in their order. */
async function bookOn(shouldStop: () => boolean): Promise<string[]> {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const paid: string[] = [];
  for (let at = 0; at < 96 && !shouldStop(); at++) {
    const minutes = Math.floor(at / 12) * 1440 + (at % 12) * 60;
    const lesson = await learner
      .collection('lessons')
      .create({ instructor: teacher.id, start: start(minutes), durationMinutes: 60 });
    await learner.collection('payments').create({ lesson: lesson.id, method: 'card', cardNumber: '4242424242424242' });
    paid.push(lesson.id);
  }
  return paid;
}

/** Every table that counts, as text. */
async function pictureOf(): Promise<Record<string, unknown>> {
  const tables = ['users', 'instructors', 'lessons', 'payments', 'ledger_entries', 'ledger_accounts', 'notifications'];
  const found = await Promise.all(
    tables.map((table) => app.db.query(`select to_jsonb(t)::text as row from ${table} t order by 1`)),
  );
  return Object.fromEntries(tables.map((table, index) => [table, found[index]]));
}

test('a backup that is made while lessons are booked and paid is one moment: whole lessons, a ledger that sums to zero', async () => {
  let isMade = false;
  const runs = [1, 2, 3].map(() => bookOn(() => isMade));
  await expect
    .poll(async () => (await app.db.query('select 1 from payments')).length, { timeout: 15_000 })
    .toBeGreaterThan(3);
  await app.root.backups.create('moment.zip');
  isMade = true;
  const paid = await Promise.all(runs);
  await app.root.backups.restore('moment.zip');
  await app.app.engine.backups.done();

  expect(await ledgerFaults(app.db)).toEqual([]);
  const kept = new Set((await app.db.query<{ id: string }>('select id from lessons')).map(({ id }) => id));
  // Of each learner the first lessons are there and the later ones not: one cut through time.
  for (const lessons of paid) {
    const flags = lessons.map((id) => kept.has(id));
    expect(flags).toEqual([...flags].sort((one, other) => Number(other) - Number(one)));
  }
  const broken = await app.db.query(
    `select l.id from lessons l where l.status = 'confirmed' and not exists (
       select 1 from payments p join ledger_transactions t on t.payment = p.id where p.lesson = l.id and p.status = 'succeeded')`,
  );
  expect(broken).toEqual([]);

  // Restored once more it is the same, and business goes on with every constraint in force.
  const before = await pictureOf();
  await app.root.backups.restore('moment.zip');
  await app.app.engine.backups.done();
  expect(await pictureOf()).toEqual(before);
  expect(await bookOn(() => false)).toHaveLength(96);
  await expect(app.db.query('update ledger_entries set "amountCents" = 0')).rejects.toThrow();
  expect(await ledgerFaults(app.db)).toEqual([]);
});
