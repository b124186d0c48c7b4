import { expect, test } from 'vitest';
import { conversationFilter, conversationText, isFiltered, readConversationQuery } from './conversation-query.ts';
import { type Conversation, viewOf } from './conversation-record.ts';

const read = (text: string) => readConversationQuery(new URLSearchParams(text));

test('an address says what is searched for, and the same address comes back', () => {
  const query = read('q= ravi &show=unread&sort=oldest&page=2');
  expect(query).toEqual({ q: 'ravi', show: 'unread', sort: 'oldest', page: 2 });
  expect(conversationText(query)).toBe('?q=ravi&show=unread&sort=oldest&page=2');
  expect([isFiltered(query), isFiltered(read('page=2&show=all&sort=x'))]).toEqual([true, false]);
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
