import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;
type Person = Awaited<ReturnType<typeof makePerson>>;
let [admin, finance]: Person[] = [];

beforeAll(async () => {
  app = await startApp({ payNow: { uen: '202612345K', name: 'KERBSIDE', holdHours: 12 } });
});
beforeEach(async () => {
  app.clock.set('2026-11-21T10:00:00+08:00');
  [admin, finance] = [await makePerson(app, { role: 'admin' }), await makePerson(app, { role: 'finance' })];
});
afterAll(() => app.close());

const by = (client: Person | undefined) => client as Person;
const send = (who: Person | undefined, path: string, body: object = {}) =>
  by(who).send(`/api/marketplace/${path}`, { method: 'POST', body });
const codesOf = async (call: Promise<unknown>) =>
  Object.entries((await refusalOf(call)).data).map(([field, { code }]) => `${field}: ${code}`);
const head = 'Transaction Date,Description,Debit,Credit,Running Balance';
const statement = (...lines: readonly [amount: string, text: string, balance?: string][]) =>
  [head, ...lines.map(([amount, text, balance = '']) => `22 Nov 2026,${text},,${amount},${balance}`)].join('\n');
const importing = (who: Person | undefined, csv: string) => send(who, 'bank/import', { csv });
const faults = async () => (await proveLedger(app.db)).faults;

/** A lesson that a person holds, and the PayNow payment for it. */
async function held(learner: Person | undefined) {
  const teacher = await makeInstructor(app);
  const wanted = { instructor: teacher.id, start: '2026-11-25T01:00:00Z', durationMinutes: 60 };
  const { id: lesson } = await by(learner).collection('lessons').create(wanted);
  const payment = await by(learner).collection('payments').create({ lesson, method: 'paynow' });
  return { teacher, lesson, payment };
}

/** A refund of a lesson that was paid and cancelled. */
async function owed(learner: Person | undefined) {
  const { lesson, payment } = await held(learner);
  await importing(admin, statement(['66.00', payment.billReference]));
  await by(learner).collection('cancellations').create({ lesson });
  const [refund] = await by(learner)
    .collection('refunds')
    .getFullList({ filter: `learner = '${learner?.id}'` });
  return String(refund?.id);
}

describe('nobody of the staff books money of their own', () => {
  test('by a line of the statement that they bring, or by matching one', async () => {
    const { lesson, payment } = await held(finance);
    const csv = statement(['99.00', payment.billReference]);
    expect(await send(finance, 'bank/preview', { csv })).toMatchObject({ items: [{ payment: '', outcome: '' }] });
    expect(await importing(finance, csv)).toEqual({ added: 1, known: 0, matched: 0 });
    await app.app.sweepers.runDue();
    const [line] = await by(admin)
      .collection('bank_lines')
      .getFullList({ filter: `text ~ '${payment.billReference}'` });
    const match = (who: Person | undefined) =>
      send(who, `bank/lines/${line?.id}`, { decision: 'match', payment: payment.id });
    expect(await codesOf(match(finance))).toEqual(['payment: own_case']);
    expect((await by(finance).collection('lessons').getOne(lesson)).status).toBe('held');
    expect(await match(admin)).toMatchObject({ status: 'matched', outcome: 'over' });
  });

  test('nor the money of a lesson that they give', async () => {
    const { teacher, lesson, payment } = await held(await makePerson(app));
    await app.root.collection('users').update(teacher.client.id, { role: 'finance' });
    expect(await importing(teacher.client, statement(['66.00', payment.billReference]))).toMatchObject({ matched: 0 });
    const [line] = await by(admin)
      .collection('bank_lines')
      .getFullList({ filter: `text ~ '${payment.billReference}'` });
    const match = (who: Person | undefined) =>
      send(who, `bank/lines/${line?.id}`, { decision: 'match', payment: payment.id });
    expect(await codesOf(match(teacher.client))).toEqual(['payment: own_case']);
    expect((await app.root.collection('lessons').getOne(lesson)).status).toBe('held');
    expect(await match(finance)).toMatchObject({ status: 'matched', outcome: 'paid' });
  });

  test('[25.2] nor does somebody match it who became staff after it was asked for', async () => {
    const { lesson, payment } = await held(finance);
    const late = await makePerson(app);
    app.clock.advance(1);
    await app.root.collection('users').update(late.id, { role: 'finance' });
    expect(await importing(late, statement(['66.00', payment.billReference]))).toMatchObject({ added: 1, matched: 0 });
    const [line] = await by(admin)
      .collection('bank_lines')
      .getFullList({ filter: `text ~ '${payment.billReference}'` });
    const match = (who: Person | undefined) =>
      send(who, `bank/lines/${line?.id}`, { decision: 'match', payment: payment.id });
    expect(await codesOf(match(late))).toEqual(['payment: not_staff_then']);
    expect((await app.root.collection('lessons').getOne(lesson)).status).toBe('held');
    expect(await match(admin)).toMatchObject({ status: 'matched', outcome: 'paid' });
  });

  test('by noting their refund as sent', async () => {
    const refund = await owed(finance);
    const note = (who: Person | undefined) => send(who, `refunds/${refund}/sent`, { reference: 'FT1' });
    expect(await codesOf(note(finance))).toEqual(['refund: own_case']);
    expect(await note(admin)).toMatchObject({ status: 'paid' });
  });

  test('by making their payout, or noting it as sent', async () => {
    const own = await makeInstructor(app);
    await app.root.collection('users').update(own.client.id, { role: 'finance' });
    const pay = by(own.client).collection('payouts').create({ instructor: own.id });
    expect(await codesOf(pay)).toEqual(['instructor: own_case']);
    const payout = await failedPayout(own.id);
    const note = send(own.client, `payouts/${payout}/sent`, { reference: 'FT2' });
    expect(await codesOf(note)).toEqual(['payout: own_case']);
  });
});

