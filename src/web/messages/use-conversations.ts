import { useQuery } from '@tanstack/react-query';
import type { ListQuery } from '../lists/list-query.ts';
import { type FoundPage, readList } from '../lists/read-list.ts';
import { loadBackend } from '../session/backend.ts';
import { conversationFilter, conversationPageSize, conversationSorts, unreadFilter } from './conversation-query.ts';
import type { Conversation } from './conversation-record.ts';
import { viewOf } from './conversation-record.ts';

export const conversationsKey = ['conversations'] as const;

export type ConversationPage = FoundPage<Conversation>;

/** One page of the conversations of `me`; what was there stays on screen while the next answer is on its way. */
export function useConversations(query: ListQuery, me: string) {
  return useQuery({
    queryKey: [...conversationsKey, 'list', me, query],
    queryFn: ({ signal }) => readPage(query, me, signal),
    placeholderData: (shown) => shown,
  });
}

async function readPage(query: ListQuery, me: string, signal: AbortSignal): Promise<ConversationPage> {
  const backend = await loadBackend();
  const { expression, params } = conversationFilter(query, me);
  return readList<Conversation>(backend.collection('conversations'), query, {
    perPage: conversationPageSize,
    whole: "lastMessageAt != ''",
    filter: backend.filter(expression, params),
    expand: 'instructor',
    sort: conversationSorts.find(({ value }) => value === query.sort)?.order ?? conversationSorts[0].order,
    signal,
  });
}

/** One conversation. */
export function useConversation(id: string) {
  return useQuery({
    queryKey: [...conversationsKey, 'one', id],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      return backend.collection('conversations').getOne<Conversation>(id, { expand: 'instructor', signal });
    },
  });
}

/** How many messages to `me` are unread, in the hundred newest conversations; 0 until it is known. */
export function useUnreadMessages(me: string): number {
  const { data } = useQuery({
    queryKey: [...conversationsKey, 'unread', me],
    enabled: me !== '',
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const { items } = await backend.collection('conversations').getList<Conversation>(1, 100, {
        filter: backend.filter(unreadFilter, { me }),
        sort: '-lastMessageAt',
        fields: 'learner,learnerUnread,instructorUnread',
        skipTotal: true,
        signal,
      });
      return items.reduce((sum, conversation) => sum + viewOf(conversation, me).unread, 0);
    },
  });
  return data ?? 0;
}
