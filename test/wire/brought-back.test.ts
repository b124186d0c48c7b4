import { expect, test } from 'vitest';
import { send, startOnOperatorsAccount, statement, statementHead } from '#support/operators-account.ts';
import { bookWithPackage, makeSeller } from '#support/packages.ts';
import { makePerson, refusalOf, type TestApp } from '#support/start-app.ts';

type Person = Awaited<ReturnType<typeof makePerson>>;
let admin: Person;
let app: TestApp;
const { scene, balanceOf, importing, linesOf, faults, refundsOf } = startOnOperatorsAccount((started, made) => {
  app = started;
  admin = made;
});

/** Notes a refund as sent by a reference. */
const sent = (refund: unknown, reference: string) => send(admin, `refunds/${refund}/sent`, { reference });

/** The bank brings back what was sent by a reference, and somebody says so. */
async function broughtBack(amount: string, reference: string) {
  await importing(statement([amount, `RETURN ${reference} ACCOUNT CLOSED`]));
  const [line] = await linesOf(`text ~ 'RETURN ${reference}'`);
  return send(admin, `bank/lines/${line?.id}`, { decision: 'came_back', reference });
}

/** The statement has a line that takes back what a payment's line had brought; answers that line and the earlier one. */
async function taken(billReference: string, amount = '66.00') {
  const recall = `22 Nov 2026,,FAST PAYMENT,RECALL ${billReference},"${amount}",,`;
  await importing([statementHead, recall].join('\n'));
  const { items } = await admin.send('/api/marketplace/bank/debits', {});
  const debit = items.find(({ text }: { text: string }) => text.includes(billReference));
  return `bank/debits/${debit.id}`;
}

test('[26.25] money that never paid for anything pays for nothing after its refund came back', async () => {
  const { learner, payment, id, lesson } = await scene();
  await importing(statement(['50.00', payment.billReference]));
  const [refund] = await refundsOf(learner);
  await sent(refund?.id, 'FT2625001');
  await broughtBack('50.00', 'FT2625001');
  expect(await refundsOf(learner)).toMatchObject([{ status: 'failed', amountCents: 5000 }]);
  const stray = await learner.collection('payments').getOne(String(refund?.payment));
  expect(stray).toMatchObject({ status: 'part_refunded', refundedCents: 0 });
  // The lesson is held still, and is paid in full.
  const whole = await learner.collection('payments').create({ lesson: id, method: 'paynow' });
  await importing(statement(['66.00', whole.billReference]));
  expect((await lesson()).status).toBe('confirmed');
  expect(await faults()).toEqual([]);
});

test.each(['66.00', '40.00'])(
  '[26.26] of S$66.00 whose payer’s bank took %s back nobody sends that much again when the refund comes back',
  async (amount) => {
    const cents = Number(amount) * 100;
    const { learner, payment, id } = await scene();
    await importing(statement(['66.00', payment.billReference]));
    const [line] = await linesOf(`text ~ '${payment.billReference}'`);
    await learner.collection('cancellations').create({ lesson: id });
    const [refund] = await refundsOf(learner);
    await sent(refund?.id, `FT2626${cents}`);
    await send(admin, await taken(payment.billReference, amount), { decision: 'recall', line: line?.id });
    expect(await balanceOf(`learner_credit:${learner.id}`)).toBe(cents);
    await broughtBack('66.00', `FT2626${cents}`);
    expect(await balanceOf(`learner_credit:${learner.id}`)).toBe(0);
    expect(await balanceOf(`refunds_due:${learner.id}`)).toBe(cents - 6600);
    const { items } = await admin.send('/api/marketplace/bank/to-send', {});
    const sums = items.filter(({ account }: { account: string }) => account === `refunds_due:${learner.id}`);
    expect(sums.map(({ amountCents }: { amountCents: number }) => amountCents)).toEqual(cents < 6600 ? [2600] : []);
    expect(await faults()).toEqual([]);
  },
);

test('[26.26] while nobody decided about the line that took a payment back its refund is not noted as sent', async () => {
  const { learner, payment, id } = await scene();
  await importing(statement(['66.00', payment.billReference]));
  await learner.collection('cancellations').create({ lesson: id });
  const [refund] = await refundsOf(learner);
  const debit = await taken(payment.billReference);
  const refused = await refusalOf(sent(refund?.id, 'FT2626003'));
  expect([refused.status, refused.data.status?.code]).toEqual([409, 'bank_decides']);
  await send(admin, debit, { decision: 'other' });
  await sent(refund?.id, 'FT2626003');
  expect(await refundsOf(learner)).toMatchObject([{ status: 'paid' }]);
  expect(await faults()).toEqual([]);
});

test('[26.40] [26.50] what a lesson gives back of a package whose payment the bank took back pays what its learner owes for that', async () => {
  const [teacher, learner] = await Promise.all([makeSeller(app), makePerson(app)]);
  const { id } = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 300 });
  const payment = await learner.collection('payments').create({ packagePurchase: id, method: 'paynow' });
  await importing(statement(['320.10', payment.billReference]));
  const { lesson } = await bookWithPackage(learner, teacher, '2026-11-22T01:00:00Z', 60);
  app.clock.set('2026-11-22T03:00:00Z');
  const [line] = await linesOf(`text ~ '${payment.billReference}'`);
  await send(admin, await taken(payment.billReference, '320.10'), { decision: 'recall', line: line?.id });
  expect(await balanceOf(`learner_credit:${learner.id}`)).toBe(6402);
  const claim = await learner
    .collection('claims')
    .create({ lesson: lesson.id, kind: 'quality', text: 'It broke down.' });
  await admin.collection('claim_decisions').create({ claim: claim.id, outcome: 'full', reason: 'We talked to both.' });
  expect(await balanceOf(`learner_credit:${learner.id}`)).toBe(0);
  expect(await refundsOf(learner)).toMatchObject([{ amountCents: 6402, status: 'paid' }]);
  // What no payment took back is credit of that payment's money, too: it paid what was owed for it.
  const credited = 'select credited_cents(p) as cents from payments p where id = $1';
  expect(await app.db.query(credited, [payment.id])).toEqual([{ cents: 0 }]);
  expect(await faults()).toEqual([]);
});
