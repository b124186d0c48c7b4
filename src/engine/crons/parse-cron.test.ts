import { describe, expect, test } from 'vitest';
import { parseCron } from './parse-cron.ts';

describe('a cron expression', () => {
  test('names minutes, hours, days, months and weekdays by lists, ranges and steps', () => {
    const result = parseCron('0,30 8-10 */10 1-12/6 1-5');
    expect(result).toEqual({
      ok: true,
      schedule: {
        minutes: new Set([0, 30]),
        hours: new Set([8, 9, 10]),
        days: new Set([1, 11, 21, 31]),
        months: new Set([1, 7]),
        weekdays: new Set([1, 2, 3, 4, 5]),
      },
    });
  });

  test('may be a macro', () => {
    expect(parseCron('@weekly')).toEqual(parseCron('0 0 * * 0'));
    expect(parseCron('@never').ok).toBe(false);
  });

  test.each([
    ['* * * *', 'exactly 5'],
    ['60 * * * *', 'between the min and max'],
    ['5/2 * * * *', 'only with the wildcard or range'],
    ['*/0 * * * *', 'step boundary'],
    ['*/2/2 * * * *', 'step format'],
    ['1-2-3 * * * *', 'range format'],
    ['9-5 * * * *', 'range maximum'],
    ['0 0 0-3 * *', 'range minimum'],
    ['x * * * *', 'invalid syntax'],
  ])('such as %s is refused', (expression, words) => {
    expect(parseCron(expression)).toEqual({ ok: false, message: expect.stringContaining(words) });
  });
});
