import { describe, expect, it } from 'vitest';
import { activeFilters } from './active-filters.ts';
import { withKnownSpelling } from './known-spelling.ts';
import { needsTidying, queryFromForm, refusedDays, searchApiPath, searchQuery, searchText } from './search-query.ts';
import { dayChoicesAt } from './when-options.ts';

const thursday = new Date('2026-12-03T09:00:00+08:00');
const form = (values: Record<string, string>) => queryFromForm(new URLSearchParams(values), thursday);

describe('a search in the address', () => {
  it('keeps what it knows and leaves out empty and unknown values', () => {
    const params = new URLSearchParams('area=Bedok&language=&foo=1&q=%20Ravi%20');
    expect(searchQuery(params)).toEqual({ area: 'Bedok', q: 'Ravi' });
    expect(searchText(searchQuery(params))).toBe('?area=Bedok&q=Ravi');
  });

  it('spells what is chosen as the filters do, however it was typed, and leaves alone what it does not know', () => {
    const typed = { area: 'ang mo kio', licenceClass: '3a', testCentre: 'cdc', language: 'MANDARIN', gender: 'Woman' };
    const spelt = { area: 'Ang Mo Kio', licenceClass: '3A', testCentre: 'CDC', language: 'Mandarin', gender: 'woman' };
    expect(withKnownSpelling({ ...typed, q: 'ravi', page: '2' })).toEqual({ ...spelt, q: 'ravi', page: '2' });
    for (const query of [spelt, { area: 'bedokk' }, {}]) expect(withKnownSpelling(query)).toBe(query);
  });

  it('is tidied only after a form was sent', () => {
    expect(needsTidying(new URLSearchParams('area=Bedok&weekday=6'))).toBe(false);
    expect(needsTidying(new URLSearchParams('area=Bedok&day='))).toBe(true);
    expect(needsTidying(new URLSearchParams('area='))).toBe(true);
  });

  it('asks for nearness only with a postal code', () => {
    expect(searchApiPath({ sort: 'distance' }, 12)).toBe('/api/marketplace/instructors?times=spread&perPage=12');
    expect(searchApiPath({ sort: 'distance', postalCode: '460123' }, 12)).toContain('sort=distance');
  });
});

describe('a search form', () => {
  it('turns days in words into local days of Singapore', () => {
    expect(form({ day: 'today' })).toEqual({ from: '2026-12-03', to: '2026-12-03' });
    expect(form({ day: 'weekend' })).toEqual({ from: '2026-12-05', to: '2026-12-06' });
  });

  it('means the rest of the weekend on a Sunday, and the next one on its evening', () => {
    const weekendAt = (time: string) => queryFromForm(new URLSearchParams('day=weekend'), new Date(time));
    expect(weekendAt('2026-12-06T17:59:00+08:00')).toEqual({ from: '2026-12-06', to: '2026-12-06' });
    expect(weekendAt('2026-12-06T18:00:00+08:00')).toEqual({ from: '2026-12-12', to: '2026-12-13' });
    const label = (time: string) => dayChoicesAt(new Date(time)).find(({ value }) => value === 'weekend')?.label;
    expect(label('2026-12-06T17:59:00+08:00')).toBe('This weekend');
    expect(label('2026-12-06T18:00:00+08:00')).toBe('Next weekend');
  });

  it('keeps local days in the address, whose instants are those of the zone', () => {
    const query = form({ day: 'weekend' });
    expect(searchText(query)).toBe('?from=2026-12-05&to=2026-12-06');
    expect(searchApiPath(query, 12)).toContain('from=2026-12-04T16%3A00%3A00.000Z&to=2026-12-06T16%3A00%3A00.000Z');
  });

  it('understands addresses with instants as they were shared before', () => {
    const shared = new URLSearchParams('from=2026-12-04T16:00:00.000Z&to=2026-12-06T16:00:00.000Z');
    expect(searchQuery(shared)).toEqual({ from: '2026-12-05', to: '2026-12-06' });
  });

  it('takes a date before a day in words, and means that day alone', () => {
    expect(needsTidying(new URLSearchParams('date=2026-12-10'))).toBe(true);
    expect(form({ date: '2026-12-10', day: '2026-12-05/2026-12-05' })).toEqual({
      from: '2026-12-10',
      to: '2026-12-10',
    });
    expect(form({ date: '', day: 'today' })).toEqual({ from: '2026-12-03', to: '2026-12-03' });
  });

  it('keeps a weekday, a part of the day, and ranges no word describes', () => {
    expect(form({ day: '6', time: 'morning' })).toEqual({ weekday: '6', beforeMinute: '720' });
    expect(form({ day: '2026-12-05/', time: '540-720' })).toEqual({
      from: '2026-12-05',
      afterMinute: '540',
      beforeMinute: '720',
    });
  });

  it('starts at the first page', () => {
    expect(form({ area: 'Bedok', page: '3' })).toEqual({ area: 'Bedok' });
  });
});

describe('the filters in force', () => {
  it('count day and time of day once and can each be left out', () => {
    const query = { area: 'Bedok', ...form({ day: 'weekend', time: 'evening' }), page: '2' };
    const filters = activeFilters(query, thursday);
    expect(filters.map(({ label }) => label)).toEqual(['Bedok', 'This weekend', 'Evening']);
    expect(filters[1]?.without).toEqual({ area: 'Bedok', afterMinute: '1080' });
  });
});

it('days that are none, or end before they begin, are named and never passed over', () => {
  const refused = (text: string) => refusedDays(new URLSearchParams(text));
  expect(refused('from=2026-13-45&to=2026-13-45')).toEqual({ from: '2026-13-45' });
  expect(refused('from=2026-02-30')).toEqual({ from: '2026-02-30' });
  expect(refused('from=2026-12-02&to=2026-12-01')).toEqual({ to: '2026-12-01' });
  expect(refused('from=soon&to=2026-12-01')).toEqual({ from: 'soon' });
  expect(refused('from=2026-12-01&to=2026-12-02')).toEqual({});
  expect(refused('')).toEqual({});
  // The form writes one day in this way.
  expect(queryFromForm(new URLSearchParams('date=2026-13-45'), new Date('2026-11-21T02:00:00Z'))).toMatchObject({
    from: '2026-13-45',
  });
});
