import { expect, test } from 'vitest';
import {
  besideList,
  changeList,
  isListFiltered,
  isWorthSearching,
  type ListSpec,
  listText,
  readListQuery,
} from './list-query.ts';

const spec: ListSpec = { sorts: ['-start', 'start'], filters: { state: ['open', 'done'], from: 'date' } };
const read = (text: string) => readListQuery(new URLSearchParams(text), spec);

test('an address says what a list searches, filters and orders, and the page', () => {
  const text = '?q=mei+ling&state=open&from=2026-12-01&sort=start&page=3';
  const query = read(text);
  expect(query).toEqual({
    q: 'mei ling',
    sort: 'start',
    page: 3,
    filters: { state: 'open', from: '2026-12-01' },
  });
  expect(listText(query, spec)).toBe(text);
});

test('whose details are open stays in the address when a search that was typed before is passed on', () => {
  const now = new URLSearchParams('?person=abc&case=1&q=old');
  expect(besideList('?q=mei', now, { ...spec, besides: ['person'] })).toBe('?q=mei&person=abc');
  expect(besideList('', now, { ...spec, besides: ['person'] })).toBe('?person=abc');
  expect(besideList('?q=mei', now, spec)).toBe('?q=mei');
  expect(besideList('', now, spec)).toBe('');
});

test('what an address makes up is left out', () => {
  const query = read('?state=gone&from=2026-02-30&sort=password&page=-1');
  expect(query).toEqual({ q: '', sort: '-start', page: 1, filters: { state: '', from: '' } });
  expect(listText(query, spec)).toBe('');
});

test('a change goes back to the first page, turning the page does not', () => {
  const query = read('?page=3&state=open');
  expect(changeList(query, { filters: { state: '' } })).toMatchObject({ page: 1, filters: { state: '', from: '' } });
  expect(changeList(query, { page: 4 })).toMatchObject({ page: 4, filters: { state: 'open' } });
});

test('a list is filtered by a search or a filter that counts', () => {
  expect(isListFiltered(read(''))).toBe(false);
  expect(isListFiltered(read('?q=mei'))).toBe(true);
  expect(isListFiltered(read('?from=2026-12-01'))).toBe(true);
  expect(isListFiltered(read('?from=2026-12-01'), ['from'])).toBe(false);
});

test('three rows need no search, but one that is searched, filtered or turned keeps its ways back', () => {
  const three = { totalItems: 3 };
  expect(isWorthSearching(undefined, read(''))).toBe(false);
  expect(isWorthSearching(three, read('?sort=start'))).toBe(false);
  expect(isWorthSearching({ totalItems: 4 }, read(''))).toBe(true);
  for (const address of ['?q=mei', '?state=open', '?page=2']) expect(isWorthSearching(three, read(address))).toBe(true);
  expect(isWorthSearching(three, read('?from=2026-12-01'), ['from'])).toBe(false);
});
