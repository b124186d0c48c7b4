import { expect, test } from 'vitest';
import { firstPolicyValues as policy } from '../policies/policy-values.ts';
import { finishedMs, wasSentLater } from './finish-time.ts';

/** An instant of the lesson's day. */
const at = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
};
const lesson = { startMs: at('02:00'), endMs: at('03:00') };

test.each([
  ['within the lesson’s day, when it was pressed', '03:10', '06:00', '03:10'],
  ['at its very start', '02:00', '06:00', '02:00'],
  ['a minute before its start, when it was sent', '01:59', '06:00', '06:00'],
  ['by a clock five minutes ahead, when it was sent', '06:05', '06:00', '06:00'],
  ['in the future, when it was sent', '07:00', '06:00', '06:00'],
])('[rule 10] a lesson was finished, %s', (_, pressed, sent, finished) => {
  expect(finishedMs(at(pressed), { ...lesson, nowMs: at(sent) }, policy)).toBe(at(finished));
});

test('[rule 10] a device is believed until the lesson would close by itself, not a minute longer', () => {
  const closesMs = lesson.endMs + 24 * 3_600_000;
  const finished = (nowMs: number) => finishedMs(at('03:10'), { ...lesson, nowMs }, policy);
  expect([finished(closesMs), finished(closesMs + 60_000)]).toEqual([at('03:10'), closesMs + 60_000]);
  expect(finishedMs(undefined, { ...lesson, nowMs: at('04:00') }, policy)).toBe(at('04:00'));
});

test('what was sent five minutes after it was pressed was sent at once', () => {
  const sent = (time: string) => wasSentLater({ finishedMs: at('03:10'), sentMs: at(time) });
  expect([sent('03:15'), sent('03:16')]).toEqual([false, true]);
});
