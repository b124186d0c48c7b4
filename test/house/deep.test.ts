import { expect, test } from 'vitest';
import { checkLinear } from '../../bin/lib/deep-linear.mjs';
import { sumUp } from '../../bin/lib/sum-up.mjs';

test('what could not be run here is said as not run, and nothing run is no success', () => {
  expect(checkLinear(process.execPath, { seed: 1, count: 1, go: 'no-such-go' })).toBeUndefined();
  const mixed = sumUp(
    [
      ['filters', true],
      ['linear', undefined],
    ],
    '7',
  );
  expect(mixed).toEqual({ text: 'Passed: filters. Not run, and so not known: linear.', code: 0 });
  expect(sumUp([['linear', undefined]], '7')).toEqual({ text: 'Not run, and so not known: linear.', code: 1 });
  expect(
    sumUp(
      [
        ['filters', true],
        ['files', false],
      ],
      '7',
    ),
  ).toEqual({
    text: 'Failed: files. The seed was 7. Passed: filters.',
    code: 1,
  });
  expect(sumUp([], '7').code).toBe(1);
});
