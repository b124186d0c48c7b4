import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChangeRequest, Paper, Profile, Verification } from '../../platform/records/profile-record.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { useSession } from '../../platform/session/use-session.ts';

/** Everything that somebody's way to being checked hangs on. */
export type Teaching = {
  profile: Profile;
  papers: Paper[];
  requests: ChangeRequest[];
  last: Verification | undefined;
  hasHours: boolean;
};

const key = ['teaching'] as const;

/** The signed-in person's own profile with all that its check needs; null while there is none. */
export function useTeaching() {
  const user = useSession();
  return useQuery({
    queryKey: [...key, user?.id],
    enabled: user !== null,
    queryFn: async ({ signal }): Promise<Teaching | null> => {
      const backend = await loadBackend();
      const own = backend.filter('user = {:id}', { id: user?.id ?? '' });
      const { items } = await backend.collection('instructors').getList<Profile>(1, 1, { filter: own, signal });
      const [profile] = items;
      if (!profile) return null;
      const filter = backend.filter('instructor = {:id}', { id: profile.id });
      const options = { filter, sort: '-created', signal };
      const [papers, requests, verifications, hours] = await Promise.all([
        backend.collection('instructor_documents').getList<Paper>(1, 100, options),
        backend.collection('instructor_changes').getList<ChangeRequest>(1, 20, options),
        backend.collection('verifications').getList<Verification>(1, 1, options),
        backend.collection('availability_rules').getList(1, 1, { filter, fields: 'id', signal }),
      ]);
      const hasHours = hours.totalItems > 0;
      return { profile, papers: papers.items, requests: requests.items, last: verifications.items[0], hasHours };
    },
  });
}

type Saved = { collection: string; id?: string; body: object | FormData };

/** Creates or changes one record of the profile and reads everything of the page anew. */
export function useSaving() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ collection, id, body }: Saved) => {
      const records = (await loadBackend()).collection(collection);
      return id ? records.update(id, body) : records.create(body);
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: key });
      await queries.invalidateQueries({ queryKey: ['instructor', 'own'] });
    },
  });
}
