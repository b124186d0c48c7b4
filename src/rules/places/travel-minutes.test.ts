import { expect, test } from 'vitest';
import { travelMinutes } from './travel-minutes.ts';

test.each([
  [0.5, 10],
  [3, 15],
  [10, 30],
  [25, 50],
])('a drive of %s km as the crow flies takes about %s minutes', (km, minutes) => {
  expect(travelMinutes(km)).toBe(minutes);
});
