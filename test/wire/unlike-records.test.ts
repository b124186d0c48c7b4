import { expect, test } from 'vitest';
import { send, startOnOperatorsAccount, statement } from '#support/operators-account.ts';
import { bookWithPackage, makeSeller } from '#support/packages.ts';
import { seenAfter } from '#support/seen-after.ts';
import { makePerson, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let admin: Awaited<ReturnType<typeof makePerson>>;
const { scene, importing, faults, refundsOf } = startOnOperatorsAccount((started, made) => {
  app = started;
  admin = made;
});

test('[26.29] [26.49] the proof of the books names each record of money that they do not say the same of', async () => {
  const [given, cancelled] = [await scene('2026-11-23T01:00:00Z'), await scene('2026-11-27T03:00:00Z')];
  const codes = [given, cancelled].map(({ payment }): [string, string] => ['66.00', payment.billReference]);
  await importing(statement(...codes, ['12.00', 'SOMEBODY']));
  await cancelled.learner.collection('cancellations').create({ lesson: cancelled.id });
  const [refund] = await refundsOf(cancelled.learner);
  await send(admin, `refunds/${refund?.id}/sent`, { reference: 'FT2629001' });
  const [teacher, learner] = await Promise.all([makeSeller(app), makePerson(app)]);
  const order = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 600 });
  const bought = await learner.collection('payments').create({ packagePurchase: order.id, method: 'paynow' });
  await importing(statement(['627.00', bought.billReference]));
  app.clock.set('2026-12-02T10:00:00+08:00');
  await admin.collection('users').authWithPassword(`${admin.id}@kerbside.example`, 'learner-password');
  await app.app.sweepers.runDue();
  const [payout] = await app.db.query<{ id: string }>('select id from payouts where instructor = $1', [
    given.teacher.id,
  ]);
  const gone = `update payouts set status = 'paid' where id = '${payout?.id}'`;
  expect(await seenAfter(app, gone)).toEqual([
    'the payout is paid of 5940 cents, takes 5940 along, and the ledger says that 0 went and 0 came back',
  ]);
  await send(admin, `payouts/${payout?.id}/sent`, { reference: 'FT2629002', wasSent: true });
  await app.db.query('select issue_receipts(1000)');
  expect(await faults()).toEqual([]);
  const paid = 'the payment says that 7000 cents came in, and the ledger 6600';
  const changes: Array<[sql: string, ...faults: string[]]> = [
    [`update payments set "amountCents" = 7000 where id = '${given.payment.id}'`, paid],
    [`update payments set "succeededAt" = null where id = '${given.payment.id}'`, paid.replace('7000', '0')],
    [
      `update payments set "refundedCents" = 0 where id = '${cancelled.payment.id}'`,
      'the payment says that 0 cents are back, and its refunds that are paid 6600',
    ],
    [
      `delete from refunds where id = '${refund?.id}'`,
      'the payment says that 6600 cents are back, and its refunds that are paid 0',
    ],
    [
      `update payouts set "amountCents" = 6040`,
      '5940 cents were noted as sent, and 6040 were paid',
      'the payout is paid of 6040 cents, takes 5940 along, and the ledger says that 5940 went and 0 came back',
    ],
    [
      `update payouts set status = 'sent'`,
      'the payout is sent of 5940 cents, takes 5940 along, and the ledger says that 5940 went and 0 came back',
    ],
    [
      `insert into chargebacks (id, payment, "amountCents", "feeCents", status, created, updated) values ('dp_2629', '${given.payment.id}', 6600, 0, 'lost', now(), now())`,
      'the bank took 6600 cents back, and the ledger says 0',
    ],
    [
      `update bank_lines set status = 'other' where status = 'open'`,
      '0 cents of lines of the bank wait, and the ledger says 1200',
    ],
    [
      `update package_purchases set status = 'expired', "minutesLeft" = 0 where id = '${order.id}'`,
      'the package is expired, and 62700 cents are still held for it',
    ],
    [`update payments set "_receiptNumber" = 9 where id = '${given.payment.id}'`, '3 have a number, and the last is 9'],
  ];
  for (const [sql, ...said] of changes) expect(await seenAfter(app, sql), sql).toEqual(said);
  expect(await faults()).toEqual([]);
});

test('[26.31] the proof sees minutes, prices and sums of packages, figures of settlements and notes of what moved outside that the books do not say', async () => {
  const given = await scene('2026-11-23T06:00:00Z');
  const [teacher, learner] = await Promise.all([makeSeller(app), makePerson(app)]);
  const order = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 600 });
  const bought = await learner.collection('payments').create({ packagePurchase: order.id, method: 'paynow' });
  await importing(statement(['66.00', given.payment.billReference], ['627.00', bought.billReference]));
  const { lesson } = await bookWithPackage(learner, teacher, '2026-11-24T02:00:00Z', 60);
  app.clock.set('2026-11-26T10:00:00+08:00');
  await app.app.sweepers.runDue();
  expect(await faults()).toEqual([]);
  const kept = (name: string, change: string) =>
    `update settlements set "${name}" = "${name}" ${change} where lesson = '${lesson.id}'`;
  const says = (rest: string) => `the settlement says that ${rest}, and its entries say 6270, 627 and 5643`;
  const changes: Array<[sql: string, fault: string]> = [
    [
      `update package_purchases set "minutesLeft" = 600 where id = '${order.id}'`,
      'the package is active and says that 600 minutes of 600 are left, and its lessons used 60',
    ],
    [
      `update package_purchases set status = 'used' where id = '${order.id}'`,
      'the package is used and says that 540 minutes of 600 are left, and its lessons used 60',
    ],
    [
      `update package_purchases set "priceCents" = 60000 where id = '${order.id}'`,
      'the package says that it cost 60000 cents, and its payments say 62700',
    ],
    [
      `update payments set "amountCents" = 6000 where "drawnFrom" = '${order.id}'`,
      'for the package 56700 cents should be held, and 56430 are',
    ],
    [kept('keptCents', '- 70'), says('6200 cents are kept, 627 of them as a fee and 5643 for the instructor')],
    [kept('feeCents', '- 27'), says('6270 cents are kept, 600 of them as a fee and 5643 for the instructor')],
    [kept('instructorCents', '+ 27'), says('6270 cents are kept, 627 of them as a fee and 5670 for the instructor')],
    [
      `delete from settlements where lesson = '${given.id}'`,
      `the settlement of the lesson has 0 cents at platform_fees, and the ledger -660`,
    ],
    [
      `delete from outside_moves where transaction = (select id from ledger_transactions where cause = 'payment:${given.payment.id}')`,
      '6600 cents moved outside by the ledger, and 0 are noted',
    ],
    [
      `update outside_moves set cents = 6000 where transaction = (select id from ledger_transactions where cause = 'payment:${given.payment.id}')`,
      '6600 cents moved outside by the ledger, and 6000 are noted',
    ],
    [
      `insert into outside_moves (transaction, place, reference, part, cents, created) values ('nothing', 'manual', 'x', 'money', 100, now())`,
      '0 cents moved outside by the ledger, and 100 are noted',
    ],
  ];
  for (const [sql, fault] of changes) expect(await seenAfter(app, sql), sql).toContain(fault);
  expect(await faults()).toEqual([]);
});
