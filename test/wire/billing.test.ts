import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let admin: PocketBase & { id: string };
let learner: PocketBase & { id: string };
let teachers: [Teacher, Teacher];

const invoices = (client: PocketBase, query: Record<string, string> = {}) =>
  client.send('/api/marketplace/invoices', { query });
const billing = (client: PocketBase) => client.send('/api/marketplace/billing', {});

let settlements = 0;

/** A lesson whose fee was taken at an instant. */
async function settle(teacher: Teacher, at: string, feeCents: number, netCents = 9 * feeCents): Promise<void> {
  settlements += 1;
  const start = new Date(Date.parse('2026-01-01T02:00:00Z') + settlements * 86_400_000).toISOString();
  const lesson = await app.root
    .collection('lessons')
    .create({ instructor: teacher.id, learner: learner.id, start, durationMinutes: 60, status: 'completed' });
  const entries = [
    { account: `held:${lesson.id}`, cents: feeCents + netCents },
    { account: 'platform_fees', cents: -feeCents },
    { account: `instructor_payable:${teacher.id}`, cents: -netCents },
  ];
  await app.db.query(`select post_ledger_transaction($1, 'settlement', $2, null, $3, $4)`, [
    `settlement:${lesson.id}`,
    lesson.id,
    at,
    JSON.stringify(entries),
  ]);
}

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, { role: 'admin' });
  learner = await makePerson(app);
  teachers = [await makeInstructor(app), await makeInstructor(app)];
});
afterAll(() => app.close());

describe('the fee invoices', () => {
  test('are none before a fee was taken', async () => {
    expect(await invoices(admin)).toMatchObject({ items: [], totalItems: 0, totalCents: 0 });
  });

  test('are one for each instructor and month of Singapore: paid when it is over, pending while it goes on', async () => {
    const [first, second] = teachers;
    await settle(first, '2026-10-31T15:59:00Z', 660);
    await settle(first, '2026-10-15T02:00:00Z', 340);
    await settle(first, '2026-10-31T16:00:00Z', 500);
    await settle(second, '2026-09-15T02:00:00Z', 100);
    const { items, totalCents } = await invoices(admin);
    expect(
      items.map((item: Record<string, unknown>) => [item.month, item.amountCents, item.lessons, item.status]),
    ).toEqual([
      ['2026-11', 500, 1, 'pending'],
      ['2026-10', 1000, 2, 'paid'],
      ['2026-09', 100, 1, 'paid'],
    ]);
    expect(items[1].id).toBe(`2026-10-${first.id}`);
    expect(totalCents).toBe(1600);
  });

  test('are overdue when the instructor owes the platform money', async () => {
    const [, second] = teachers;
    await settle(second, '2026-10-15T02:00:00Z', 200, -5000);
    const { items } = await invoices(admin, { status: 'overdue' });
    expect(items.map((item: Record<string, unknown>) => item.id)).toEqual([`2026-10-${second.id}`]);
    // Whatever is asked for, and in whatever order.
    for (const sort of ['-date', 'amount', 'status']) {
      const all = (await invoices(admin, { sort })).items as Record<string, unknown>[];
      expect(all.filter(({ status }) => status === 'overdue').map(({ id }) => id)).toEqual([`2026-10-${second.id}`]);
    }
  });

  test('are searched, sorted and paged; nonsense is refused at its parameter', async () => {
    const [first] = teachers;
    expect((await invoices(admin, { q: first.id })).totalItems).toBe(2);
    const dearest = await invoices(admin, { sort: '-amount', perPage: '1', page: '2' });
    expect([dearest.items[0].amountCents, dearest.totalItems, dearest.totalPages]).toEqual([500, 4, 4]);
    for (const name of ['status', 'sort']) {
      const { status, data } = await refusalOf(invoices(admin, { [name]: 'nonsense' }));
      expect([status, data[name]?.code]).toEqual([400, 'validation_in_invalid']);
    }
  });
});

describe('billing', () => {
  test('says the fee policy and what is used', async () => {
    const { feeText, usage } = await billing(admin);
    expect(feeText).toContain('Learners pay no fee');
    expect(usage.databaseBytes).toBeGreaterThan(1_000_000);
    expect(usage.callsSince).toBe('2026-11-16T02:00:00.000Z');
  });

  test('shows a sample plan to the demonstration’s admin, and none to a real one', async () => {
    expect((await billing(admin)).sample.plan.price).toBe('$29');
    await app.root.collection('users').create({
      email: 'admin@driving.example.org',
      password: 'learner-password',
      passwordConfirm: 'learner-password',
      role: 'admin',
    });
    const real = app.guest();
    await real.collection('users').authWithPassword('admin@driving.example.org', 'learner-password');
    expect((await billing(real)).sample).toBeNull();
  });

  test('is for admins and superusers alone', async () => {
    for (const call of [billing, invoices]) {
      expect((await refusalOf(call(app.guest()))).status).toBe(401);
      for (const client of [learner, teachers[0].client]) expect((await refusalOf(call(client))).status).toBe(403);
      await call(app.root);
    }
  });
});
