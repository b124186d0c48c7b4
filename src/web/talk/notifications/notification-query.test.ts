import { expect, test } from 'vitest';
import { isListFiltered, listText, readListQuery } from '../../platform/lists/list-query.ts';
import { notificationFilter, notificationList, notificationSorts } from './notification-query.ts';

const read = (text: string) => readListQuery(new URLSearchParams(text), notificationList);

test('an address says what is searched for, and the same address comes back', () => {
  const query = read('q=  ravi  chandran &type=payment&read=unread&sort=oldest&page=3');
  expect(query).toEqual({
    q: 'ravi chandran',
    sort: 'oldest',
    page: 3,
    filters: { type: 'payment', read: 'unread' },
  });
  expect(listText(query, notificationList)).toBe('?q=ravi+chandran&type=payment&read=unread&sort=oldest&page=3');
  expect(isListFiltered(query)).toBe(true);
  expect(notificationList.sorts).toEqual(notificationSorts.map(({ value }) => value));
});

test('nonsense in an address is as if it were not there', () => {
  const query = read('type=gossip&read=maybe&sort=loudest&page=-2');
  expect(query).toEqual({ q: '', sort: 'newest', page: 1, filters: { type: '', read: '' } });
  expect(listText(query, notificationList)).toBe('');
  expect(isListFiltered(query)).toBe(false);
});

test('what was typed is only ever a parameter, and a percent sign stands for itself', () => {
  const { expression, params } = notificationFilter(read('q=50%25" || true&read=read'));
  expect(expression).toBe('(title ~ {:q} || message ~ {:q}) && read = {:read}');
  expect(params).toMatchObject({ q: '50\\%" || true', read: true });
  expect(notificationFilter(read('')).expression).toBe('');
});
