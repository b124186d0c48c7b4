import { expect, test } from 'vitest';
import { firstPolicyValues } from '#rules/policies/policy-values.ts';
import { cancellationSentence } from './cancellation-sentence.ts';

const booked = { startMs: Date.parse('2026-12-05T10:00:00+08:00'), cancellationHours: 24, timezone: 'Asia/Singapore' };
const sentenceAt = (now: string, policy = firstPolicyValues) =>
  cancellationSentence({ ...booked, policy }, 'en', Date.parse(now));

test('[rule 5] [rule 6] a lesson is told the steps of the policies it was booked under, each with its local time', () => {
  expect(sentenceAt('2026-12-01T10:00:00+08:00')).toBe(
    'Until Fri 4 Dec, 10:00 you can move it free of charge, or cancel it and get all of the money back. After that half of it until Fri 4 Dec, 22:00. After that nothing.',
  );
  const tiers = [
    { hoursBefore: 30, refundPercent: 90 },
    { hoursBefore: 10, refundPercent: 25 },
  ];
  expect(sentenceAt('2026-12-01T10:00:00+08:00', { ...firstPolicyValues, tiers, graceMinutes: 0 })).toBe(
    'Cancel it before Fri 4 Dec, 04:00 and 90% of the money comes back. After that 25% of it until Sat 5 Dec, 00:00. After that nothing.',
  );
});

test('[rule 6] a lesson so soon that nothing comes back says so', () => {
  expect(sentenceAt('2026-12-04T23:00:00+08:00')).toBe('The lesson is too soon to get money back for cancelling.');
});
