import { describe, expect, it } from 'vitest';
import { allPastLessons, literalText, pastLessons } from './history-filter.ts';
import { daysOfPeriod, historyText, isFiltered, readHistoryQuery } from './history-query.ts';

const query = (text: string) => readHistoryQuery(new URLSearchParams(text));
// Already New Year's Day in Singapore, still the old year in UTC.
const newYear = new Date('2026-12-31T17:00:00Z');
const reader = { side: 'learner', userId: 'abcdefghijklmno', timezone: 'Asia/Singapore' } as const;

describe('the history in the address', () => {
  it('comes back as it was written, and says only what differs from the start', () => {
    const text = '?q=Mei+Ling&status=completed&period=dates&from=2026-01-05&to=2026-02-01&sort=cheapest&page=3';
    expect(historyText(query(text))).toBe(text);
    expect(historyText(query('?q=&status=&sort=newest&page=1'))).toBe('');
    expect(isFiltered(query('?sort=oldest&page=2'))).toBe(false);
  });

  it('loses what nothing stands for', () => {
    expect(historyText(query('?status=held&period=ever&sort=id&page=-2&from=2026-01-01'))).toBe('');
    expect(historyText(query('?period=dates&from=2026-02-30&to=soon&page=x'))).toBe('?period=dates');
    expect(query(`?q=${'x'.repeat(300)}`).q).toHaveLength(100);
  });

  it('has periods of whole local days', () => {
    expect(daysOfPeriod(query('?period=year'), newYear)).toEqual({ from: '2027-01-01', to: '' });
    expect(daysOfPeriod(query('?period=lastyear'), newYear)).toEqual({ from: '2026-01-01', to: '2026-12-31' });
    expect(daysOfPeriod(query('?period=30days'), newYear)).toEqual({ from: '2026-12-03', to: '' });
  });
});

describe('the filter of the history', () => {
  it('leaves out times that were held and never paid, also those that were let go', () => {
    const { expression } = allPastLessons(reader, newYear);
    expect(expression).toContain("status != 'held' && status != 'expired' && holdExpiresAt = ''");
  });

  it('takes the last day in, to its end', () => {
    const { expression, params } = pastLessons(
      reader,
      query('?period=dates&from=2026-03-01&to=2026-03-01'),
      [],
      newYear,
    );
    expect(expression).toContain('start >= {:from} && start < {:to}');
    expect(params).toMatchObject({ from: '2026-02-28 16:00:00.000Z', to: '2026-03-01 16:00:00.000Z' });
  });

  it('never carries what was typed in its expression', () => {
    const { expression, params } = pastLessons(reader, query("?q=x' || id != '{:me}"), ['instructor00001'], newYear);
    expect(expression).toContain('(pickup ~ {:q} || postalCode ~ {:q} || (instructor = {:instructor0}))');
    expect(params).toMatchObject({ q: "x' || id != '{:me}", instructor0: 'instructor00001' });
  });

  it('takes a wildcard in a search for itself', () => {
    expect(literalText('100% off')).toBe('100\\% off');
  });
});
