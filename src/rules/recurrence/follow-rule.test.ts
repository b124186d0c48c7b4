import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { civilDateOf, dayOf } from '../time/civil-date.ts';
import { followRule, type WallTime } from './follow-rule.ts';
import { readRule } from './read-rule.ts';

const toDay = dayOf({ year: 2031, month: 12, date: 31 });

const wallOf = (text: string): WallTime => {
  const [year = 0, month = 0, date = 0, hour = 0, minute = 0, second = 0] = [
    text.slice(0, 4),
    ...[4, 6, 9, 11, 13].map((at) => text.slice(at, at + 2)),
  ].map(Number);
  return { day: dayOf({ year, month, date }), second: hour * 3600 + minute * 60 + second };
};
const textOf = ({ day, second }: WallTime) => {
  const { year, month, date } = civilDateOf(day);
  const two = (value: number) => String(value).padStart(2, '0');
  const time = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60].map(two).join('');
  return `${year}${two(month)}${two(date)}T${time}`;
};
const follow = (text: string, start: string, fromDay = 0, steps = 1_000_000) => {
  const rule = readRule(text);
  if (!rule) return undefined;
  let left = steps;
  const spend = () => {
    if (--left < 0) throw new Error('Too much work.');
  };
  return followRule(rule, { start: wallOf(start), fromDay, toDay, spend });
};
const firstOf = (count: number, times: Iterable<WallTime>) => {
  const found: string[] = [];
  for (const time of times) if (found.push(textOf(time)) === count) break;
  return found.join(' ');
};
const first = (count: number, text: string, start: string, fromDay = 0) =>
  firstOf(count, follow(text, start, fromDay) ?? []);
function* from(day: number, times: Iterable<WallTime>) {
  for (const time of times) if (time.day >= day) yield time;
}

// Made by dateutil 2.9.0 (`rrulestr`): the first eight up to the end of 2031.
const known: Array<[rule: string, start: string, times: string]> = JSON.parse(
  readFileSync(new URL('../../../test/data/rules.json', import.meta.url), 'utf8'),
);

describe('a repetition rule', () => {
  test.each(known)('%s from %s on is followed as dateutil follows it', (rule, start, times) => {
    expect(first(8, rule, start)).toBe(times);
  });

  test.each(known)('%s from %s on is the same where the time before a day is passed over', (rule, start) => {
    const fromDay = wallOf(start).day + 100;
    expect(first(8, rule, start, fromDay)).toBe(firstOf(8, from(fromDay, follow(rule, start) ?? [])));
  });

  test('in small letters, with blanks and an empty part is the same rule', () => {
    expect(readRule('freq=weekly; byday=mo,Th;;interval=2')).toEqual(readRule('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH'));
  });

  test('that names any Tuesday and the first Monday means both', () => {
    expect(first(4, 'FREQ=MONTHLY;BYDAY=1MO,TU', '20261201T100000')).toBe(
      '20261201T100000 20261207T100000 20261208T100000 20261215T100000',
    );
  });

  test.each([
    '',
    'FREQ=NEVER',
    'BYDAY=MO',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;BYMONTH=99',
    'FREQ=DAILY;BYDAY=XX',
    'FREQ=DAILY;FREQ=WEEKLY',
    'FREQ=DAILY;COUNT=many',
    'FREQ=YEARLY;BYEASTER=1',
    'RSCALE=HEBREW;FREQ=YEARLY',
    'D1 #5',
    `FREQ=YEARLY;BYYEARDAY=${'1,'.repeat(2000)}1`,
  ])('%s is none that can be followed', (text) => {
    expect(readRule(text)).toBeUndefined();
  });

  test.each([
    ['a day that never comes', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '19000101T000000'],
    ['a position that no day has', 'FREQ=DAILY;BYSETPOS=2', '20200101T000000'],
    ['years far apart', 'FREQ=YEARLY;INTERVAL=999999999', '20200102T000000'],
    ['an hour that is not met', 'FREQ=HOURLY;INTERVAL=2;BYHOUR=8', '20200101T010000'],
  ])('of %s ends', (_, rule, start) => {
    expect([...(follow(rule, start) ?? [])].length).toBeLessThan(2);
  });

  test('of each second counts its work', () => {
    expect(() => [...(follow('FREQ=SECONDLY', '20200101T000000', 0, 1000) ?? [])]).toThrow('Too much work.');
  });
});
