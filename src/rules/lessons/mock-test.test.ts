import { expect, test } from 'vitest';
import { immediateFailures, mockFaults, readMockFaults, scoreMockTest } from './mock-test.ts';

test('eighteen points pass a mock test, twenty fail it, and so does one immediate failure without any', () => {
  const faults = [
    { fault: 'blind_spot', points: 10 },
    { fault: 'signals', points: 8 },
  ];
  expect(scoreMockTest([])).toEqual({ points: 0, failed: false });
  expect(scoreMockTest(faults)).toEqual({ points: 18, failed: false });
  expect(scoreMockTest([...faults, { fault: 'mirrors', points: 2 }])).toEqual({ points: 20, failed: true });
  expect(scoreMockTest([{ fault: 'red_light', points: 0, isImmediate: true }])).toEqual({ points: 0, failed: true });
});

test('no fault is listed twice, and those of a log that have another form are left out', () => {
  const all = [...Object.values(mockFaults).flat(), ...immediateFailures];
  expect(new Set(all).size).toBe(all.length);
  const good = { fault: 'mirrors', points: 4 };
  expect(readMockFaults([good, 7, null, { fault: 3, points: 1 }, { fault: 'x', points: -2 }, { fault: 'x' }])).toEqual([
    good,
  ]);
  expect(readMockFaults(12)).toEqual([]);
});
