import { expect, test } from 'vitest';
import { isFiltered, notificationFilter, notificationText, readNotificationQuery } from './notification-query.ts';

const read = (text: string) => readNotificationQuery(new URLSearchParams(text));

test('an address says what is searched for, and the same address comes back', () => {
  const query = read('q=  ravi  chandran &type=payment&read=unread&sort=oldest&page=3');
  expect(query).toEqual({ q: 'ravi chandran', type: 'payment', read: 'unread', sort: 'oldest', page: 3 });
  expect(notificationText(query)).toBe('?q=ravi+chandran&type=payment&read=unread&sort=oldest&page=3');
  expect(isFiltered(query)).toBe(true);
});

test('nonsense in an address is as if it were not there', () => {
  const query = read('type=gossip&read=maybe&sort=loudest&page=-2');
  expect(query).toEqual({ q: '', type: '', read: '', sort: 'newest', page: 1 });
  expect(notificationText(query)).toBe('');
  expect(isFiltered(query)).toBe(false);
});

test('what was typed is only ever a parameter, and a percent sign stands for itself', () => {
  const { expression, params } = notificationFilter(read('q=50%25" || true&read=read'));
  expect(expression).toBe('(title ~ {:q} || message ~ {:q}) && read = {:read}');
  expect(params).toMatchObject({ q: '50\\%" || true', read: true });
  expect(notificationFilter(read('')).expression).toBe('');
});
