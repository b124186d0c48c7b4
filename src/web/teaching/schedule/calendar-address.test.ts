import { expect, test } from 'vitest';
import { datesOf, nextDate, readCalendarAddress } from './calendar-address.ts';

test('a month is its whole weeks, an agenda two weeks, a week begins on Monday', () => {
  const month = datesOf({ view: 'month', date: '2026-11-22' });
  expect([month[0], month.at(-1), month.length]).toEqual(['2026-10-26', '2026-12-06', 42]);
  const short = datesOf({ view: 'month', date: '2027-02-10' });
  expect([short[0], short.at(-1), short.length]).toEqual(['2027-02-01', '2027-02-28', 28]);
  expect(datesOf({ view: 'agenda', date: '2026-11-22' })).toHaveLength(14);
  expect(datesOf({ view: 'week', date: '2026-11-22' })[0]).toBe('2026-11-16');
});

test('the next month is the next one also from its last day', () => {
  expect(nextDate({ view: 'month', date: '2026-01-31' }, 1)).toBe('2026-02-01');
  expect(nextDate({ view: 'month', date: '2026-01-31' }, -1)).toBe('2025-12-01');
  expect(nextDate({ view: 'week', date: '2026-12-31' }, 1)).toBe('2027-01-07');
  expect(nextDate({ view: 'agenda', date: '2026-11-22' }, -1)).toBe('2026-11-08');
});

test('an address that says nothing sensible shows today', () => {
  const given = { today: '2026-11-22', view: 'week' } as const;
  const read = (text: string) => readCalendarAddress(new URLSearchParams(text), given);
  expect(read('view=month&date=2026-12-01')).toEqual({ view: 'month', date: '2026-12-01' });
  expect(read('view=year&date=2026-02-31')).toEqual({ view: 'week', date: '2026-11-22' });
});
