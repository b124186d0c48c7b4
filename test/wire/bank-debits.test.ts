import { describe, expect, test } from 'vitest';
import { compareWithBank } from '#marketplace/money/outside/compare-outside.ts';
import { send, startOnOperatorsAccount, statement, statementHead } from '#support/operators-account.ts';
import { bookWithPackage, makeSeller } from '#support/packages.ts';
import { makePerson, refusalOf, type TestApp } from '#support/start-app.ts';

type Person = Awaited<ReturnType<typeof makePerson>>;
let app: TestApp;
let admin: Person;

const { scene, balanceOf, importing, linesOf, faults, refundsOf } = startOnOperatorsAccount((started, made) => {
  app = started;
  admin = made;
});

/** A refund of S$66.00 that a person has to send. */
async function owedRefund(start: string) {
  const { learner, payment, id } = await scene(start);
  await importing(statement(['66.00', payment.billReference]));
  await learner.collection('cancellations').create({ lesson: id });
  const [refund] = await refundsOf(learner);
  return { learner, refund: String(refund?.id) };
}

describe('one reference of the bank', () => {
  test('[26.14] is one transfer: it is taken once, whatever it is noted for, also by many at once', async () => {
    const [one, two] = [await owedRefund('2026-11-27T01:00:00Z'), await owedRefund('2026-11-27T04:00:00Z')];
    const note = (refund: string, reference: string) => send(admin, `refunds/${refund}/sent`, { reference });
    const ends = await Promise.allSettled([note(one.refund, 'FT 26140-01'), note(two.refund, 'ft2614001')]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const open = ends[0].status === 'rejected' ? one : two;
    const refused = await refusalOf(note(open.refund, 'FT26140 01'));
    expect([refused.status, refused.data.reference?.code]).toEqual([409, 'reference_used']);
    // Nothing of the refused note is booked.
    expect(await refundsOf(open.learner)).toMatchObject([{ status: 'sent' }]);
    await importing(statement(['12.00', 'SOMEBODY']));
    const [line] = await linesOf(`text ~ 'SOMEBODY'`);
    await send(admin, `bank/lines/${line?.id}`, { decision: 'return' });
    const returned = (reference: string) => send(admin, `bank/lines/${line?.id}`, { decision: 'returned', reference });
    expect((await refusalOf(returned('FT2614001'))).data.reference?.code).toBe('reference_used');
    expect(await returned('FT2614002')).toMatchObject({ status: 'returned' });
    expect((await refusalOf(note(open.refund, 'FT2614002'))).data.reference?.code).toBe('reference_used');
    expect(await note(open.refund, 'FT2614003')).toMatchObject({ status: 'paid' });
    expect(await faults()).toEqual([]);
  });
});

/** A statement of some days whose lines went out. */
const outgoing = (...lines: readonly [day: string, amount: string, text: string][]) =>
  [statementHead, ...lines.map(([day, amount, text]) => `${day} Nov 2026,,FAST PAYMENT,${text},"${amount}",,`)].join(
    '\n',
  );
const debits = () => admin.send('/api/marketplace/bank/debits', {});
type Shown = { id: string; why: string; text: string };
const open = async () => (await debits()).items.filter(({ why }: Shown) => why !== '');
const missingOf = async (of: string) =>
  (await debits()).missing.filter(({ record }: { record: string }) => record === of);
const decide = (id: string, body: object) => send(admin, `bank/debits/${id}`, body);

describe('a refund that a person sends', () => {
  test('[26.14] is noted by one of two who do so at once, and its reference alone is taken', async () => {
    const { refund, learner } = await owedRefund('2026-11-29T01:00:00Z');
    const colleague = await makePerson(app, { role: 'admin' });
    const ends = await Promise.allSettled([
      send(admin, `refunds/${refund}/sent`, { reference: 'FT2614201' }),
      send(colleague, `refunds/${refund}/sent`, { reference: 'FT2614202' }),
    ]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const rows = await app.db.query('select reference from sent_by_hand where record = $1', [refund]);
    expect(rows).toHaveLength(1);
    expect(await refundsOf(learner)).toMatchObject([{ status: 'paid' }]);
    expect(await faults()).toEqual([]);
  });
});

describe('a line that went out', () => {
  test('[26.13] is what was noted as sent; another amount, a second time and one that is missing are shown', async () => {
    const [one, two, three] = [
      await owedRefund('2026-11-28T01:00:00Z'),
      await owedRefund('2026-11-28T04:00:00Z'),
      await owedRefund('2026-11-28T07:00:00Z'),
    ];
    await importing(outgoing(['20', '12.00', 'RENT OF BEFORE']));
    const shown = await send(admin, 'bank/preview', { csv: outgoing(['21', '66.00', 'FT2613-01 TAN']) });
    expect(shown).toMatchObject({ items: [], faults: [], outgoing: 1 });
    await send(admin, `refunds/${one.refund}/sent`, { reference: 'FT261301' });
    await send(admin, `refunds/${two.refund}/sent`, { reference: 'FT261302' });
    await send(admin, `refunds/${three.refund}/sent`, { reference: 'FT261303' });
    const csv = outgoing(
      ['21', '66.00', 'FT2613-01 TAN'],
      ['21', '60.00', 'ft261302 lim'],
      ['22', '66.00', 'FT261301 TAN AGAIN'],
    );
    expect(await importing(csv)).toMatchObject({ added: 0, outgoing: 3 });
    expect(await importing(csv)).toEqual({ added: 0, known: 0, matched: 0 });
    const waiting = await open();
    expect(waiting).toMatchObject([
      {
        why: 'other_amount',
        amountCents: 6000,
        sent: { of: 'refunds', record: two.refund, amountCents: 6600, reference: 'FT261302' },
      },
      { why: 'twice', amountCents: 6600, sent: { record: one.refund } },
    ]);
    // The statement has no later day yet: the third may still come.
    expect(await missingOf(three.refund)).toEqual([]);
    await importing(outgoing(['29', '5.00', 'BANK CHARGE']));
    expect(await missingOf(three.refund)).toMatchObject([
      { record: three.refund, amountCents: 6600, reference: 'FT261303' },
    ]);
    // Finance reads at home how much there is to look after.
    const finance = await makePerson(app, { role: 'finance' });
    const atHome = async () => {
      const { waiting: desks } = await finance.send('/api/marketplace/dashboard', { query: { view: 'staff' } });
      return desks.find(({ desk }: { desk: string }) => desk === 'bank').count;
    };
    const count = await atHome();
    for (const { id } of waiting)
      expect(await decide(id, { decision: 'other' })).toEqual({ debit: id, status: 'other' });
    expect([await open(), await atHome()]).toEqual([[], count - 2]);
    expect((await refusalOf(decide(waiting[0].id, { decision: 'other' }))).data.decision?.code).toBe('decided');
    expect(await faults()).toEqual([]);
  });

  test('[26.13] that was imported before it was noted is explained afterwards, also by its amount alone', async () => {
    const [one, two] = [await owedRefund('2026-11-26T02:00:00Z'), await owedRefund('2026-11-26T05:00:00Z')];
    await importing(outgoing(['21', '66.00', 'FT261311 X']));
    await send(admin, `refunds/${one.refund}/sent`, { reference: 'FT261311' });
    app.clock.advance(6);
    await app.app.sweepers.runDue();
    await send(admin, `refunds/${two.refund}/sent`, { reference: 'typed wrongly' });
    await importing(outgoing(['22', '66.00', 'SOME NAME']));
    const rows = await app.db.query(`select status from bank_debits where text ~ 'FT261311|SOME NAME' order by date`);
    expect(rows).toEqual([{ status: 'sent' }, { status: 'sent' }]);
  });

  test('[26.13] is for admins and finance', async () => {
    const finance = await makePerson(app, { role: 'finance' });
    expect((await finance.send('/api/marketplace/bank/debits', {})).items).toBeInstanceOf(Array);
    const stranger = await makePerson(app);
    expect((await refusalOf(stranger.send('/api/marketplace/bank/debits', {}))).status).toBe(403);
    expect((await refusalOf(decide('nobodysdebit001', { decision: 'other' }))).status).toBe(404);
  });
});

describe('money that the bank takes back', () => {
  /** A lesson that a line paid, and the line of the statement that takes it back. */
  async function recalled(start: string, amount = '66.00') {
    const made = await scene(start);
    const { billReference } = made.payment;
    await importing(statement([amount, billReference]));
    const [line] = await linesOf(`text ~ '${billReference}'`);
    await importing(outgoing(['22', amount, `REVERSAL ${billReference}`]));
    const [debit] = (await open()).filter(({ text }: { text: string }) => text.includes(billReference));
    return { ...made, line, debit };
  }

  test('[26.12] waits for a person; confirmed, a lesson ahead is called off and its money covers it', async () => {
    const { learner, teacher, lesson, id, line, debit } = await recalled('2026-11-27T02:00:00Z');
    expect(debit).toMatchObject({ why: 'recall', amountCents: 6600, line: { id: line?.id, amountCents: 6600 } });
    expect((await lesson()).status).toBe('confirmed');
    const before = await balanceOf('provider_clearing');
    const too = await refusalOf(decide(debit.id, { decision: 'recall', line: 'nosuchline00001' }));
    expect(too.data.line?.code).toBe('validation_missing_rel_records');
    expect(await decide(debit.id, { decision: 'recall', line: line?.id })).toEqual({
      debit: debit.id,
      status: 'recalled',
    });
    expect((await lesson()).status).toBe('cancelled_by_learner');
    expect(await balanceOf('provider_clearing')).toBe(before - 6600);
    expect(await balanceOf(`held:${id}`)).toBe(0);
    expect([
      await balanceOf(`learner_credit:${learner.id}`),
      await balanceOf(`instructor_payable:${teacher.id}`),
    ]).toEqual([0, 0]);
    expect((await refusalOf(decide(debit.id, { decision: 'recall', line: line?.id }))).status).toBe(409);
    expect(await faults()).toEqual([]);
  });

  test('[26.12] of a lesson that was given is owed by the learner, who is told, and their next credit pays it', async () => {
    const { learner, id, line, debit } = await recalled('2026-11-26T03:00:00Z');
    await app.root.collection('lessons').update(id, { status: 'completed' });
    await decide(debit.id, { decision: 'recall', line: line?.id });
    expect(await balanceOf(`learner_credit:${learner.id}`)).toBe(6600);
    const told = await learner
      .collection('notifications')
      .getFullList({ filter: `title = 'Your payment was taken back'` });
    expect(told).toMatchObject([{ message: expect.stringContaining('S$66.00') }]);
    const credit = await learner.send('/api/marketplace/balance', {});
    expect(credit.creditCents).toBe(-6600);
    expect(await faults()).toEqual([]);
  });

  test('[26.12] of money that was owed back, nothing is sent by hand any more', async () => {
    const { learner, line, debit } = await recalled('2026-11-27T05:00:00Z', '70.00');
    const [stray] = await refundsOf(learner);
    expect(stray).toMatchObject({ amountCents: 400, status: 'sent' });
    await decide(debit.id, { decision: 'recall', line: line?.id });
    expect(await refundsOf(learner)).toMatchObject([{ amountCents: 400, status: 'paid' }]);
    const late = await refusalOf(send(admin, `refunds/${stray?.id}/sent`, { reference: 'FT261299' }));
    expect(late.status).toBe(409);
    expect(await balanceOf(`refunds_due:${learner.id}`)).toBe(0);
    expect(await faults()).toEqual([]);
  });

  test('[26.12] of a line that nobody decided about goes back with it; more than came in, or a second time, is refused', async () => {
    await importing(statement(['31.00', 'UNKNOWN PAYER']));
    const [line] = await linesOf(`text ~ 'UNKNOWN PAYER'`);
    const unmatched = await balanceOf('unmatched_money');
    await importing(
      outgoing(
        ['22', '31.00', 'RETURN UNKNOWN PAYER'],
        ['23', '99.00', 'RETURN OF SOMETHING'],
        ['24', '31.00', 'RETURN OTHER'],
      ),
    );
    const [first, more, second] = (await open()).filter(({ text }: Shown) => text.includes('RETURN'));
    expect(first).toMatchObject({ why: 'recall', line: { id: line?.id } });
    const much = await refusalOf(decide(more.id, { decision: 'recall', line: line?.id }));
    expect(much.data.line?.code).toBe('too_much');
    await decide(first.id, { decision: 'recall', line: line?.id });
    expect(await balanceOf('unmatched_money')).toBe(unmatched + 3100);
    expect((await linesOf(`id = '${line?.id}'`))[0]?.status).toBe('returned');
    const again = await refusalOf(decide(second.id, { decision: 'recall', line: line?.id }));
    expect(again.data.line?.code).toBe('validation_missing_rel_records');
    for (const { id } of [more, second]) await decide(id, { decision: 'other' });
    expect(await faults()).toEqual([]);
  });

  test('[26.12] of a package ends it: what is held covers the bank, and used hours are the learner’s to pay', async () => {
    const [teacher, learner] = await Promise.all([makeSeller(app), makePerson(app)]);
    const order = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 600 });
    const payment = await learner.collection('payments').create({ packagePurchase: order.id, method: 'paynow' });
    await importing(statement(['627.00', payment.billReference]));
    const [line] = await linesOf(`text ~ '${payment.billReference}'`);
    const { lesson } = await bookWithPackage(learner, teacher, '2026-11-24T02:00:00Z', 60);
    await app.root.collection('lessons').update(lesson.id, { status: 'completed' });
    await importing(outgoing(['22', '627.00', `RECALL ${payment.billReference}`]));
    const [debit] = (await open()).filter(({ text }: Shown) => text.includes(payment.billReference));
    await decide(debit.id, { decision: 'recall', line: line?.id });
    expect(await learner.collection('package_purchases').getOne(order.id)).toMatchObject({ minutesLeft: 0 });
    expect(await balanceOf(`held_package:${order.id}`)).toBe(0);
    expect(await balanceOf(`learner_credit:${learner.id}`)).toBe(6270);
    expect(await faults()).toEqual([]);
  });

  test('[26.12] one line is taken back once, however many decide at once', async () => {
    const { learner, line, debit } = await recalled('2026-11-27T08:00:00Z');
    await importing(outgoing(['22', '66.00', `RECALL AGAIN ${debit.text}`]));
    const both = (await open()).filter(({ text }: { text: string }) => text.includes(debit.text));
    expect(both).toHaveLength(2);
    const ends = await Promise.allSettled(
      both.map(({ id }: { id: string }) => decide(id, { decision: 'recall', line: line?.id })),
    );
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await balanceOf(`learner_credit:${learner.id}`)).toBe(0);
    for (const { id } of await open()) await decide(id, { decision: 'other' });
    expect(await faults()).toEqual([]);
  });
});

