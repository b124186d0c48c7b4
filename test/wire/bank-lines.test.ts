import { describe, expect, test } from 'vitest';
import { send, startOnOperatorsAccount, statement, statementHead } from '#support/operators-account.ts';
import { makePerson, refusalOf, type TestApp } from '#support/start-app.ts';

let app: TestApp;
type Person = Awaited<ReturnType<typeof makePerson>>;
let admin: Person;

const { scene, balanceOf, importing, linesOf, faults, refundsOf } = startOnOperatorsAccount((started, made) => {
  app = started;
  admin = made;
});

const withBalances = (...lines: readonly [amount: string, text: string, balance: string][]) =>
  [
    statementHead,
    ...lines.map(([amount, text, balance]) => `22 Nov 2026,,INCOMING PAYNOW,${text},,"${amount}","${balance}"`),
  ].join('\n');

describe('a line of the bank’s statement', () => {
  test('imported twice is one; two payments alike on one day are two', async () => {
    const csv = statement(['10.00', 'ALIKE'], ['10.00', 'ALIKE']);
    const before = await balanceOf('unmatched_money');
    expect(await importing(csv)).toMatchObject({ added: 2, known: 0 });
    expect(await importing(csv)).toMatchObject({ added: 0, known: 2 });
    expect(await importing(statement(['10.00', 'ALIKE']))).toMatchObject({ added: 0, known: 1 });
    expect(await balanceOf('unmatched_money')).toBe(before - 2000);
  });

  test('without balances, what is alike in two files of a day is one, unless a person says that it is another', async () => {
    const early = statement(['10.00', 'MORNING'], ['20.00', 'TWIN']);
    const late = statement(['20.00', 'TWIN'], ['30.00', 'EVENING']);
    expect(await importing(early)).toMatchObject({ added: 2, known: 0 });
    const shown = await send(admin, 'bank/preview', { csv: late });
    expect(shown.items).toMatchObject([
      { line: 2, isKnown: true, isSure: false },
      { line: 3, isKnown: false, isSure: false },
    ]);
    expect(await send(admin, 'bank/import', { csv: late, anew: [2] })).toMatchObject({ added: 2, known: 0 });
    // The whole day has both of them, and nothing new.
    const whole = statement(['10.00', 'MORNING'], ['20.00', 'TWIN'], ['20.00', 'TWIN'], ['30.00', 'EVENING']);
    expect(await importing(whole)).toMatchObject({ added: 0, known: 4 });
    expect(await linesOf(`text ~ 'TWIN'`)).toHaveLength(2);
    const wrong = send(admin, 'bank/import', { csv: late, anew: ['2'] });
    expect((await refusalOf(wrong)).data).toMatchObject({ anew: { code: 'validation_invalid_value' } });
  });

  test('imported with its balance and again without is one, and the other way round', async () => {
    const exact = withBalances(['15.00', 'SAME', '115.00'], ['15.00', 'SAME', '130.00']);
    const plain = exact.replaceAll(/"1[13][05].00"/g, '');
    expect(await importing(exact)).toMatchObject({ added: 2, known: 0 });
    expect(await importing(plain)).toMatchObject({ added: 0, known: 2 });
    // A balance proves it, whatever somebody says.
    expect(await send(admin, 'bank/import', { csv: exact, anew: [2, 3] })).toMatchObject({ added: 0, known: 2 });
    const other = (csv: string) => csv.replaceAll('SAME', 'OTHER');
    expect(await importing(other(plain))).toMatchObject({ added: 2, known: 0 });
    expect(await importing(other(exact))).toMatchObject({ added: 0, known: 2 });
  });

  test('the same statement imported many times at once is one', async () => {
    const csv = statement(['11.00', 'AT ONCE'], ['11.00', 'AT ONCE']);
    const counts = await Promise.all([1, 2, 3, 4].map(() => importing(csv)));
    expect(counts.map(({ added }) => added).sort()).toEqual([0, 0, 0, 2]);
  });

  test('is in the audit trail: who imported the statement, with how many lines were new', async () => {
    const finance = await makePerson(app, { role: 'finance' });
    await send(finance, 'bank/import', { csv: statement(['10.00', 'TRAIL ONE'], ['10.00', 'TRAIL TWO']) });
    const query = { actor: finance.id, action: 'import' };
    const { items } = await admin.send('/api/marketplace/audit', { query });
    expect(items).toMatchObject([{ collection: 'bank_lines', actorRole: 'finance', after: { added: 2, known: 0 } }]);
  });

  test('is shown before it is booked; one that can’t be read keeps all from being imported', async () => {
    const { payment, lesson } = await scene();
    const csv = statement(['66.00', payment.billReference], ['5.00', 'SOMEBODY']);
    expect(await send(admin, 'bank/preview', { csv })).toEqual({
      items: [
        expect.objectContaining({ line: 2, amountCents: 6600, payment: payment.id, outcome: 'paid', isKnown: false }),
        expect.objectContaining({ line: 3, amountCents: 500, payment: '', outcome: '' }),
      ],
      faults: [],
    });
    expect((await lesson()).status).toBe('held');
    const wrong = `${csv}\n31 Feb 2026,,X,Y,,9.00,`;
    expect(await send(admin, 'bank/preview', { csv: wrong })).toMatchObject({
      faults: [{ line: 4, code: 'wrong_date' }],
    });
    expect((await refusalOf(importing(wrong))).data).toMatchObject({ csv: { code: 'wrong_lines' } });
    expect((await lesson()).status).toBe('held');
    expect((await refusalOf(send(await makePerson(app), 'bank/preview', { csv }))).status).toBe(403);
  });

  test('of too much pays, and the rest is owed back', async () => {
    const { learner, payment, lesson } = await scene();
    await importing(statement(['70.00', payment.billReference]));
    expect((await lesson()).status).toBe('confirmed');
    expect(await refundsOf(learner)).toMatchObject([{ amountCents: 400, status: 'sent' }]);
    expect(await linesOf(`payment = '${payment.id}'`)).toMatchObject([{ outcome: 'over' }]);
    expect(await faults()).toEqual([]);
  });

  test('of too little pays nothing and goes back; the learner can pay anew', async () => {
    const { learner, id, payment, lesson, declare } = await scene();
    await declare();
    await importing(statement(['60.00', payment.billReference]));
    expect((await lesson()).status).toBe('held');
    expect(await refundsOf(learner)).toMatchObject([{ amountCents: 6000, status: 'sent' }]);
    const again = await learner.collection('payments').create({ lesson: id, method: 'paynow' });
    await importing(statement(['66.00', again.billReference]));
    expect((await lesson()).status).toBe('confirmed');
    expect(await faults()).toEqual([]);
  });

  test('[26.3] that comes a second time waits for a person, who sends it back or says that it is the same', async () => {
    const { learner, payment, lesson } = await scene();
    const before = await balanceOf('provider_clearing');
    const twice = (['ONE', 'TWO', 'THREE'] as const).map((end): [string, string] => [
      '66.00',
      `${payment.billReference} ${end}`,
    ]);
    await importing(statement(...twice));
    expect((await lesson()).status).toBe('confirmed');
    expect(await refundsOf(learner)).toEqual([]);
    const [paid] = await linesOf(`payment = '${payment.id}'`);
    const waiting = await linesOf(`likeLine = '${paid?.id}'`);
    expect(waiting).toMatchObject([{ status: 'open' }, { status: 'open' }]);
    await send(admin, `bank/lines/${waiting[0]?.id}`, { decision: 'match', payment: payment.id });
    expect(await refundsOf(learner)).toMatchObject([{ amountCents: 6600 }]);
    await send(admin, `bank/lines/${waiting[1]?.id}`, { decision: 'same' });
    expect(await linesOf(`id = '${waiting[1]?.id}'`)).toMatchObject([{ status: 'same', payment: '' }]);
    // The second payment stays on the account until somebody sends it back; the third never came.
    expect(await balanceOf('provider_clearing')).toBe(before + 2 * 6600);
    expect(await faults()).toEqual([]);
  });

  test('[26.3] that is like an imported one in another export waits beside it; it is never counted twice unseen', async () => {
    const { learner, payment, lesson } = await scene();
    await importing(withBalances(['66.00', payment.billReference, '166.00']));
    expect((await lesson()).status).toBe('confirmed');
    const [first] = await linesOf(`payment = '${payment.id}'`);
    const other = `${statementHead},Branch Remarks\n22 Nov 2026,,INCOMING PAYNOW,${payment.billReference},,66.00,1166.00,FAST`;
    const newest = withBalances(['66.00', payment.billReference, '266.00']);
    for (const csv of [other, newest]) {
      expect(await send(admin, 'bank/preview', { csv })).toMatchObject({
        items: [{ isKnown: false, likeLine: first?.id, payment: '', outcome: '' }],
      });
      expect(await importing(csv)).toMatchObject({ added: 1, matched: 0 });
    }
    await app.app.sweepers.runDue();
    expect(await refundsOf(learner)).toEqual([]);
    const alike = await linesOf(`likeLine = '${first?.id}'`);
    expect(alike).toMatchObject([{ status: 'open' }, { status: 'open' }]);
    const [plain] = await linesOf(`likeLine = '' && status = 'matched'`);
    expect((await refusalOf(send(admin, `bank/lines/${plain?.id}`, { decision: 'same' }))).data).toMatchObject({
      decision: { code: 'not_alike' },
    });
    for (const { id } of alike) await send(admin, `bank/lines/${id}`, { decision: 'same' });
    // Two payments alike in one export are two: the first is the imported one, so the second is another.
    const both = withBalances(['66.00', payment.billReference, '166.00'], ['66.00', payment.billReference, '232.00']);
    expect((await send(admin, 'bank/preview', { csv: both })).items).toMatchObject([
      { isKnown: true, isSure: true, likeLine: '' },
      { isKnown: false, likeLine: alike[0]?.id },
    ]);
    expect(await faults()).toEqual([]);
  });

  test('[26.2] whose balances do not follow is refused, unless a person says that the export leaves lines out', async () => {
    const csv = withBalances(['10.00', 'GAP ONE', '110.00'], ['20.00', 'GAP TWO', '530.00']);
    expect((await refusalOf(importing(csv))).data).toMatchObject({ csv: { code: 'wrong_lines' } });
    expect(await send(admin, 'bank/import', { csv, isPartial: true })).toMatchObject({ added: 2 });
  });

  test('that comes too late goes back', async () => {
    const { learner, payment, lesson } = await scene();
    app.clock.advance(16);
    await app.app.sweepers.runDue();
    await importing(statement(['66.00', payment.billReference]));
    expect((await lesson()).status).toBe('expired');
    expect(await refundsOf(learner)).toMatchObject([{ amountCents: 6600 }]);
    expect(await linesOf(`payment = '${payment.id}'`)).toMatchObject([{ outcome: 'late' }]);
    expect(await faults()).toEqual([]);
  });

  test('without a reference is offered by its amount and matched by a person, once', async () => {
    const { payment, lesson, declare } = await scene();
    await declare();
    await importing(statement(['66.00', `NO REFERENCE ${payment.id}`]));
    const [line] = await linesOf(`text ~ '${payment.id}'`);
    const { items } = await admin.send(`/api/marketplace/bank/lines/${line?.id}/candidates`, {});
    expect(items.map((item: { payment: string }) => item.payment)).toContain(payment.id);
    const match = () => send(admin, `bank/lines/${line?.id}`, { decision: 'match', payment: payment.id });
    const both = await Promise.allSettled([match(), match()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await lesson()).status).toBe('confirmed');
    expect(await faults()).toEqual([]);
  });

  test('of nobody goes back to its sender, or is none of the platform’s; the books follow', async () => {
    const before = await balanceOf('provider_clearing');
    await importing(statement(['12.00', 'UNKNOWN SENDER'], ['13.00', 'INTEREST']));
    expect(await balanceOf('provider_clearing')).toBe(before + 2500);
    const [sender] = await linesOf(`text ~ 'UNKNOWN SENDER'`);
    const [interest] = await linesOf(`text ~ 'INTEREST'`);
    await send(admin, `bank/lines/${sender?.id}`, { decision: 'return' });
    expect((await refusalOf(send(admin, `bank/lines/${sender?.id}`, { decision: 'returned' }))).data).toMatchObject({
      reference: { code: 'validation_required' },
    });
    await send(admin, `bank/lines/${sender?.id}`, { decision: 'returned', reference: 'FT123' });
    await send(admin, `bank/lines/${interest?.id}`, { decision: 'other' });
    expect(await balanceOf('provider_clearing')).toBe(before);
    expect((await refusalOf(send(admin, `bank/lines/${interest?.id}`, { decision: 'return' }))).status).toBe(409);
  });
});
