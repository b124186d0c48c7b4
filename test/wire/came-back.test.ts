import { expect, test } from 'vitest';
import { compareWithBank } from '#marketplace/money/outside/compare-outside.ts';
import { send, startOnOperatorsAccount, statement } from '#support/operators-account.ts';
import { type makePerson, refusalOf, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let admin: Awaited<ReturnType<typeof makePerson>>;
const { scene, balanceOf, importing, linesOf, refundsOf, faults } = startOnOperatorsAccount((started, made) => {
  app = started;
  admin = made;
});
const decide = (line: string, body: object) => send(admin, `bank/lines/${line}`, { decision: 'came_back', ...body });
const lineOf = async (text: string) => String((await linesOf(`text ~ '${text}'`))[0]?.id);

/** The bank's statement and the books have the same moves of a line, and the books agree with themselves. */
const agreesOn = async (...lines: string[]) => {
  const proof = await compareWithBank(app.db, app.clock.nowMs());
  const references = lines.map((line) => `bank_lines:${line}`);
  expect(proof?.differences.filter(({ reference }) => references.includes(reference))).toEqual([]);
  expect(await faults()).toEqual([]);
};

test('[26.35] [26.51] a refund that came back less a bank’s fee is owed whole, and the fee is the platform’s cost', async () => {
  const { learner, payment, id } = await scene('2026-11-27T01:00:00Z');
  await importing(statement(['66.00', payment.billReference]));
  await learner.collection('cancellations').create({ lesson: id });
  const [refund] = await refundsOf(learner);
  await send(admin, `refunds/${refund?.id}/sent`, { reference: 'FT2635001' });
  await importing(
    statement(
      ['61.00', 'RETURN 2635001 LESS CHARGE'],
      ['15.99', 'RETURN 2635 FAR LESS'],
      ['66.01', 'RETURN 2635 MORE'],
    ),
  );
  const [line, little, more] = [await lineOf('LESS CHARGE'), await lineOf('FAR LESS'), await lineOf('MORE')];
  const { sent } = await admin.send(`/api/marketplace/bank/lines/${line}/candidates`, {});
  expect(sent).toContainEqual({ of: 'refunds', record: refund?.id, amountCents: 6600, reference: 'FT2635001' });
  const codeOf = async (of: string, body: object) =>
    (await refusalOf(decide(of, { reference: 'FT2635001', ...body }))).data.reference?.code;
  expect(await codeOf(line, {})).toBe('other_amount');
  for (const feeCents of [499, 501]) expect(await codeOf(line, { feeCents })).toBe('other_amount');
  const refused = await refusalOf(decide(line, { reference: 'FT2635001' }));
  expect(refused.data.reference?.message).toBe('S$66.00 were sent by this reference, and S$61.00 came back.');
  for (const feeCents of [-1, 0.5, '500']) {
    const wrong = await refusalOf(decide(line, { reference: 'FT2635001', feeCents }));
    expect([wrong.status, Object.keys(wrong.data)]).toEqual([400, ['feeCents']]);
  }
  expect(await codeOf(more, {})).toBe('other_amount');
  expect(await codeOf(little, { feeCents: 5001 })).toBe('fee_too_high');
  const [costs, clearing] = [await balanceOf('provider_costs'), await balanceOf('provider_clearing')];
  const both = await Promise.allSettled([1, 2].map(() => decide(line, { reference: 'FT2635001', feeCents: 500 })));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await refundsOf(learner)).toMatchObject([{ status: 'failed', failureCode: 'came_back', amountCents: 6600 }]);
  expect([
    await balanceOf(`refunds_due:${learner.id}`),
    (await balanceOf('provider_costs')) - costs,
    (await balanceOf('provider_clearing')) - clearing,
  ]).toEqual([-6600, 500, 0]);
  await agreesOn(line);
  const [trail] = await app.db.query(
    `select after from audit_entries where action = 'bank_came_back' and record = $1`,
    [line],
  );
  expect(trail?.after).toMatchObject({ feeCents: 500 });
  await send(admin, `refunds/${refund?.id}/sent`, { reference: 'FT2635002' });
  expect(await balanceOf(`refunds_due:${learner.id}`)).toBe(0);
  await agreesOn(line);
});

test('[26.35] a payout that came back less a bank’s fee is payable whole by the next one', async () => {
  const { teacher, payment } = await scene('2026-11-23T03:00:00Z');
  await importing(statement(['66.00', payment.billReference]));
  app.clock.set('2026-12-02T10:00:00+08:00');
  await admin.collection('users').authWithPassword(`${admin.id}@kerbside.example`, 'learner-password');
  await app.app.sweepers.runDue();
  const [payout] = await app.db.query('select id from payouts where instructor = $1', [teacher.id]);
  await send(admin, `payouts/${payout?.id}/sent`, { reference: 'FT2635011', wasSent: true });
  await importing(statement(['49.40', 'RETURN 2635011']));
  const line = await lineOf('2635011');
  await decide(line, { reference: 'FT2635011', feeCents: 1000 });
  expect(await balanceOf(`instructor_payable:${teacher.id}`)).toBe(-5940);
  await agreesOn(line);
});