describe('other forms of a statement', () => {
  test('[26.2] an MT940 and a CAMT.053 are imported at the same address, and the same money of both is one', async () => {
    const { payment, lesson } = await scene('2026-11-26T08:00:00Z');
    const mt940 = `:20:S1\n:60F:C261121SGD100,00\n:61:2611221122C66,00NTRFNONREF//FT1\n:86:PAYNOW ${payment.billReference}\n:62F:C261122SGD166,00\n`;
    expect(await importing(mt940)).toMatchObject({ added: 1, matched: 1 });
    expect((await lesson()).status).toBe('confirmed');
    const camt = `<Document><BkToCstmrStmt><Stmt><Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="SGD">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
      <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="SGD">166.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
      <Ntry><Amt Ccy="SGD">66.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-22</Dt></BookgDt><NtryDtls><TxDtls><RmtInf><Ustrd>${payment.billReference}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
      </Stmt></BkToCstmrStmt></Document>`;
    expect(await importing(camt)).toMatchObject({ added: 1, matched: 0 });
    const [first, second] = await linesOf(`text ~ '${payment.billReference}'`);
    expect([first?.status, second?.status].sort()).toEqual(['matched', 'open']);
    expect([first?.likeLine, second?.likeLine]).toContain(first?.status === 'matched' ? first?.id : second?.id);
    const refused = await refusalOf(importing(mt940.replaceAll('SGD', 'USD')));
    expect([refused.status, refused.data.csv?.code]).toEqual([400, 'wrong_lines']);
    expect(await faults()).toEqual([]);
  });

  test('[26.3] newest first, an overlapping period and an export with more columns change nothing that is booked', async () => {
    const { payment, lesson } = await scene('2026-11-26T10:00:00Z');
    const day = (text: string, amount: string, balance: string, on = '21') =>
      `${on} Nov 2026,,PAYNOW,${text},,"${amount}","${balance}"`;
    const first = [day('A 2631', '1.00', '101.00'), day(payment.billReference, '66.00', '167.00')];
    expect(await importing([statementHead, ...first].join('\n'))).toMatchObject({ added: 2, matched: 1 });
    expect(await importing([statementHead, ...first.toReversed()].join('\n'))).toMatchObject({ added: 0, known: 2 });
    const later = [...first.slice(1), day('B 2631', '2.00', '169.00', '22')];
    expect(await importing([statementHead, ...later].join('\n'))).toMatchObject({ added: 1, known: 1, matched: 0 });
    const wide = [
      statementHead.replace('Debit', 'Client Reference,Debit'),
      ...later.map((line) => line.replace(',,"', ',OTHR,,"')),
    ];
    const due = await balanceOf(`refunds_due:${payment.learner}`);
    await importing(wide.join('\n').replaceAll(/"(16[79])\.00"$/gm, '"9$1.00"'));
    expect((await lesson()).status).toBe('confirmed');
    expect(await balanceOf(`refunds_due:${payment.learner}`)).toBe(due);
    const again = await linesOf(`text ~ '${payment.billReference}' && status = 'open'`);
    expect(again).toMatchObject([{ likeLine: expect.stringMatching(/^\w{15}$/) }]);
    expect(await send(admin, `bank/lines/${again[0]?.id}`, { decision: 'same' })).toMatchObject({ status: 'same' });
    expect(await faults()).toEqual([]);
  });
});

