import { expect, test } from 'vitest';
import { changeText, percentText } from './analytics-record.ts';

test('changes against the period before are said in words', () => {
  expect([
    changeText(112, 100),
    changeText(50, 100),
    changeText(3, 3),
    changeText(3, 0),
    changeText(1001, 1000),
  ]).toEqual(['+12 %', '−50 %', 'no change', 'none before', 'nearly the same']);
});

test('a rate without lessons is no zero', () => {
  expect([percentText(null), percentText(0), percentText(0.123)]).toEqual(['–', '0.0 %', '12.3 %']);
});
