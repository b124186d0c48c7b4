import { expect, test } from 'vitest';
import { countdownOf, milestoneFor } from './hold-countdown.ts';

const end = '2026-12-05T02:15:00.000Z';
const before = (ms: number) => Date.parse(end) - ms;

test('the countdown shows minutes and seconds, rounded up to the second', () => {
  expect(countdownOf(end, before(900_000)).text).toBe('15:00');
  expect(countdownOf(end, before(872_000)).text).toBe('14:32');
  expect(countdownOf(end, before(61_001)).text).toBe('1:02');
  expect(countdownOf(end, before(1)).text).toBe('0:01');
});

test('at its end the hold is over and stays so', () => {
  expect(countdownOf(end, before(0))).toEqual({ msLeft: 0, text: '0:00', isOver: true, isShort: false });
  expect(countdownOf(end, before(-60_000)).isOver).toBe(true);
});

test('the last two minutes are short', () => {
  expect(countdownOf(end, before(120_001)).isShort).toBe(false);
  expect(countdownOf(end, before(120_000)).isShort).toBe(true);
});

test('the wire form of a time counts the same', () => {
  expect(countdownOf('2026-12-05 02:15:00.000Z', before(60_000)).text).toBe('1:00');
});

test('milestones are said once each, not every second', () => {
  expect(milestoneFor(899_000)).toBe('');
  expect(milestoneFor(600_000)).toBe('10 minutes left to pay');
  expect(milestoneFor(599_000)).toBe(milestoneFor(301_000));
  expect(milestoneFor(300_000)).toBe('5 minutes left to pay');
  expect(milestoneFor(59_000)).toBe('1 minute left to pay');
  expect(milestoneFor(0)).toBe('The hold has ended');
});
