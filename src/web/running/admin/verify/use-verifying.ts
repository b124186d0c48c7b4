import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Paper, Profile, Verification } from '../../../platform/records/profile-record.ts';
import { loadBackend } from '../../../platform/session/backend.ts';
import { queueOf, type WaitingChange, type WaitingProfile, type WaitingSuspension } from './case-record.ts';

const key = ['verifying'] as const;

/** Everything that waits to be checked, in the order in which to work. */
export function useQueue() {
  return useQuery({
    queryKey: [...key, 'queue'],
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const options = { sort: 'created', expand: 'instructor', signal };
      const listed = "(instructor.status = 'listed' || instructor.status = 'paused')";
      const [profiles, papers, changes, suspensions] = await Promise.all([
        backend.collection('instructors').getList<WaitingProfile>(1, 200, {
          filter: "status = 'submitted'",
          sort: 'updated',
          expand: 'instructor_submissions_via_instructor',
          signal,
        }),
        backend.collection('instructor_documents').getList<Paper & { expand?: { instructor?: Profile } }>(1, 200, {
          ...options,
          filter: `status = 'pending' && ${listed}`,
        }),
        backend
          .collection('instructor_changes')
          .getList<WaitingChange>(1, 200, { ...options, filter: "status = 'waiting'" }),
        backend
          .collection('verifications')
          .getList<WaitingSuspension>(1, 200, { ...options, filter: "status = 'waiting'" }),
      ]);
      return queueOf({
        profiles: profiles.items,
        papers: papers.items,
        changes: changes.items,
        suspensions: suspensions.items,
      });
    },
  });
}

/** One instructor with all papers, newest first, and all that was decided. */
export function useFile(instructor: string) {
  return useQuery({
    queryKey: [...key, 'file', instructor],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter('instructor = {:instructor}', { instructor });
      const options = { filter, sort: '-created,-@rowid', signal };
      // Read before the profile: what is sent in meanwhile is then newer than what the page names.
      const submissions = await backend.collection('instructor_submissions').getList<{ id: string }>(1, 1, options);
      const [profile, papers, verifications] = await Promise.all([
        backend.collection('instructors').getOne<Profile>(instructor, { signal }),
        backend.collection('instructor_documents').getList<Paper>(1, 100, options),
        backend.collection('verifications').getList<Verification>(1, 50, options),
      ]);
      const submission = submissions.items[0]?.id ?? '';
      return { profile, submission, papers: papers.items, verifications: verifications.items };
    },
  });
}

export type File = NonNullable<ReturnType<typeof useFile>['data']>;

type Decision = { collection: string; id?: string; body: object };

/** Decides something; the queue and the file are read anew. */
export function useDeciding() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ collection, id, body }: Decision) => {
      const records = (await loadBackend()).collection(collection);
      await (id ? records.update(id, body) : records.create(body));
    },
    // Not waited for: what was decided leaves the queue, and with it the page that says so.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: key });
    },
  });
}
