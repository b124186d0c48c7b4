import { useQuery } from '@tanstack/react-query';
import { loadBackend } from '../../platform/session/backend.ts';
import { type Conversation, viewOf } from './conversation-record.ts';

export const conversationsKey = ['conversations'] as const;

/** The records client's filter for conversations in which something to `me` is unread. */
export const unreadFilter = '((learner = {:me} && learnerUnread > 0) || (learner != {:me} && instructorUnread > 0))';

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
