import { afterEach, expect, test } from 'vitest';
import { setLocale } from '#texts/locale.ts';
import { formatList, formatSeries } from './format-list.ts';

afterEach(() => setLocale('en-SG'));

test('names are joined as the language joins them', () => {
  const names = ['English', 'Malay', 'Tamil'];
  expect(formatList(names)).toBe('English, Malay and Tamil');
  expect(formatList(['English'])).toBe('English');
  setLocale('zh-Hans-SG');
  expect(formatList(names)).toBe('English、Malay和Tamil');
});

test('facts stand side by side, and those that are not there leave no gap', () => {
  expect(formatSeries(['Bedok', undefined, '', 'S$65.00'])).toBe('Bedok, S$65.00');
});
