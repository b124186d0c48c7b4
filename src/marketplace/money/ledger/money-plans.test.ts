import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Queryable } from '#engine/database/database.ts';
import { plansOf } from '#support/plans-of.ts';
import { makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';
import { findLessonsToClose } from '../../booking/lessons/closing/closing.store.ts';
import { findInvoices } from '../../running/billing/billing.store.ts';
import { findCreditEntries } from '../credit/credit.store.ts';
import { listPayouts, listPendingLessons, listSettledLessons } from '../earnings/earnings.store.ts';
import { findDuePayouts, listOpenPayables } from '../payouts/payouts.store.ts';
import { listPaid, listPayoutLines } from '../statements/statements.store.ts';
import { findLedgerEntries } from './ledger.store.ts';

let app: TestApp;
let [lesson, instructor, learner] = ['', '', ''];

beforeAll(async () => {
  app = await startApp();
  const [teacher, person] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const booked = await person
    .collection('lessons')
    .create({ instructor: teacher.id, start: '2026-11-23T02:00:00Z', durationMinutes: 60 });
  await person.collection('payments').create({ lesson: booked.id, method: 'card', cardNumber: '4242424242424242' });
  [lesson, instructor, learner] = [booked.id, teacher.id, person.id];
});
afterAll(() => app.close());

const page = { page: 1, perPage: 30 };
const span = { fromMs: 0, toMs: Date.parse('2027-01-01T00:00:00Z') };
/** Tables that hold millions of rows one day: no page may read one from its beginning to its end. */
const isBig =
  /Seq Scan on (?:ledger_(?:entries|transactions|accounts|chain)|lessons|payments|payables|payouts|settlements|fee_months)/;

test.each<[name: string, ask: (db: Queryable) => Promise<unknown>, indexes: string[]]>([
  ['the ledger', (db) => findLedgerEntries(db, page), ['ledger_entries_pkey']],
  [
    'the ledger of an account',
    (db) => findLedgerEntries(db, { ...page, account: 'platform_fees' }),
    ['ledger_blocks_pkey'],
  ],
  [
    'the ledger of somebody’s account',
    (db) => findLedgerEntries(db, { ...page, account: `held:${lesson}` }),
    ['ledger_entries_account'],
  ],
  [
    'the ledger of a lesson',
    (db) => findLedgerEntries(db, { ...page, lesson }),
    ['ledger_transactions_lesson', 'ledger_entries_transaction'],
  ],
  ['credit', (db) => findCreditEntries(db, learner, page), ['ledger_entries_account']],
  ['what is earned', (db) => listSettledLessons(db, instructor, span), ['ledger_transactions_lesson']],
  ['what will be earned', (db) => listPendingLessons(db, instructor), ['ledger_transactions_lesson']],
  ['payouts of a span', (db) => listPayouts(db, instructor, span), ['ledger_entries_account']],
  ['what is open for payouts', (db) => listOpenPayables(db, [instructor]), ['payables_open']],
  ['payouts that are due', (db) => findDuePayouts(db, 'sandbox', span.toMs), ['payouts_due']],
  ['a statement of a payout', (db) => listPayoutLines(db, 'payout000000001'), ['payables_payout']],
  ['a statement of a year', (db) => listPaid(db, learner, span), ['payments_learner']],
  ['lessons to be closed', (db) => findLessonsToClose(db, span.toMs), ['lessons_closing']],
])('%s is found by its index, never by reading everything', async (_, ask, indexes) => {
  const plans = await plansOf(app.db, ask);
  for (const index of indexes) expect(plans.join('\n')).toContain(index);
  expect(plans.filter((plan) => isBig.test(plan))).toEqual([]);
});

test('the platform’s invoices are read from months that were added up, never from the ledger', async () => {
  const texts: string[] = [];
  const noted: Queryable = {
    ...app.db,
    query(text, values) {
      texts.push(text);
      return app.db.query(text, values);
    },
  };
  await findInvoices(noted, { ...page, nowMs: app.clock.nowMs(), q: '', status: '', sort: '-date' });
  expect(texts.filter((text) => /ledger_(?:entries|transactions)/.test(text))).toEqual([]);
});
