import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { lessonSets } from '#rules/lessons/lesson-states.ts';
import { callMarketplace, loadBackend } from '../../platform/session/backend.ts';
import type { Conversation, Message } from './conversation-record.ts';
import { conversationsKey } from './unread-messages.ts';

const pageSize = 30;

/** The key of a conversation's messages, or of all conversations'. */
export function messagesKey(conversation?: string): readonly string[] {
  return conversation ? ['messages', conversation] : ['messages'];
}

/** The messages of a conversation, the newest page first. */
export function useThread(conversation: string) {
  return useInfiniteQuery({
    queryKey: messagesKey(conversation),
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) => {
      const backend = await loadBackend();
      return backend.collection('messages').getList<Message>(pageParam, pageSize, {
        filter: backend.filter('conversation = {:conversation}', { conversation }),
        sort: '-created,-id',
        signal,
      });
    },
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  });
}

/** The statuses of lessons from which on the two may know each other's numbers (the server decides; this only explains it). */
const shared = lessonSets.agreed;

/** Whether a lesson between the two was confirmed, so that numbers and files can be sent; undefined until it is known. */
export function useIsConfirmed(conversation: Conversation): boolean | undefined {
  const { learner, instructor } = conversation;
  const { data } = useQuery({
    queryKey: ['lessons', 'between', learner, instructor],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const anyStatus = shared.map((status) => `status = '${status}'`).join(' || ');
      const filter = backend.filter(`learner = {:learner} && instructor = {:instructor} && (${anyStatus})`, {
        learner,
        instructor,
      });
      const { items } = await backend
        .collection('lessons')
        .getList(1, 1, { filter, fields: 'id', skipTotal: true, signal });
      return items.length > 0;
    },
  });
  return data;
}

/** Says that the conversation is read, now and whenever something new comes while it is looked at. */
export function useReading(conversation: string, unread: number): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (unread === 0) return;
    const read = async () => {
      if (document.visibilityState !== 'visible') return;
      await callMarketplace('POST', `conversations/${conversation}/read`);
      await queries.invalidateQueries({ queryKey: conversationsKey });
      await queries.invalidateQueries({ queryKey: ['notifications'] });
    };
    // Not read for the server: it stays unread here as well, and the next look tries again.
    const tryToRead = () => void read().catch(() => {});
    tryToRead();
    document.addEventListener('visibilitychange', tryToRead);
    return () => document.removeEventListener('visibilitychange', tryToRead);
  }, [conversation, unread, queries]);
}
