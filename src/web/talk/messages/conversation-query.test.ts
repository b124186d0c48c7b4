import { expect, test } from 'vitest';
import { isListFiltered, listText, readListQuery } from '../../platform/lists/list-query.ts';
import { conversationFilter, conversationList, conversationSorts } from './conversation-query.ts';
import { type Conversation, viewOf } from './conversation-record.ts';

const read = (text: string) => readListQuery(new URLSearchParams(text), conversationList);

test('an address says what is searched for, and the same address comes back', () => {
  const query = read('q= ravi &show=unread&sort=oldest&page=2');
  expect(query).toEqual({ q: 'ravi', sort: 'oldest', page: 2, filters: { show: 'unread' } });
  expect(listText(query, conversationList)).toBe('?q=ravi&show=unread&sort=oldest&page=2');
  expect([isListFiltered(query), isListFiltered(read('page=2&show=all&sort=x'))]).toEqual([true, false]);
  expect(conversationList.sorts).toEqual(conversationSorts.map(({ value }) => value));
});

test('what was typed is only ever a parameter, and one’s own name finds nothing', () => {
  const { expression, params } = conversationFilter(read('q=100%25'), 'me0000000000001');
  expect(expression).toContain('(learner = {:me} && instructorName ~ {:q})');
  expect(params).toEqual({ me: 'me0000000000001', q: '100\\%' });
});

test('each of the two sees the other’s name, the own unread messages and how far the other has read', () => {
  const conversation = {
    learner: 'learner',
    learnerName: 'Mei',
    learnerUnread: 2,
    learnerReadAt: 'then',
    instructorName: 'Ravi',
    instructorUnread: 3,
    instructorReadAt: 'now',
  } as Conversation;
  expect(viewOf(conversation, 'learner')).toEqual({
    isLearner: true,
    otherName: 'Ravi',
    unread: 2,
    otherReadAt: 'now',
  });
  expect(viewOf(conversation, 'other')).toEqual({ isLearner: false, otherName: 'Mei', unread: 3, otherReadAt: 'then' });
});
