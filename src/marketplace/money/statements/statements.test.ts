import { describe, expect, test } from 'vitest';
import { refusalOf, type TestApp } from '#support/start-app.ts';
import { startTaughtLessons } from '#support/taught-lessons.ts';

let app: TestApp;
const { taught } = startTaughtLessons((started) => {
  app = started;
});

describe('a statement', () => {
  test('of a payout names every amount with its fee and its transaction, for its instructor and nobody else', async () => {
    const { teacher, learner, lesson, teach } = await taught('2027-06-01');
    const second = await teach('2027-06-02', 5000);
    app.clock.set('2027-06-09T12:00:00+08:00');
    await app.app.sweepers.runDue();
    const [row] = await app.db.query<{ id: string }>('select id from payouts where instructor = $1', [teacher.id]);
    const path = `/api/marketplace/payouts/${row?.id}/statement`;
    for (const client of [teacher.client, learner]) {
      const { email } = client.authStore.record as unknown as { email: string };
      await client.collection('users').authWithPassword(email, 'learner-password');
    }
    const statement = await teacher.client.send(path, {});
    expect(statement.payout).toMatchObject({
      id: row?.id,
      amountCents: 5940 + 4500,
      date: '2027-06-09',
      status: 'paid',
    });
    expect(
      statement.lines.map((line: Record<string, unknown>) => [line.lesson, line.feeCents, line.amountCents]),
    ).toEqual([
      [lesson, 660, 5940],
      [second, 500, 4500],
    ]);
    const entries = await app.db.query(
      'select sum("amountCents")::int as sum from ledger_entries where transaction = any ($1)',
      [statement.lines.map(({ transaction }: { transaction: string }) => transaction)],
    );
    expect(entries).toEqual([{ sum: 0 }]);
    const file = await fetch(`${app.url}${path}.csv`, { headers: { Authorization: teacher.client.authStore.token } });
    expect((await file.text()).split('\r\n')[1]).toMatch(/^2027-06-01,Person \d+,66\.00,6\.60,59\.40,/);
    expect((await refusalOf(learner.send(path, {}))).status).toBe(404);
  });

  test('of a year lists what a learner paid, with numbers that are given once', async () => {
    const { learner, teach } = await taught('2027-06-10');
    await teach('2027-06-11', 5000);
    const { email } = learner.authStore.record as unknown as { email: string };
    await learner.collection('users').authWithPassword(email, 'learner-password');
    const { lines, totals } = await learner.send('/api/marketplace/statements/2027', {});
    expect(totals).toEqual({ paidCents: 11_600, refundedCents: 0, takenBackCents: 0, spentCents: 11_600 });
    expect(new Set(lines.map(({ receipt }: { receipt: string }) => receipt)).size).toBe(2);
    expect((await learner.send('/api/marketplace/statements/2026', {})).lines).toEqual([]);
    expect((await refusalOf(learner.send('/api/marketplace/statements/soon', {}))).status).toBe(404);
  });
});
