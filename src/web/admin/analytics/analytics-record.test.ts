import { expect, test } from 'vitest';
import { changeText, percentText } from './analytics-record.ts';

test('changes against the period before are said in words', () => {
  expect([
    changeText(112, 100),
    changeText(50, 100),
    changeText(3, 3),
    changeText(3, 0),
    changeText(1001, 1000),
  ]).toEqual(['+12\u00A0%', '−50\u00A0%', 'no change', 'none before', 'nearly the same']);
});

test('a rate without lessons is no zero', () => {
  expect([percentText(null), percentText(0), percentText(0.123)]).toEqual(['–', '0.0\u00A0%', '12.3\u00A0%']);
});
