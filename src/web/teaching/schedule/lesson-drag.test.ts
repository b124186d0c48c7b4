import { describe, expect, test } from 'vitest';
import { moveAt, moveByKey } from './lesson-drag.ts';

const item = { id: 'a', start: '', end: '', durationMinutes: 60, status: 'confirmed' } as never;
const lesson = { key: 'a', item, startMinute: 540, endMinute: 600 };
const columns = ['2027-03-01', '2027-03-02'].map((date, index) => ({
  date,
  left: 100 + index * 50,
  top: 1000,
  width: 50,
  height: 1400,
}));
const shown = { from: 7, to: 21 };

describe('a lesson that is dragged', () => {
  const drag = (x: number, y: number) => {
    const move = moveAt({ lesson, date: '2027-03-01' }, { x, y, heldY: 10 }, { columns, shown });
    return [move?.date, move?.range.startMinute, move?.range.endMinute];
  };

  test.each<[x: number, y: number, expected: unknown[]]>([
    [160, 1310, ['2027-03-02', 600, 660]],
    [160, 1318, ['2027-03-02', 600, 660]],
    [160, 1330, ['2027-03-02', 615, 675]],
    [0, 1210, ['2027-03-01', 540, 600]],
    [999, 1210, ['2027-03-02', 540, 600]],
    [120, 0, ['2027-03-01', 0, 60]],
    [120, 9999, ['2027-03-01', 1380, 1440]],
  ])('to %s, %s goes to the quarter of an hour next to it, within the day', (x, y, expected) => {
    expect(drag(x, y)).toEqual(expected);
  });

  test('by keys goes by a quarter of an hour or a day', () => {
    const move = { lesson: item, date: '2027-03-01', range: { startMinute: 540, endMinute: 600 } };
    expect(moveByKey('ArrowUp', move)?.range.startMinute).toBe(525);
    expect(moveByKey('ArrowLeft', move)?.date).toBe('2027-02-28');
    expect(moveByKey('Enter', move)).toBeUndefined();
  });
});
