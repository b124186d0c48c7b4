import { expect, test } from 'vitest';
import { aboutYouErrors } from './about-you-errors.ts';

const lacks = { name: false, phone: false, adult: false, licence: true };
const days = { today: '2026-11-12', lessonDay: '2026-11-20' };
const saidOf = (licence: string) =>
  aboutYouErrors({ name: '', phone: '', licence, isAdult: true }, lacks, days).licence;

test('a provisional licence lasts until the day of the lesson, and that is said before the time is held', () => {
  expect(saidOf('2026-11-11')).toBe('This licence has ended. Renew it before your lesson.');
  expect(saidOf('2026-11-19')).toBe('Your provisional licence ends before that day.');
  expect(saidOf('2026-11-20')).toBeUndefined();
  expect(saidOf('')).toBeUndefined();
});

test('a phone number is one that can be dialled', () => {
  const needed = { name: false, phone: true, adult: false, licence: false };
  const phoneErrorOf = (phone: string) =>
    aboutYouErrors({ name: '', phone, licence: '', isAdult: true }, needed, days).phone;
  expect(phoneErrorOf(' ')).toContain('number');
  expect(phoneErrorOf('123')).toBe('Enter a phone number such as +65 9123 4567');
  expect(phoneErrorOf(' 9123 4567 ')).toBeUndefined();
});
