import { expect, test } from 'vitest';
import { ledgerWords } from './ledger-words.ts';

test('an account is named to its instructor as theirs, and to staff, who are told whose it is, as the instructor’s', () => {
  const where = (account: string) => ledgerWords({ kind: 'settlement', account }).where;
  expect(where('instructor_payable')).toBe('Payable to you');
  expect(where('instructor_payable:abcdefghijklmno')).toBe('Payable to the instructor');
  expect(where('held:abcdefghijklmno')).toBe('Held for the lesson');
  expect(where('held_package:abcdefghijklmno')).toBe('Held package');
});