describe('money that the bank brings back', () => {
  const decideLine = (line: string, body: object) => send(admin, `bank/lines/${line}`, body);
  const lineOf = async (text: string) => String((await linesOf(`text ~ '${text}'`))[0]?.id);
  /** For these references the books and the bank have the same moves. */
  const agreesOn = async (...references: string[]) => {
    const proof = await compareWithBank(app.db, app.clock.nowMs());
    const differing = proof?.differences.filter(({ reference }) => references.includes(reference));
    expect([differing, await faults()]).toEqual([[], []]);
  };

  test('[26.23] a refund that a person sent is owed again, once, and is sent anew', async () => {
    const { learner, refund } = await owedRefund('2026-11-27T01:00:00Z');
    await send(admin, `refunds/${refund}/sent`, { reference: 'FT2623001' });
    await importing(statement(['66.00', 'RETURN 2623001 ACCOUNT CLOSED'], ['12.00', 'RETURN 2623002']));
    const line = await lineOf('ACCOUNT CLOSED');
    const { sent } = await admin.send(`/api/marketplace/bank/lines/${line}/candidates`, {});
    expect(sent).toContainEqual({ of: 'refunds', record: refund, amountCents: 6600, reference: 'FT2623001' });
    const refusal = async (of: string, reference: string) =>
      (await refusalOf(decideLine(of, { decision: 'came_back', reference }))).data;
    expect(await refusal(line, 'FT2623009')).toMatchObject({ reference: { code: 'validation_missing_rel_records' } });
    expect(await refusal(line, '')).toMatchObject({ reference: { code: 'validation_required' } });
    expect(await refusal(await lineOf('2623002'), 'FT2623001')).toMatchObject({ reference: { code: 'other_amount' } });
    const colleague = await makePerson(app, { role: 'finance' });
    const order = { decision: 'came_back', reference: 'ft 2623001' };
    const ends = await Promise.allSettled([decideLine(line, order), send(colleague, `bank/lines/${line}`, order)]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await linesOf(`id = '${line}'`)).toMatchObject([{ status: 'came_back', bankReference: 'FT2623001' }]);
    expect(await refundsOf(learner)).toMatchObject([{ status: 'failed', failureCode: 'came_back' }]);
    expect(await balanceOf(`refunds_due:${learner.id}`)).toBe(-6600);
    const { items } = await admin.send('/api/marketplace/bank/to-send', {});
    expect(items.find(({ id }: { id: string }) => id === refund)).toMatchObject({ amountCents: 6600 });
    // It comes back a second time, by another transfer, and is sent a third time.
    const again = await refusalOf(send(admin, `refunds/${refund}/sent`, { reference: 'FT2623001' }));
    expect(again.data.reference?.code).toBe('reference_used');
    await send(admin, `refunds/${refund}/sent`, { reference: 'FT2623003' });
    await importing(statement(['66.00', 'RETURN 2623003 NO SUCH NUMBER']));
    const second = await lineOf('NO SUCH NUMBER');
    await decideLine(second, { decision: 'came_back', reference: 'FT2623003' });
    await send(admin, `refunds/${refund}/sent`, { reference: 'FT2623004' });
    expect(await refundsOf(learner)).toMatchObject([{ status: 'paid' }]);
    expect(await balanceOf(`refunds_due:${learner.id}`)).toBe(0);
    await importing(
      outgoing(['21', '66.00', 'REFUND FT2623001'], ['22', '66.00', 'FT2623003'], ['22', '66.00', 'FT2623004']),
    );
    await agreesOn(`refunds:${refund}`, `bank_lines:${line}`, `bank_lines:${second}`);
  });
});
