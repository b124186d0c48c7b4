import { expect, test } from 'vitest';
import { isFiltered, readRequestQuery, requestFilter, requestText } from './request-query.ts';

const read = (text: string) => readRequestQuery(new URLSearchParams(text));

test('an address says what is searched for, and the same address comes back', () => {
  const query = read('q=refund&status=open&category=payment&sort=due&page=2');
  expect(query).toEqual({ q: 'refund', status: 'open', category: 'payment', sort: 'due', page: 2 });
  expect(requestText(query)).toBe('?q=refund&status=open&category=payment&sort=due&page=2');
  expect([isFiltered(query), isFiltered(read('status=x&page=0'))]).toEqual([true, false]);
});

test('what was typed is only ever a parameter', () => {
  const { expression, params } = requestFilter(read('q=50%25&status=open'));
  expect(expression).toBe(
    '(subject ~ {:q} || lastText ~ {:q} || user.name ~ {:q} || user.email ~ {:q}) && status = {:status}',
  );
  expect(params.q).toBe('50\\%');
});
