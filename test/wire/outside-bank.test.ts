import { expect, test } from 'vitest';
import { compareWithBank } from '#marketplace/money/outside/compare-outside.ts';
import { reportOutside } from '#marketplace/money/outside/report-outside.ts';
import { send, startOnOperatorsAccount, statementHead } from '#support/operators-account.ts';
import type { makePerson, TestApp } from '#support/start-app.ts';

let app: TestApp;
let admin: Awaited<ReturnType<typeof makePerson>>;

const { scene, importing, linesOf, refundsOf } = startOnOperatorsAccount((started, made) => {
  app = started;
  admin = made;
});

/** Lines of a statement: its day, what went out and what came in. */
const statementOf = (...lines: ReadonlyArray<[day: number, out: string, into: string, text: string]>) =>
  [
    statementHead,
    ...lines.map(([day, out, into, text]) => `${day} Nov 2026,${day} Nov 2026,PAYNOW,${text},"${out}","${into}",`),
  ].join('\n');
const compare = async (now = '2026-11-22T10:00:00+08:00') => {
  const proof = await compareWithBank(app.db, Date.parse(now));
  if (!proof) throw new Error('There was nothing to compare with.');
  return proof;
};
const differencesOf = async () =>
  (await compare()).differences.map(({ reference, side, cents }) => [reference, side, cents]);

// One after the other: the statements are of one account.
test('[26.15] what the statement has is the same in the books: paid, waiting, sent back, and a refund that was noted as sent', async () => {
  expect(await compareWithBank(app.db, app.clock.nowMs())).toBeUndefined();
  const { learner, payment, id } = await scene('2026-11-27T01:00:00Z');
  await importing(statementOf([20, '', '66.00', payment.billReference], [20, '', '12.00', 'SOMEBODY']));
  expect(await differencesOf()).toEqual([]);
  await learner.collection('cancellations').create({ lesson: id });
  const [refund] = await refundsOf(learner);
  await send(admin, `refunds/${refund?.id}/sent`, { reference: 'FT26150001' });
  const [line] = await linesOf(`text ~ 'SOMEBODY'`);
  await send(admin, `bank/lines/${line?.id}`, { decision: 'return' });
  await send(admin, `bank/lines/${line?.id}`, { decision: 'returned', reference: 'FT26150002' });
  // No statement of these days would have them yet.
  expect(await differencesOf()).toEqual([]);
  await importing(statementOf([21, '66.00', '', 'FT26150001'], [21, '12.00', '', 'FT26150002']));
  const { differences, hereCents, thereCents } = await compare();
  expect([differences, hereCents, thereCents]).toEqual([[], 0, 0]);
});

test('[26.15] what was noted as sent in another amount, or never left, is named once the statement has its days', async () => {
  const sent: string[] = [];
  for (const [hour, reference] of [
    ['01', 'FT26150003'],
    ['04', 'FT26150004'],
  ]) {
    const { learner, payment, id } = await scene(`2026-11-28T${hour}:00:00Z`);
    await importing(statementOf([21, '', '66.00', payment.billReference]));
    await learner.collection('cancellations').create({ lesson: id });
    const [refund] = await refundsOf(learner);
    await send(admin, `refunds/${refund?.id}/sent`, { reference });
    sent.push(`refunds:${refund?.id}`);
  }
  await importing(statementOf([22, '60.00', '', 'FT26150003']));
  expect(await differencesOf()).toEqual([[sent[0], 'amount', 600]]);
  // A week later it is missed, and the days without a statement are told.
  await importing(statementOf([29, '', '1.00', 'LATE ONE']));
  const { gaps } = await compare('2026-12-10T10:00:00+08:00');
  expect(new Set(await differencesOf())).toEqual(
    new Set([
      [sent[0], 'amount', 600],
      [sent[1], 'there', 6600],
    ]),
  );
  expect(gaps).toEqual([
    { from: '2026-11-23', to: '2026-11-28' },
    { from: '2026-11-30', to: '2026-12-09' },
  ]);
  const provider = { name: 'manual' as const };
  const { lines, isRight } = await reportOutside(app.db, provider, Date.parse('2026-12-10T10:00:00+08:00'));
  expect(isRight).toBe(false);
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^missing outside: −S\$66.00, refunds:/),
      'No statement has the whole of the days from 2026-11-23 to 2026-11-28.',
    ]),
  );
});