async function failedPayout(instructor: string): Promise<string> {
  const id = `payout${instructor}`.slice(0, 15);
  await app.db.query(
    `insert into payouts (id, instructor, "amountCents", status, provider, date, created, updated)
     values ($1, $2, 5940, 'failed', 'stripe', '2026-11-18', now(), now())`,
    [id, instructor],
  );
  await app.db.query(
    `select post_ledger_transaction($1, 'adjustment', null, null, now(), jsonb_build_array(
       jsonb_build_object('account', 'goodwill', 'cents', 5940), jsonb_build_object('account', 'instructor_payable:' || $2, 'cents', -5940)))`,
    [`earned for ${id}`, instructor],
  );
  await app.db.query('update payables set payout = $1 where instructor = $2', [id, instructor]);
  return id;
}

test.each(['+6591234567', ''])(
  '[rule 22] a refund of somebody who left is sent to whom they were, which is known while it may come back: %s',
  async (phone) => {
    const learner = await makePerson(app);
    await app.root.collection('users').update(learner.id, { name: 'Mei Ling', phone });
    const { payment } = await held(learner);
    await importing(admin, statement(['66.00', payment.billReference]));
    const { plan } = await learner.send('/api/marketplace/close-account', {});
    const address = `${learner.id}@kerbside.example`;
    const closing = { confirmation: address, password: 'learner-password', agreed: plan };
    expect(await send(learner, 'close-account', closing)).toEqual({ outcome: 'erased' });
    const waiting = async () =>
      (await by(finance).send('/api/marketplace/bank/to-send', {})).items.filter(
        ({ account }: { account: string }) => account === `refunds_due:${learner.id}`,
      );
    const [item] = await waiting();
    // Who has no number is asked for it.
    expect(item).toMatchObject({ amountCents: 6600, name: phone ? 'Mei Ling' : `Mei Ling (${address})`, phone });
    const [mail] = await app.db.query<{ message: string }>(
      `select message::text from _mails where "to" = $1 and subject like '%is deleted'`,
      [address],
    );
    expect(mail?.message).toContain('we keep your name, phone number and email address until it is sent');
    await send(finance, `refunds/${item?.id}/sent`, { reference: `FT8 ${item?.id}` });
    expect(await waiting()).toEqual([]);
    const kept = { name: 'Mei Ling', phone, email: address };
    expect(await app.db.query('select _payee from refunds where id = $1', [item?.id])).toEqual([{ _payee: kept }]);
  },
);

