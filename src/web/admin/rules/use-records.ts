import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { loadBackend } from '../../session/backend.ts';

/** All records of a small collection, in order. */
export function useRecords<Row>(collection: string, sort: string) {
  return useQuery({
    queryKey: ['admin', 'rules', collection],
    queryFn: async ({ signal }) =>
      (await (await loadBackend()).collection(collection).getList<Row>(1, 500, { sort, signal })).items,
  });
}

type Change = { id?: string; body: object } | { id: string; body: null };

/** Creates, changes or (`body: null`) deletes a record; the list is read anew. */
export function useChanging(collection: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, body }: Change) => {
      const records = (await loadBackend()).collection(collection);
      if (body === null) await records.delete(id ?? '');
      else await (id ? records.update(id, body) : records.create(body));
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['admin', 'rules', collection] });
    },
  });
}
