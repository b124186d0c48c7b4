import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ledgerFaults, makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';
import type { PaymentProvider, TransferOrder } from '../payments/payment-provider.ts';
import { createSandboxProvider } from '../payments/sandbox-provider.ts';
import { returnPayout } from './payouts.store.ts';
import { planPayouts } from './plan-payouts.ts';
import { payOut, sendDuePayouts } from './send-payout.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
// The clock moves by weeks, and tokens end.
beforeEach(async () => {
  await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
});
afterAll(() => app.close());

/** An instructor with a lesson that was paid and given: its end is 11:00 in Singapore on the day. */
async function taught(day: string, priceCents = 6600) {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const teach = async (on: string, cents: number) => {
    const given = { instructor: teacher.id, learner: learner.id, start: `${on}T02:00:00Z`, durationMinutes: 60 };
    const lesson = await app.root.collection('lessons').create({ ...given, status: 'completed', priceCents: cents });
    await app.root.collection('payments').create({ lesson: lesson.id, method: 'card' });
    return lesson.id;
  };
  const lesson = await teach(day, priceCents);
  const payouts = () =>
    app.db.query(
      'select "amountCents", status, date, attempts, "failureCode" from payouts where instructor = $1 order by _seq',
      [teacher.id],
    );
  const balance = async () => {
    const [row] = await app.db.query<{ cents: number }>(
      'select -"balanceCents"::int as cents from ledger_accounts where id = $1',
      [`instructor_payable:${teacher.id}`],
    );
    const [open] = await app.db.query<{ cents: number }>(
      `select coalesce(sum(p."amountCents"), 0)::int as cents from payables p left join payouts x on x.id = p.payout
       where p.instructor = $1 and (p.payout = '' or x.status <> 'paid' and x."returnedAt" is null)`,
      [teacher.id],
    );
    // What is open, or on its way, is what the ledger says is owed.
    expect(open?.cents).toBe(row?.cents);
    return row?.cents;
  };
  return { teacher, learner, lesson, teach, payouts, balance };
}

function providerThat(transfer: PaymentProvider['transfer']) {
  const orders: TransferOrder[] = [];
  const provider: PaymentProvider = {
    ...createSandboxProvider(),
    transfer: async (order) => {
      orders.push(order);
      return transfer(order);
    },
  };
  return { provider, orders };
}

