import { expect, test } from 'vitest';
import { nextFullHour } from './next-full-hour.ts';

test('what is written into the diary begins at the next full hour of today, or at nine of another day', () => {
  const now = { date: '2027-03-02', minute: 840 };
  expect(nextFullHour('2027-03-02', now)).toBe(900);
  expect(nextFullHour('2027-03-02', { ...now, minute: 839 })).toBe(840);
  expect(nextFullHour('2027-03-02', { ...now, minute: 1439 })).toBe(1380);
  expect(nextFullHour('2027-03-03', now)).toBe(540);
});
