import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { loadBackend, readFullList } from '../../platform/session/backend.ts';
import type { WeeklyWindow } from '../../platform/ui/wall-minutes.ts';

/** One weekly window of an instructor's availability, in wall time of the instructor's zone. */
export type AvailabilityRule = WeeklyWindow & { id: string; instructor: string };

/** The weekly windows of an instructor, in order of the week. */
export function useAvailability(instructor: string) {
  return useQuery({
    queryKey: ['availability', instructor],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter('instructor = {:instructor}', { instructor });
      return readFullList<AvailabilityRule>('availability_rules', { filter, sort: 'weekday,startMinute', signal });
    },
  });
}

/** Adds and removes weekly windows; what is on screen is read again after each change. */
export function useChangeAvailability(instructor: string) {
  const queries = useQueryClient();
  const onSettled = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['availability', instructor] }),
      queries.invalidateQueries({ queryKey: ['slots', instructor] }),
    ]);
  const add = useMutation({
    mutationFn: async (window: WeeklyWindow) => {
      const backend = await loadBackend();
      return backend.collection('availability_rules').create<AvailabilityRule>({ instructor, ...window });
    },
    onSettled,
  });
  const change = useMutation({
    mutationFn: async ({ id, ...window }: WeeklyWindow & { id: string }) => {
      const backend = await loadBackend();
      await backend.collection('availability_rules').update(id, window);
    },
    onSettled,
  });
  const remove = useMutation({
    mutationFn: async (rule: AvailabilityRule) => {
      const backend = await loadBackend();
      await backend.collection('availability_rules').delete(rule.id);
      return rule;
    },
    onSettled,
  });
  return { add, change, remove };
}
