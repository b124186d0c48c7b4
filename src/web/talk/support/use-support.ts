import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListQuery } from '../../platform/lists/list-query.ts';
import { type FoundPage, readList } from '../../platform/lists/read-list.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { requestFilter, requestPageSize, requestSorts } from './request-query.ts';
import { supportKey } from './support-key.ts';
import type { SupportMessage, SupportRequest } from './support-record.ts';

const messagePageSize = 30;

export type RequestPage = FoundPage<SupportRequest>;

/** One page of the requests that the signed-in user may see: the own ones, an admin all. */
export function useRequests(query: ListQuery) {
  return useQuery({
    queryKey: [...supportKey, 'list', query],
    queryFn: ({ signal }) => readPage(query, signal),
    placeholderData: (shown) => shown,
  });
}

async function readPage(query: ListQuery, signal: AbortSignal): Promise<RequestPage> {
  const backend = await loadBackend();
  const { expression, params } = requestFilter(query);
  return readList<SupportRequest>(backend.collection('support_requests'), query, {
    perPage: requestPageSize,
    ...(expression ? { filter: backend.filter(expression, params) } : {}),
    sort: requestSorts.find(({ value }) => value === query.sort)?.order ?? requestSorts[0].order,
    expand: 'user',
    signal,
  });
}

/** One request. */
export function useRequest(id: string) {
  return useQuery({
    queryKey: [...supportKey, 'one', id],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      return backend.collection('support_requests').getOne<SupportRequest>(id, { expand: 'user', signal });
    },
  });
}

/** The key of a request's messages. */
export function supportMessagesKey(request: string): readonly string[] {
  return [...supportKey, 'messages', request];
}

/** The messages of a request, the newest page first. */
export function useSupportThread(request: string) {
  return useInfiniteQuery({
    queryKey: supportMessagesKey(request),
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) => {
      const backend = await loadBackend();
      return backend.collection('support_messages').getList<SupportMessage>(pageParam, messagePageSize, {
        filter: backend.filter('request = {:request}', { request }),
        sort: '-created,-id',
        signal,
      });
    },
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  });
}

export type NewRequest = { id: string; category: string; subject: string; text: string; lesson?: string };

/** Asks the support. The id is the caller's, so that asking again has no second effect. */
export function useAsking() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (request: NewRequest) => {
      const backend = await loadBackend();
      return backend.collection('support_requests').create<SupportRequest>(request);
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: supportKey }),
  });
}

/** Closes a request. */
export function useClosing(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const backend = await loadBackend();
      return backend.collection('support_requests').update<SupportRequest>(id, { status: 'closed' });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: supportKey }),
  });
}