test('[26.51] who sends a cent back by the reference of their refund is owed nothing again', async () => {
  const { learner, payment, id } = await scene('2026-11-27T05:00:00Z');
  await importing(statement(['40.00', payment.billReference]));
  await learner.collection('cancellations').create({ lesson: id });
  const [refund] = await refundsOf(learner);
  await send(admin, `refunds/${refund?.id}/sent`, { reference: 'FT2651001' });
  await importing(statement(['0.01', 'RETURN 2651001'], ['20.00', 'RETURN HALF OF 2651001']));
  const [cent, half] = [await lineOf('RETURN 2651001'), await lineOf('HALF OF 2651001')];
  const sentBy = async (line: string) =>
    (await admin.send(`/api/marketplace/bank/lines/${line}/candidates`, {})).sent.map(
      ({ reference }: { reference: string }) => reference,
    );
  expect(await sentBy(cent)).not.toContain('FT2651001');
  const refused = await refusalOf(decide(cent, { reference: 'FT2651001', feeCents: 3999 }));
  expect(refused.data.reference?.code).toBe('fee_too_high');
  expect(await sentBy(half)).toContain('FT2651001');
  await decide(half, { reference: 'FT2651001', feeCents: 2000 });
  expect(await refundsOf(learner)).toMatchObject([{ status: 'failed', amountCents: 4000 }]);
  await agreesOn(half);
});

test('[26.36] a refund that came back of somebody who closed the account since says whom it goes to', async () => {
  const tell = async (start: string, isEarly: boolean, reference: string) => {
    const { learner, payment, id } = await scene(start);
    const phone = `+659${String(1_000_000 + Number(reference.slice(-3)))}`;
    await app.db.query(`update users set name = 'Mei Ling', phone = $2, "phoneProved" = '2026-11-20Z' where id = $1`, [
      learner.id,
      phone,
    ]);
    await importing(statement(['66.00', payment.billReference]));
    await learner.collection('cancellations').create({ lesson: id });
    const [refund] = await refundsOf(learner);
    const close = async () => {
      const { plan } = await learner.send('/api/marketplace/close-account', {});
      const confirmation = `${learner.id}@kerbside.example`;
      const body = { confirmation, password: 'learner-password', agreed: plan };
      await learner.send('/api/marketplace/close-account', { method: 'POST', body });
    };
    if (isEarly) await close();
    await send(admin, `refunds/${refund?.id}/sent`, { reference, wasSent: true });
    if (!isEarly) await close();
    await importing(statement(['66.00', `RETURN ${reference} CLOSED`]));
    await decide(await lineOf(`${reference} CLOSED`), { reference });
    const { items } = await admin.send('/api/marketplace/bank/to-send', {});
    expect(items.find((item: { id: string }) => item.id === refund?.id)).toMatchObject({ name: 'Mei Ling', phone });
  };
  await tell('2026-11-28T01:00:00Z', false, 'FT2636001');
  await tell('2026-11-28T04:00:00Z', true, 'FT2636002');
  expect(await faults()).toEqual([]);
});

test('[26.37] one of several payments that came as one entry is another one, and the others stay known', async () => {
  const entry = (
    ...about: string[]
  ) => `<Document><BkToCstmrStmt><Stmt><Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="SGD">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
    <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="SGD">${about.length * 7}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
    <Ntry><Amt Ccy="SGD">${about.length * 7}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><NtryDtls>
    ${about.map((text) => `<TxDtls><Amt Ccy="SGD">7.00</Amt><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`).join('')}
    </NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`;
  const names = ['PARTONE ALPHA', 'PARTTWO BRAVO', 'PARTTHREE CHARLIE'];
  expect(await importing(entry(...names))).toMatchObject({ added: 3, known: 0 });
  // Another export, without balances that prove that they are known.
  const other = entry(...names)
    .replace('>0.00<', '>500.00<')
    .replace('>21.00<', '>521.00<');
  const { items } = await send(admin, 'bank/preview', { csv: other });
  expect(items.map(({ line, part }: { line: number; part: number }) => `${line}.${part}`)).toEqual([
    '1.1',
    '1.2',
    '1.3',
  ]);
  const likeIn = async (anew: unknown[]) => {
    const preview = await send(admin, 'bank/preview', { csv: other, anew });
    return preview.items.map(({ likeLine }: { likeLine: string }) => likeLine === '');
  };
  expect(await likeIn([])).toEqual([false, false, false]);
  expect(await likeIn(['1.2'])).toEqual([false, true, false]);
  // The number of the entry alone is none of its payments.
  expect(await likeIn([1])).toEqual([false, false, false]);
  expect((await refusalOf(send(admin, 'bank/preview', { csv: other, anew: ['x'] }))).status).toBe(400);
});
