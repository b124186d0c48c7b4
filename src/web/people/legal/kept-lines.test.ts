import { expect, test } from 'vitest';
import { firstPolicyValues } from '#rules/policies/policy-values.ts';
import { keptLines } from './kept-lines.ts';

test('[rule 32] the privacy page says of everything that is forgotten by a job when, and of what the law keeps how long', () => {
  expect(keptLines(firstPolicyValues)).toEqual([
    'Bookings and payments: at least 7 years, as the law on business records asks.',
    'Messages and their files: 12 months.',
    'Exact pick-up addresses and your note to the instructor: 30 days after the lesson.',
    'The files of papers for checking: 30 days after the decision.',
    'What an instructor wrote about a lesson: 730 days after it. The levels of your skills stay.',
    'Notifications: 180 days.',
    'What our mails to you said: 30 days.',
    'That a mail was sent, without its words: 400 days.',
    'Your name, phone number and email address with a refund to a closed account: 30 days after it was sent, as your bank may return it. Where your bank takes a payment back: until it has decided.',
    'Reports that our staff make: 30 days.',
    'How often each area and hour was searched for, without who searched: 400 days.',
    'For which parts of the island you asked for a pick-up: 7 days.',
  ]);
});
