import { describe, expect, test } from 'vitest';
import { copyDay, joinWindow, splitRange } from './window-changes.ts';

const range = (startMinute: number, endMinute: number) => ({ startMinute, endMinute });
const rule = (id: string, weekday: number, startMinute: number, endMinute: number) => ({
  id,
  instructor: 'i',
  weekday,
  startMinute,
  endMinute,
});
const rules = [rule('late', 1, 780, 840), rule('early', 1, 540, 600), rule('other', 2, 540, 600)];

describe('hours that are opened over others', () => {
  test.each([
    ['apart stay apart', range(620, 660), range(620, 660), []],
    ['inside them are those', range(550, 560), range(540, 600), ['early']],
    ['beside them go on', range(600, 660), range(540, 660), ['early']],
    ['over a gap join both', range(590, 790), range(540, 840), ['early', 'late']],
    ['around them take them in', range(500, 620), range(500, 620), ['early']],
  ])('%s', (_, drawn, expected, ids) => {
    const { range: whole, joined } = joinWindow(rules, 1, drawn);
    expect([whole, joined.map(({ id }) => id)]).toEqual([expected, ids]);
  });
});

test.each([
  [undefined, [range(540, 720)]],
  [range(600, 630), [range(540, 600), range(630, 720)]],
  [range(500, 600), [range(600, 720)]],
  [range(700, 760), [range(540, 700)]],
  [range(500, 760), []],
])('a break of %s leaves what is around it', (pause, expected) => {
  expect(splitRange(range(540, 720), pause)).toEqual(expected);
});

describe('a day copied to another', () => {
  const week = [rule('b', 1, 600, 660), rule('a', 1, 540, 600), rule('c', 1, 780, 840), rule('d', 2, 540, 660)];
  test('gives all its hours in place of those that were there, touching ones as one', () => {
    expect(copyDay(week, 1, 2)).toEqual({
      before: [range(540, 660)],
      after: [range(540, 660), range(780, 840)],
      isSame: false,
    });
  });
  test('changes nothing where the hours are the same, however they are cut', () => {
    expect(copyDay([...week, rule('e', 2, 780, 840)], 1, 2).isSame).toBe(true);
    expect(copyDay(week, 2, 1).isSame).toBe(false);
  });
});
