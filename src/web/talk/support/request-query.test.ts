import { expect, test } from 'vitest';
import { isListFiltered, listText, readListQuery } from '../../platform/lists/list-query.ts';
import { requestFilter, requestList, requestSorts } from './request-query.ts';

const read = (text: string) => readListQuery(new URLSearchParams(text), requestList);

test('an address says what is searched for, and the same address comes back', () => {
  const query = read('q=refund&status=open&category=payment&sort=due&page=2');
  expect(query).toEqual({
    q: 'refund',
    sort: 'due',
    page: 2,
    filters: { status: 'open', category: 'payment' },
  });
  expect(listText(query, requestList)).toBe('?q=refund&status=open&category=payment&sort=due&page=2');
  expect([isListFiltered(query), isListFiltered(read('status=x&page=0'))]).toEqual([true, false]);
  expect(requestList.sorts).toEqual(requestSorts.map(({ value }) => value));
});

test('what was typed is only ever a parameter', () => {
  const { expression, params } = requestFilter(read('q=50%25&status=open'));
  expect(expression).toBe(
    '(subject ~ {:q} || lastText ~ {:q} || user.name ~ {:q} || user.email ~ {:q}) && status = {:status}',
  );
  expect(params.q).toBe('50\\%');
});
