import { expect, test } from 'vitest';
import { firstPolicyValues as policy } from '../policies/policy-values.ts';
import { dateText, parseDate } from '../time/local-time.ts';
import { nextPayoutDay, payoutCents } from './next-payout.ts';

test.each([
  ['2026-11-21', '2026-11-25'],
  ['2026-11-24', '2026-11-25'],
  ['2026-11-25', '2026-11-25'],
  ['2026-11-26', '2026-12-02'],
  ['2026-12-31', '2027-01-06'],
])('[rule 21] money that is payable on %s is paid on Wednesday %s', (today, day) => {
  expect(dateText(nextPayoutDay(parseDate(today) ?? Number.NaN, policy))).toBe(day);
});

test('[rule 21] everything is paid from S$20 on; less waits', () => {
  expect([0, 1999, 2000, 65_000, -500].map((cents) => payoutCents(cents, policy))).toEqual([0, 0, 2000, 65_000, 0]);
});
