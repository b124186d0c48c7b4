import { expect, test } from 'vitest';
import { threadDays } from './thread-days.ts';

test('messages stand under the Singapore day on which they were written', () => {
  const now = new Date('2026-12-05T02:00:00Z');
  const days = threadDays(
    [
      { id: 1, created: '2025-12-31 15:59:00.000Z' },
      { id: 2, created: '2026-11-30 16:00:00.000Z' },
      { id: 3, created: '2026-12-04 15:59:00.000Z' },
      { id: 4, created: '2026-12-04 16:00:00.000Z' },
      { id: 5, created: '2026-12-05 01:00:00.000Z' },
    ],
    now,
  );
  expect(days.map(({ label, items }) => [label, items.map(({ id }) => id)])).toEqual([
    ['Wed 31 Dec 2025', [1]],
    ['Tue 1 Dec', [2]],
    ['Yesterday', [3]],
    ['Today', [4, 5]],
  ]);
  expect(threadDays([], now)).toEqual([]);
});
