import { useQuery } from '@tanstack/react-query';
import type { ListQuery, ListSpec } from '../../platform/lists/list-query.ts';
import type { Instructor } from '../../platform/records/instructor-record.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { useSession } from '../../platform/session/use-session.ts';

/** A saved instructor; without the profile when it is not listed at the moment. */
export type SavedRow = { id: string; instructor: string; created: string; expand?: { instructor?: Instructor } };

export type SavedAnswer = { items: SavedRow[]; totalItems: number; totalPages: number };

/** What the address of the list of saved instructors may say. */
export const savedList = {
  sorts: [
    '-created',
    'created',
    'instructor.name',
    '-instructor.name',
    'instructor.hourlyCents',
    '-instructor.hourlyCents',
  ],
  filters: {},
} as const satisfies ListSpec;

/** One page of the signed-in person's saved instructors. */
export function useSavedList({ q, sort, page }: ListQuery, isReady: boolean) {
  const user = useSession();
  return useQuery({
    queryKey: ['saved', user?.id, q, sort, page],
    queryFn: async ({ signal }): Promise<SavedAnswer> => {
      const backend = await loadBackend();
      const filter = q === '' ? '' : backend.filter('instructor.name ~ {:q}', { q });
      return backend
        .collection('saved_instructors')
        .getList<SavedRow>(page, 20, { filter, sort: `${sort},id`, expand: 'instructor', signal });
    },
    placeholderData: (shown) => shown,
    enabled: isReady && user !== null,
  });
}
