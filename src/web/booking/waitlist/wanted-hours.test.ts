import { expect, test } from 'vitest';
import { hourChoices, hourWords, windowsFor } from './wanted-hours.ts';

test('hours that touch are one window, and what was asked for reads the same again', () => {
  const windows = windowsFor(new Set(['afternoons', 'evenings', 'weekends']));
  expect(windows).toHaveLength(7);
  expect(windows).toContainEqual({ weekday: 1, startMinute: 720, endMinute: 1440 });
  expect(hourWords(windows)).toEqual(['weekday afternoons', 'weekday evenings', 'weekends']);
});

test('all choices together are any time', () => {
  expect(windowsFor(new Set(hourChoices.map(({ value }) => value)))).toEqual([]);
  expect(hourWords([])).toEqual([]);
});