describe('what somebody says to have paid by hand', () => {
  test('is paid anew, in the books too, when the money of a refund came back', async () => {
    const learner = await makePerson(app);
    const refund = await owed(learner);
    const note = () => send(admin, `refunds/${refund}/sent`, { reference: 'FT3' });
    expect(await note()).toMatchObject({ status: 'paid' });
    const comeBack = () => app.db.query(`select return_refund($1, 'account_closed', now())`, [refund]);
    await comeBack();
    expect(await note()).toMatchObject({ status: 'paid' });
    // The provider tells it again.
    await comeBack();
    const [due] = await app.db.query(`select "balanceCents"::int as cents from ledger_accounts where id = $1`, [
      `refunds_due:${learner.id}`,
    ]);
    expect(due).toEqual({ cents: 0 });
    expect((await refusalOf(note())).status).toBe(409);
    expect(await faults()).toEqual([]);
  });

  test('is refused where a payout is being sent again meanwhile', async () => {
    const teacher = await makeInstructor(app);
    const payout = await failedPayout(teacher.id);
    const note = await app.db.transaction(async (tx) => {
      await tx.query(`update payouts set status = 'sent' where id = $1`, [payout]);
      const noting = refusalOf(send(admin, `payouts/${payout}/sent`, { reference: 'FT4' }));
      const waiting = `select count(*)::int as many from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await expect.poll(async () => (await app.db.query(waiting))[0]?.many).toBeGreaterThan(0);
      return { noting };
    });
    expect((await note.noting).status).toBe(409);
    expect(await app.db.query('select status from payouts where id = $1', [payout])).toEqual([{ status: 'sent' }]);
  });
});

describe('what is done by hand opens to its entries, for whose it is and for staff', () => {
  const read = async (who: Person | undefined, of: string, id: string) => {
    const { items, sumCents } = await by(who).send('/api/marketplace/entries', { query: { of, id } });
    return { cents: items.map(({ amountCents }: { amountCents: number }) => amountCents), sumCents };
  };
  const statusOf = async (call: Promise<unknown>) => (await refusalOf(call)).status;

  test('a line of the statement', async () => {
    await importing(admin, statement(['31.00', 'NOBODY KNOWS WHO']));
    const [line] = await by(admin).collection('bank_lines').getFullList({ filter: `text = 'NOBODY KNOWS WHO'` });
    for (const who of [admin, finance]) {
      expect(await read(who, 'bank_line', String(line?.id))).toEqual({ cents: [3100], sumCents: 3100 });
    }
    expect(await statusOf(read(await makePerson(app), 'bank_line', String(line?.id)))).toBe(404);
  });

  test('what is owed of a refund, each time that it came back', async () => {
    const learner = await makePerson(app);
    const refund = await owed(learner);
    expect(await read(learner, 'refund', refund)).toEqual({ cents: [-6600], sumCents: 6600 });
    await send(admin, `refunds/${refund}/sent`, { reference: 'FT5' });
    expect(await read(admin, 'refund', refund)).toEqual({ cents: [6600, -6600], sumCents: 0 });
    await app.db.query(`select return_refund($1, 'account_closed', now())`, [refund]);
    expect((await read(finance, 'refund', refund)).sumCents).toBe(6600);
    await send(admin, `refunds/${refund}/sent`, { reference: 'FT6' });
    expect(await read(learner, 'refund', refund)).toEqual({ cents: [6600, -6600, 6600, -6600], sumCents: 0 });
    expect(await statusOf(read(await makePerson(app), 'refund', refund))).toBe(404);
  });

  test('a payout that came back', async () => {
    const teacher = await makeInstructor(app);
    const payout = await failedPayout(teacher.id);
    await send(admin, `payouts/${payout}/sent`, { reference: 'FT7' });
    const [{ cents } = { cents: 0 }] = await app.db.query<{ cents: number }>(
      'select "amountCents"::int as cents from payouts where id = $1',
      [payout],
    );
    expect(await read(teacher.client, 'payout', payout)).toEqual({ cents: [cents], sumCents: cents });
    await app.db.query(`select return_payout($1, 'account_closed', now())`, [payout]);
    for (const who of [teacher.client, finance]) {
      expect(await read(who, 'payout', payout)).toEqual({ cents: [-cents, cents], sumCents: 0 });
    }
    expect(await statusOf(read((await makeInstructor(app)).client, 'payout', payout))).toBe(404);
  });
});

describe('lines of the bank’s statement', () => {
  test('alike on one day are two by the balance after them, whatever files they come in', async () => {
    const one = statement(['10.00', 'ALIKE', '100.00']);
    expect(await importing(admin, one)).toMatchObject({ added: 1, known: 0 });
    expect(await importing(admin, statement(['10.00', 'ALIKE', '110.00']))).toMatchObject({ added: 1, known: 0 });
    const both = statement(['10.00', 'ALIKE', '100.00'], ['10.00', 'ALIKE', '110.00']);
    expect(await importing(admin, both)).toMatchObject({ added: 0, known: 2 });
  });

  test('imported without a balance are known with one', async () => {
    expect(await importing(admin, statement(['11.00', 'PLAIN']))).toMatchObject({ added: 1, known: 0 });
    expect(await importing(admin, statement(['11.00', 'PLAIN', '5.00']))).toMatchObject({ added: 0, known: 1 });
  });

  test('do not wait for one that can’t be booked', async () => {
    const [first, second] = [await held(await makePerson(app)), await held(await makePerson(app))];
    await app.db.query(
      `alter table bank_lines add constraint poison check (status <> 'matched' or text not like '%POISON%')`,
    );
    const csv = statement(['66.00', `POISON ${first.payment.billReference}`], ['66.00', second.payment.billReference]);
    expect(await importing(admin, csv)).toEqual({ added: 2, known: 0, matched: 1 });
    await app.db.query('alter table bank_lines drop constraint poison');
    await app.app.sweepers.runDue();
    expect(await by(admin).collection('bank_lines').getFullList({ filter: `text ~ 'POISON'` })).toMatchObject([
      { status: 'matched' },
    ]);
  });
});
