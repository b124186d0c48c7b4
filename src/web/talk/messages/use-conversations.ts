import { useQuery } from '@tanstack/react-query';
import type { ListQuery } from '../../platform/lists/list-query.ts';
import { type FoundPage, readList } from '../../platform/lists/read-list.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { conversationFilter, conversationPageSize, conversationSorts } from './conversation-query.ts';
import type { Conversation } from './conversation-record.ts';
import { conversationsKey } from './unread-messages.ts';

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