describe('the weekly payout', () => {
  test('[rule 21] pays on Wednesday what was payable 72 hours after the end, and not a minute before', async () => {
    // Ends on Sunday 22 November at 11:00: payable from Wednesday 25 November, 11:00.
    const { payouts, balance } = await taught('2026-11-22');
    app.clock.set('2026-11-25T10:59:00+08:00');
    await app.app.sweepers.runDue();
    expect(await payouts()).toEqual([]);
    app.clock.set('2026-11-25T11:00:00+08:00');
    await app.app.sweepers.runDue();
    await app.app.sweepers.runDue();
    expect(await payouts()).toEqual([
      { amountCents: 5940, status: 'paid', date: '2026-11-25', attempts: 1, failureCode: '' },
    ]);
    expect(await balance()).toBe(0);
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test('[rule 21] waits for the week’s day, also where the money is payable on the day after it', async () => {
    const { payouts } = await taught('2026-11-23');
    app.clock.set('2026-11-26T12:00:00+08:00');
    await app.app.sweepers.runDue();
    expect(await payouts()).toEqual([]);
    app.clock.set('2026-12-02T00:00:00+08:00');
    await app.app.sweepers.runDue();
    expect(await payouts()).toMatchObject([{ status: 'paid', date: '2026-12-02' }]);
  });

  test('[rule 21] below S$20.00 waits, S$20.00 does not, and after 90 days less is paid', async () => {
    // Of S$22.22 the fee is S$2.22; of S$22.21 it is S$2.22, too.
    const [enough, less] = [await taught('2026-12-03', 2222), await taught('2026-12-03', 2221)];
    app.clock.set('2026-12-09T12:00:00+08:00');
    await app.app.sweepers.runDue();
    expect(await enough.payouts()).toMatchObject([{ amountCents: 2000 }]);
    expect(await less.payouts()).toEqual([]);
    // Payable from 6 December on: 90 days later is 6 March, a Saturday.
    app.clock.set('2027-03-03T12:00:00+08:00');
    await app.app.sweepers.runDue();
    expect(await less.payouts()).toEqual([]);
    app.clock.set('2027-03-10T12:00:00+08:00');
    await app.app.sweepers.runDue();
    expect(await less.payouts()).toMatchObject([{ amountCents: 1999, status: 'paid', date: '2027-03-10' }]);
  });

  test('after a Wednesday without a server is made up for, by what was payable on it', async () => {
    const { teacher, payouts } = await taught('2027-03-11');
    app.clock.set('2027-03-19T09:00:00+08:00');
    await app.app.sweepers.runDue();
    expect(await payouts()).toMatchObject([{ amountCents: 5940, date: '2027-03-17' }]);
    // The earnings name the same day as its statement.
    const admin = await makePerson(app, { role: 'admin' });
    const query = { instructor: teacher.id, from: '2027-03-01T00:00:00Z', to: '2027-04-01T00:00:00Z' };
    const earnings = await admin.send('/api/marketplace/earnings', { query });
    expect(earnings.payouts).toMatchObject([{ date: '2027-03-17', amountCents: 5940 }]);
  });

  test('planned by many at once is one', async () => {
    const { payouts } = await taught('2027-03-20');
    app.clock.set('2027-03-24T12:00:00+08:00');
    await Promise.all([1, 2, 3, 4].map(() => planPayouts(app.app.engine, app.clock.nowMs())));
    expect(await payouts()).toHaveLength(1);
  });

  test('holds back what a claim is about, and pays the rest', async () => {
    const { payouts, lesson, teach } = await taught('2027-03-25');
    await teach('2027-03-26', 5000);
    await app.root.collection('lessons').update(lesson, { status: 'disputed' });
    app.clock.set('2027-03-31T12:00:00+08:00');
    await app.app.sweepers.runDue();
    expect(await payouts()).toMatchObject([{ amountCents: 4500 }]);
  });
});

describe('what is owed back of a lesson that was not paid out', () => {
  test('[rule 21] goes with what the lesson brought, and lessens no payout before', async () => {
    // Sunday's lesson is payable on Wednesday; Monday's from Thursday on, and it is settled and taken back before that.
    const { teach, payouts, balance } = await taught('2027-03-21');
    const missed = await teach('2027-03-22', 8800);
    app.clock.set('2027-03-23T12:00:00+08:00');
    await app.app.sweepers.runDue();
    await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
    expect(await balance()).toBe(5940 + 7920);
    await app.root.collection('lessons').update(missed, { status: 'cancelled_by_instructor' });
    expect(await balance()).toBe(5940);
    app.clock.set('2027-03-24T12:00:00+08:00');
    await app.app.sweepers.runDue();
    expect((await payouts()).map(({ amountCents }) => amountCents)).toEqual([5940]);
    app.clock.set('2027-03-31T12:00:00+08:00');
    await app.app.sweepers.runDue();
    expect([(await payouts()).length, await balance(), await ledgerFaults(app.db)]).toEqual([1, 0, []]);
  });
});

describe('what is owed back after a payout', () => {
  test('is carried on as a debt and recovered from what comes next', async () => {
    const { payouts, lesson, teach, balance } = await taught('2027-04-01');
    app.clock.set('2027-04-07T12:00:00+08:00');
    await app.app.sweepers.runDue();
    expect([await payouts(), await balance()]).toMatchObject([[{ amountCents: 5940 }], 0]);
    await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
    await app.root.collection('lessons').update(lesson, { status: 'cancelled_by_instructor' });
    expect(await balance()).toBe(-5940);
    // The next lesson brings S$90.00: the pair's fee is that of a first lesson, as the other was given back.
    await teach('2027-04-08', 10_000);
    app.clock.set('2027-04-14T12:00:00+08:00');
    await app.app.sweepers.runDue();
    expect((await payouts()).map(({ amountCents }) => amountCents)).toEqual([5940, 9000 - 5940]);
    expect([await balance(), await ledgerFaults(app.db)]).toEqual([0, []]);
  });

  test('is payable once more when the bank sends a payout back, and is not sent by the old one again', async () => {
    const { payouts, teacher, balance } = await taught('2027-04-15');
    app.clock.set('2027-04-21T12:00:00+08:00');
    await app.app.sweepers.runDue();
    const [row] = await app.db.query<{ id: string }>('select id from payouts where instructor = $1', [teacher.id]);
    const id = row?.id ?? '';
    const back = { code: 'account_closed', nowMs: app.clock.nowMs() };
    await Promise.all([1, 2, 3].map(() => returnPayout(app.db, id, back)));
    expect([await payouts(), await balance()]).toMatchObject([
      [{ status: 'failed', failureCode: 'account_closed' }],
      5940,
    ]);
    await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
    const retry = app.root.send(`/api/marketplace/payouts/${id}/retry`, { method: 'POST' });
    expect((await refusalOf(retry)).data.status?.code).toBe('not_failed');
    app.clock.set('2027-04-28T12:00:00+08:00');
    await app.app.sweepers.runDue();
    expect((await payouts()).map(({ amountCents, status }) => [amountCents, status])).toEqual([
      [5940, 'failed'],
      [5940, 'paid'],
    ]);
    expect([await balance(), await ledgerFaults(app.db)]).toEqual([0, []]);
  });
});

describe('sending a payout', () => {
  test('whose answer is lost is asked for again by the same id, later each time, and paid once', async () => {
    const { payouts, balance } = await taught('2027-05-01');
    app.clock.set('2027-05-05T12:00:00+08:00');
    const lost = providerThat(async () => {
      throw new Error('The provider is away.');
    });
    await payOut(app.app.engine, lost.provider, app.clock.nowMs());
    await payOut(app.app.engine, lost.provider, app.clock.nowMs());
    expect(lost.orders).toHaveLength(1);
    expect([await payouts(), await balance()]).toMatchObject([[{ status: 'sent' }], 5940]);
    app.clock.advance(1);
    await sendDuePayouts(app.app.engine, lost.provider, app.clock.nowMs());
    expect(new Set(lost.orders.map(({ transfer }) => transfer)).size).toBe(1);
    app.clock.advance(2);
    await app.app.sweepers.runDue();
    expect([await payouts(), await balance()]).toMatchObject([[{ status: 'paid', attempts: 3 }], 0]);
  });

  test('that another provider had under way is not sent a second time, but waits for somebody who looks there', async () => {
    const { payouts, balance, teacher } = await taught('2027-05-02');
    app.clock.set('2027-05-05T18:00:00+08:00');
    const before = providerThat(async () => ({ status: 'sent', reference: '' }));
    await payOut(app.app.engine, { ...before.provider, name: 'stripe' }, app.clock.nowMs());
    app.clock.advance(5);
    const after = providerThat(async () => ({ status: 'paid', reference: 'second' }));
    await payOut(app.app.engine, after.provider, app.clock.nowMs());
    expect(after.orders).toEqual([]);
    expect([await payouts(), await balance()]).toMatchObject([
      [{ status: 'failed', failureCode: 'other_provider' }],
      5940,
    ]);
    const admin = await makePerson(app, { role: 'admin' });
    const [seen] = await admin.collection('payouts').getFullList({ filter: `instructor = '${teacher.id}'` });
    const paid = { method: 'POST', body: { reference: 'tr_1' } };
    expect(await admin.send(`/api/marketplace/payouts/${seen?.id}/sent`, paid)).toMatchObject({ status: 'paid' });
    expect(await balance()).toBe(0);
  });

  test('that a person is to send stays theirs when a provider takes over', async () => {
    const { payouts } = await taught('2027-05-03');
    app.clock.set('2027-05-12T10:00:00+08:00');
    const byHand = providerThat(async () => ({ status: 'sent', reference: '' }));
    await payOut(app.app.engine, { ...byHand.provider, name: 'manual' }, app.clock.nowMs());
    app.clock.advance(5);
    const after = providerThat(async () => ({ status: 'paid', reference: 'second' }));
    await payOut(app.app.engine, after.provider, app.clock.nowMs());
    expect(after.orders).toEqual([]);
    expect(await payouts()).toMatchObject([{ status: 'sent' }]);
  });

  test('that the provider refuses waits for an admin, who sends it again by the same id', async () => {
    const { payouts, balance, teacher } = await taught('2027-05-06');
    app.clock.set('2027-05-12T12:00:00+08:00');
    const refusing = providerThat(async () => ({ status: 'failed', failureCode: 'no_account' }));
    await payOut(app.app.engine, refusing.provider, app.clock.nowMs());
    await payOut(app.app.engine, refusing.provider, app.clock.nowMs());
    expect(refusing.orders).toHaveLength(1);
    expect([await payouts(), await balance()]).toMatchObject([[{ status: 'failed', failureCode: 'no_account' }], 5940]);
    const admin = await makePerson(app, { role: 'admin' });
    const [seen] = await admin.collection('payouts').getFullList({ filter: `instructor = '${teacher.id}'` });
    const retry = (client: typeof admin) =>
      client.send(`/api/marketplace/payouts/${seen?.id}/retry`, { method: 'POST' });
    expect((await refusalOf(retry(await makePerson(app)))).status).toBe(403);
    expect(await retry(admin)).toEqual({ payout: seen?.id, status: 'paid' });
    expect(await balance()).toBe(0);
    expect((await refusalOf(retry(admin))).status).toBe(409);
    const { items } = await admin.send('/api/marketplace/audit', { query: { record: String(seen?.id) } });
    const changes = [{ field: 'status', from: 'failed', to: 'planned' }];
    expect(items).toMatchObject([{ actor: admin.id, action: 'update', collection: 'payouts', changes }]);
  });
});

describe('[rule 21] a payout that failed', () => {
  async function failed(day: string, wednesday: string) {
    const scene = await taught(day);
    app.clock.set(`${wednesday}T12:00:00+08:00`);
    const refusing = providerThat(async () => ({ status: 'failed', failureCode: 'no_account' }));
    await payOut(app.app.engine, refusing.provider, app.clock.nowMs());
    const { email } = scene.learner.authStore.record as unknown as { email: string };
    await scene.learner.collection('users').authWithPassword(email, 'learner-password');
    await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
    const admin = await makePerson(app, { role: 'admin' });
    const [payout] = await app.db.query<{ id: string }>('select id from payouts where instructor = $1', [
      scene.teacher.id,
    ]);
    const retry = () => app.root.send(`/api/marketplace/payouts/${payout?.id}/retry`, { method: 'POST' });
    const refused = async () => (await refusalOf(retry())).data.status?.code;
    /** Why nobody may pay it by hand: as noting it is refused, and as the list of what to send says. */
    const byHand = async () => {
      const sent = { method: 'POST', body: { reference: 'FT1' } };
      const note = app.root.send(`/api/marketplace/payouts/${payout?.id}/sent`, sent);
      const { data } = await refusalOf(note);
      const { items } = await app.root.send('/api/marketplace/bank/to-send', {});
      const listed = items.find(({ id }: { id: string }) => id === payout?.id)?.waitsFor;
      return [data.status?.code, listed];
    };
    const claimed = { lesson: scene.lesson, kind: 'safety', text: 'It was another car.' };
    const { id: claim } = await scene.learner.collection('claims').create(claimed);
    const decide = (how: object) =>
      admin.collection('claim_decisions').create({ claim, reason: 'The papers show it.', ...how });
    return { ...scene, retry, refused, byHand, decide };
  }

  test('is not sent again, nor paid by hand, while a lesson of it is in dispute, and not at all once its money was taken back', async () => {
    const { retry, refused, byHand, decide, payouts, balance, teach } = await failed('2027-05-16', '2027-05-19');
    expect([await refused(), ...(await byHand())]).toEqual(['held_back', 'held_back', 'held_back']);
    await decide({ outcome: 'full' });
    expect([await refused(), await byHand(), await balance()]).toEqual(['owed_back', ['owed_back', 'owed_back'], 0]);
    // What is earned after that sets it off, and then it can go.
    app.clock.set('2027-05-26T12:00:00+08:00');
    await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
    await teach('2027-05-20', 10_000);
    await app.app.sweepers.runDue();
    await app.app.sweepers.runDue();
    expect([await payouts(), await balance()]).toMatchObject([[{ status: 'failed' }, { amountCents: 3060 }], 5940]);
    expect([(await retry()).status, await balance()]).toEqual(['paid', 0]);
  });

  test('pays less what was taken back since', async () => {
    const { retry, byHand, decide, payouts, balance } = await failed('2027-05-30', '2027-06-02');
    await decide({ outcome: 'part', refundCents: 2000 });
    expect(await byHand()).toEqual(['owed_back', 'owed_back']);
    expect(await retry()).toMatchObject({ status: 'paid' });
    expect([await payouts(), await balance()]).toMatchObject([[{ status: 'paid', amountCents: 4140 }], 0]);
    expect(await ledgerFaults(app.db)).toEqual([]);
  });
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
    expect(totals).toEqual({ paidCents: 11_600, refundedCents: 0, spentCents: 11_600 });
    expect(new Set(lines.map(({ receipt }: { receipt: string }) => receipt)).size).toBe(2);
    expect((await learner.send('/api/marketplace/statements/2026', {})).lines).toEqual([]);
    expect((await refusalOf(learner.send('/api/marketplace/statements/soon', {}))).status).toBe(404);
  });
});

