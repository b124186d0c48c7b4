import { expect, test } from 'vitest';
import { ledgerWords, movedMoney } from './ledger-words.ts';

test('an account is named to its instructor as theirs, and to staff, who are told whose it is, as the instructor’s', () => {
  const where = (account: string) => ledgerWords({ kind: 'settlement', account }).where;
  expect(where('instructor_payable')).toBe('Payable to you');
  expect(where('instructor_payable:abcdefghijklmno')).toBe('Payable to the instructor');
  expect(where('held:abcdefghijklmno')).toBe('Held for the lesson');
  expect(where('held_package:abcdefghijklmno')).toBe('Held package');
});

test('who keeps no books reads a plus where money arrived, and a minus where it left', () => {
  const moved = (account: string, amountCents: number) => movedMoney({ account, amountCents });
  expect(moved('instructor_payable', -5940)).toBe('+S$59.40');
  expect(moved('held:abcdefghijklmno', 6600)).toBe('−S$66.00');
  expect(moved('provider_clearing', 6600)).toBe('+S$66.00');
  expect(moved('learner_credit:abcdefghijklmno', 0)).toBe('S$0.00');
});
