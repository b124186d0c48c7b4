import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as texts from '#texts/adminRules.ts';
import { loadBackend } from '../session/backend.ts';
import { messageFor } from '../session/message-for.ts';
import { useTelling } from '../session/use-telling.ts';

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

/** Removes a record and says so; while that is shown, what was removed by mistake can be put back with the fields it had. */
export function useRemoving(collection: string) {
  const tell = useTelling();
  const changing = useChanging(collection);
  const failed = (error: unknown) => messageFor(error, texts.notSaved) ?? texts.notSaved;
  const remove = (id: string, fields: object, said: string) => {
    const undo = () => tell(changing.mutateAsync({ body: fields }), { failed });
    tell(changing.mutateAsync({ id, body: null }), { done: { text: said, undo }, failed });
  };
  return { remove, isPending: changing.isPending };
}
