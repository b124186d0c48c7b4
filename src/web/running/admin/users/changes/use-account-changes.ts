import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListQuery, ListSpec } from '../../../../platform/lists/list-query.ts';
import { readList } from '../../../../platform/lists/read-list.ts';
import type { AccountChange } from '../../../../platform/records/account-change.ts';
import { loadBackend } from '../../../../platform/session/backend.ts';

/** What the address of the list of changes may say. */
export const changesList = {
  sorts: ['-created', 'created', 'personName', '-personName'],
  filters: { status: ['waiting', 'done', 'refused', 'withdrawn', 'lapsed'] },
} as const satisfies ListSpec;

// Below the key of all that staff read of accounts, which is read anew after each change.
const key = ['admin', 'account-changes'] as const;

/** One page of what was asked for; what was there stays while the next answer is on its way. */
export function useAccountChanges(query: ListQuery) {
  return useQuery({
    queryKey: [...key, query],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const { q, sort, filters } = query;
      const parts = [
        q && '(personName ~ {:q} || value ~ {:q} || starterName ~ {:q})',
        filters.status && 'status = {:status}',
      ];
      const filter = backend.filter(parts.filter(Boolean).join(' && '), {
        q: q.replaceAll('%', '\\%'),
        status: filters.status,
      });
      const options = { perPage: 30, filter, sort: `${sort},id`, signal };
      return readList<AccountChange>(backend.collection('account_changes'), query, options);
    },
    placeholderData: (shown) => shown,
  });
}

/** Says the second word about a change, or withdraws it. */
export function useDecideChange() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, isConfirmed }: { id: string; isConfirmed: boolean }) => {
      const backend = await loadBackend();
      if (isConfirmed) await backend.collection('account_change_confirmations').create({ change: id });
      else await backend.collection('account_changes').update(id, { status: 'withdrawn' });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin'] }),
  });
}
