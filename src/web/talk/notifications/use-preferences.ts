import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { defaultPreferences, type NotificationPreferences } from '#rules/notifications/preferences.ts';
import * as texts from '#texts/notifications.ts';
import type { ChannelsAnswer } from '#wire/notifications.ts';
import { loadBackend, readMarketplace } from '../../platform/session/backend.ts';
import { useToast } from '../../platform/ui/Toasts.tsx';

type PreferencesRecord = NotificationPreferences & { id: string };

const preferencesKey = ['notification-preferences'] as const;

const preferencesQuery = queryOptions({
  queryKey: preferencesKey,
  queryFn: async ({ signal }): Promise<PreferencesRecord> => {
    const backend = await loadBackend();
    const { items } = await backend.collection('notification_preferences').getList<PreferencesRecord>(1, 1, { signal });
    // Only a database restored from an old backup has no row; the first change makes it.
    return items[0] ?? { ...defaultPreferences, id: '' };
  },
});

/** What the signed-in user wants to hear and how. */
export function usePreferences() {
  return useQuery(preferencesQuery);
}

/** The same for code that is no component; asks the server once. */
export function readPreferences(queries: QueryClient): Promise<NotificationPreferences> {
  return queries.ensureQueryData(preferencesQuery);
}

/** Turns one switch; shown at once, taken back and said when the server can't be told. */
export function useSwitching(userId: string) {
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationKey: preferencesKey,
    // One after the other: the last press is what holds.
    scope: { id: 'notification-preferences' },
    mutationFn: async (change: Partial<NotificationPreferences>) => {
      const collection = (await loadBackend()).collection('notification_preferences');
      const { id, ...known } = await queries.ensureQueryData(preferencesQuery);
      if (id) return collection.update<PreferencesRecord>(id, change);
      return collection.create<PreferencesRecord>({ ...known, ...change, id: userId, user: userId });
    },
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey: preferencesKey });
      queries.setQueryData(preferencesQuery.queryKey, (known) => known && { ...known, ...change });
    },
    onError: () => toast({ text: texts.switchNotSaved, isFailure: true }),
    // What the server answers between two presses doesn't know of the second yet, and would turn its switch back for a moment.
    onSettled: () =>
      queries.isMutating({ mutationKey: preferencesKey }) === 1
        ? queries.invalidateQueries({ queryKey: preferencesKey })
        : undefined,
  });
}

/** What of the channels is set up on this server. */
export function useChannels() {
  return useQuery({
    queryKey: ['channels'],
    queryFn: ({ signal }) => readMarketplace<ChannelsAnswer>('channels', {}, signal),
    staleTime: 5 * 60_000,
  });
}
