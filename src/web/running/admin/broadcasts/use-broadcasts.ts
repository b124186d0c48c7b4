import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AudienceAnswer } from '#wire/notifications.ts';
import type { ListQuery, ListSpec } from '../../../platform/lists/list-query.ts';
import { readList } from '../../../platform/lists/read-list.ts';
import { callMarketplace, loadBackend, readMarketplace } from '../../../platform/session/backend.ts';

/** What somebody writes to many people at once, as its collection answers it. */
export type Broadcast = {
  id: string;
  title: string;
  message: string;
  audience: string;
  area: string;
  language: string;
  kind: string;
  status: string;
  recipients: number;
  sent: number;
  authorName: string;
  created: string;
};

export type BroadcastDraft = Pick<Broadcast, 'title' | 'message' | 'audience' | 'area' | 'language' | 'kind'>;

export const broadcastList = {
  sorts: ['-created', 'created', 'title', '-title'],
  filters: { status: ['draft', 'sending', 'sent', 'stopped'] },
} as const satisfies ListSpec;

const key = ['admin', 'broadcasts'] as const;

/** A page of broadcasts; asked again every two seconds while one is being sent. */
export function useBroadcasts(query: ListQuery) {
  return useQuery({
    queryKey: [...key, query],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const { q, sort, filters } = query;
      const parts = [q && '(title ~ {:q} || message ~ {:q})', filters.status && 'status = {:status}'];
      const filter = backend.filter(parts.filter(Boolean).join(' && '), {
        q: q.replaceAll('%', '\\%'),
        status: filters.status,
      });
      const options = { perPage: 30, filter, sort: `${sort},id`, signal };
      return readList<Broadcast>(backend.collection('broadcasts'), query, options);
    },
    placeholderData: (shown) => shown,
    refetchInterval: ({ state }) => (state.data?.items.some(({ status }) => status === 'sending') ? 2000 : false),
  });
}

/** Whom a draft would go to, counted anew with each change of it. */
export function useAudience({ audience, area, language, kind }: BroadcastDraft) {
  const asked = { audience, area, language, kind };
  return useQuery({
    queryKey: [...key, 'audience', asked],
    queryFn: ({ signal }) => readMarketplace<AudienceAnswer>('broadcasts/audience', asked, signal),
    placeholderData: (shown) => shown,
  });
}

/** Keeps, sends, stops and deletes broadcasts; the list is read anew after each. */
export function useChangeBroadcasts() {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: key });
  const keep = useMutation({
    mutationFn: async ({ id, body }: { id: string | undefined; body: BroadcastDraft }) => {
      const records = (await loadBackend()).collection('broadcasts');
      return id ? records.update<Broadcast>(id, body) : records.create<Broadcast>(body);
    },
    onSettled,
  });
  const move = useMutation({
    mutationFn: async ({ id, status }: { id: string; status: 'sending' | 'stopped' }) =>
      (await loadBackend()).collection('broadcasts').update<Broadcast>(id, { status }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: async (id: string) => (await loadBackend()).collection('broadcasts').delete(id),
    onSettled,
  });
  const test = useMutation({
    mutationFn: (id: string) => callMarketplace('POST', `broadcasts/${id}/test`),
  });
  return { keep, move, remove, test };
}