describe('an admin who pays somebody out at once', () => {
  test('pays what is payable now, once a day, and is told why not', async () => {
    const { teacher, learner, payouts } = await taught('2027-06-13');
    const admin = await makePerson(app, { role: 'admin' });
    const pay = (client = admin) => client.collection('payouts').create({ instructor: teacher.id });
    expect((await refusalOf(pay())).data.instructor?.code).toBe('nothing_payable');
    app.clock.set('2027-06-16T11:00:00+08:00');
    const again = await makePerson(app, { role: 'admin' });
    expect((await refusalOf(pay(learner))).status).toBeGreaterThanOrEqual(400);
    expect(await pay(again)).toMatchObject({ amountCents: 5940, status: 'paid', date: '2027-06-16' });
    expect(await payouts()).toHaveLength(1);
    expect((await refusalOf(pay(again))).data.instructor?.code).toBe('nothing_payable');
  });

  test('and payouts are seen by their instructor and admins, and kept by the books', async () => {
    const { teacher } = await taught('2027-06-17');
    app.clock.set('2027-06-20T11:00:00+08:00');
    await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
    const payout = await app.root.collection('payouts').create({ instructor: teacher.id });
    const refusal = await refusalOf(app.root.collection('payouts').update(payout.id, { amountCents: 1 }));
    expect(refusal.data.amountCents?.code).toBe('kept_by_the_books');
    expect((await refusalOf(app.root.collection('payouts').delete(payout.id))).status).toBe(400);
    const stranger = await makeInstructor(app);
    expect(await stranger.client.collection('payouts').getFullList()).toEqual([]);
  });
});
