import { expect, test } from 'vitest';
import { addDays } from './add-days.ts';

test('days follow each other over the ends of months and years', () => {
  expect(addDays('2026-11-30', 1)).toBe('2026-12-01');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
});
