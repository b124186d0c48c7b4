import { useQuery } from '@tanstack/react-query';
import type PocketBase from 'pocketbase';
import { loadBackend } from '../../platform/session/backend.ts';
import { refusedFields } from '../../platform/session/server-errors.ts';
import { conversationsKey } from './unread-messages.ts';

/** The other side that somebody wants to write to: one of the two is empty. */
export type Wanted = { instructor: string; learner: string };

/** The id of the conversation with somebody, which is opened when there is none. Asking again has no further effect. */
export function useOpening(wanted: Wanted, me: string) {
  return useQuery({
    queryKey: [...conversationsKey, 'opened', me, wanted],
    queryFn: async () => {
      const backend = await loadBackend();
      return (await findConversation(backend, wanted, me)) ?? (await createConversation(backend, wanted, me));
    },
    retry: false,
  });
}

async function findConversation(backend: PocketBase, wanted: Wanted, me: string): Promise<string | undefined> {
  const { instructor, learner } = wanted;
  const filter = instructor
    ? backend.filter('learner = {:me} && instructor = {:instructor}', { me, instructor })
    : backend.filter('learner = {:learner} && instructor.user = {:me}', { me, learner });
  const { items } = await backend.collection('conversations').getList(1, 1, { filter, fields: 'id', skipTotal: true });
  return items[0]?.id;
}

async function createConversation(backend: PocketBase, wanted: Wanted, me: string): Promise<string> {
  const { instructor, learner } = wanted;
  try {
    return (await backend.collection('conversations').create(instructor ? { instructor } : { learner })).id;
  } catch (error) {
    // Opened a moment ago by the other side, or in another window.
    const isThere = refusedFields(error).some(({ code }) => code === 'validation_not_unique');
    const found = isThere ? await findConversation(backend, wanted, me) : undefined;
    if (found) return found;
    throw error;
  }
}
