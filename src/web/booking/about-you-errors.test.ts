import { expect, test } from 'vitest';
import { aboutYouErrors } from './about-you-errors.ts';

const lacks = { name: false, phone: false, licence: true };
const days = { today: '2026-11-12', lessonDay: '2026-11-20' };
const saidOf = (licence: string, isLater = false) =>
  aboutYouErrors({ name: '', phone: '', licence, isLater }, lacks, days).licence;

test('a provisional licence lasts until the day of the lesson, and that is said before the time is held', () => {
  expect(saidOf('2026-11-11')).toBe('This licence has ended. Renew it before your lesson.');
  expect(saidOf('2026-11-19')).toBe('Your provisional licence ends before that day.');
  expect(saidOf('2026-11-20')).toBeUndefined();
  expect(saidOf('', true)).toBeUndefined();
});
