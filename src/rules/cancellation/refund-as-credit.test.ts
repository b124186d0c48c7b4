import { expect, test } from 'vitest';
import { firstPolicyValues as policy } from '../policies/policy-values.ts';
import { settlementOf } from '../settlement/settlement-of.ts';
import { asCredit, mayBeCredit } from './refund-as-credit.ts';

const card = { method: 'card', cents: 4000 };
const credit = { method: 'credit', cents: 2600 };

test.each([
  ['a card paid all', 6600, [{ method: 'card', cents: 6600 }], true],
  ['PayNow paid all', 6600, [{ method: 'paynow', cents: 6600 }], true],
  ['a card and credit', 6600, [card, credit], true],
  [
    'PayNow that is partly too old to go back',
    6600,
    [
      { method: 'paynow', cents: 3000 },
      { method: 'paynow_to_credit', cents: 3600 },
    ],
    true,
  ],
  ['nothing comes back', 0, [{ method: 'card', cents: 6600 }], false],
  ['credit paid, and is credit again', 2600, [credit], false],
  ['nothing can go back by PayNow any more', 6600, [{ method: 'paynow_to_credit', cents: 6600 }], false],
  ['minutes of a package', 6600, [{ method: 'package', cents: 6600 }], false],
  ['an ended package', 6600, [{ method: 'ended_package', cents: 6600 }], false],
  ['cash', 6600, [{ method: 'cash', cents: 6600 }], false],
  ['a card beside minutes that come back, too', 6600, [card, { method: 'package', cents: 2600 }], false],
  ['a card beside minutes that do not', 4000, [card, { method: 'package', cents: 2600 }], true],
])('[rule 5] money or credit is the learner’s to choose: %s', (_, refundCents, ways, expected) => {
  expect(mayBeCredit(refundCents, ways)).toBe(expected);
});

test('[rule 5] half of S$66.00 as credit: held 6600, learner_credit −3300, instructor_payable −2970, platform_fees −330', () => {
  const lesson = { lesson: 'l', learner: 'u', instructor: 'i', durationMinutes: 60, isOwnLearner: false };
  const paid = { moneyCents: 6600, creditCents: 0 };
  const gives = asCredit([{ to: 'refund', from: 'held', cents: 3300 }]);
  const history = { paidMinutes: 0, feeCents: 0 };
  expect(settlementOf({ ...lesson, paid }, gives, { history, policy }).postings).toEqual([
    { account: 'held:l', cents: 6600 },
    { account: 'learner_credit:u', cents: -3300 },
    { account: 'instructor_payable:i', cents: -2970 },
    { account: 'platform_fees', cents: -330 },
  ]);
});
