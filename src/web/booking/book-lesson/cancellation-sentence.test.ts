import { expect, test } from 'vitest';
import { cancellationSentence } from './cancellation-sentence.ts';

const steps = [
  { untilISO: '2026-12-04T02:00:00.000Z', refundPercent: 100 },
  { untilISO: '2026-12-04T14:00:00.000Z', refundPercent: 50 },
  { untilISO: '2026-12-05T02:00:00.000Z', refundPercent: 0 },
];
const at = (now: string) => ({ nowMs: Date.parse(now), totalCents: 6500, zone: 'Asia/Singapore' });

test('the terms are one sentence with the sum and the local times', () => {
  expect(cancellationSentence(steps, at('2026-12-01T00:00:00Z'))).toBe(
    'Cancel before Fri 4 Dec, 10:00 and all of it, S$65.00, comes back; until Fri 4 Dec, 22:00 you get half back; after that nothing.',
  );
});

test('a step that has passed is not promised any more', () => {
  expect(cancellationSentence(steps, at('2026-12-04T03:00:00Z'))).toBe(
    'Cancel before Fri 4 Dec, 22:00 and you get half back; after that nothing.',
  );
  expect(cancellationSentence(steps, at('2026-12-04T15:00:00Z'))).toBe(
    'It is too close to the lesson to get money back for cancelling.',
  );
});
