import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { loadBackend } from '../../platform/session/backend.ts';
import type { Claim } from './claim-record.ts';

const key = ['claims'] as const;
const expand = 'instructor,learner,lesson,claim_statements_via_claim,claim_decisions_via_claim';

/** The claims that the reader may see, those that wait for a decision first: the own ones, staff all. */
export function useClaims() {
  return useQuery({
    queryKey: [...key, 'list'],
    queryFn: async ({ signal }) => {
      const claims = (await loadBackend()).collection('claims');
      const waiting = "status = 'talking' || status = 'open' || status = 'deciding'";
      const [open, done] = await Promise.all([
        claims.getList<Claim>(1, 100, { filter: waiting, sort: 'decideBy,id', expand: 'instructor', signal }),
        claims.getList<Claim>(1, 50, {
          filter: "status = 'decided' || status = 'withdrawn'",
          sort: '-updated,id',
          expand: 'instructor',
          signal,
        }),
      ]);
      return { open: open.items, done: done.items };
    },
  });
}

/** The last claim about a lesson that was decided or withdrawn; null where there is none. */
export function useEndedClaim(lesson: string, mayHave: boolean) {
  return useQuery({
    queryKey: ['lesson', lesson, 'claim'],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter("lesson = {:lesson} && (status = 'decided' || status = 'withdrawn')", { lesson });
      const ended = await backend.collection('claims').getList<Claim>(1, 1, { filter, sort: '-created,-id', signal });
      return ended.items[0] ?? null;
    },
    enabled: mayHave,
  });
}

/** One claim with what both sides said and what was decided. */
export function useClaim(id: string) {
  return useQuery({
    queryKey: [...key, 'one', id],
    queryFn: async ({ signal }) => (await loadBackend()).collection('claims').getOne<Claim>(id, { expand, signal }),
    enabled: id !== '',
  });
}

/** What was decided before of claims about an instructor or by a learner. */
export function useEarlierClaims(claim: Claim, isEnabled: boolean) {
  return useQuery({
    queryKey: [...key, 'earlier', claim.id],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter(
        "id != {:id} && status = 'decided' && (instructor = {:instructor} || learner = {:learner})",
        claim,
      );
      return (await backend.collection('claims').getList<Claim>(1, 20, { filter, sort: '-updated', expand, signal }))
        .items;
    },
    enabled: isEnabled,
  });
}

/** Opens a claim about a lesson; answers it. */
export function useClaiming(lesson: string) {
  return useChange(
    async (body: { kind: string; text: string; wish: string; evidence: File[] }) =>
      (await loadBackend()).collection('claims').create<Claim>({ lesson, ...body }),
    lesson,
  );
}

/** Says something of a claim, with what shows it. */
export function useStating(claim: string) {
  return useChange(async (body: { text: string; evidence: File[] }) => {
    await (await loadBackend()).collection('claim_statements').create({ claim, ...body });
  });
}

/** Takes a claim back. */
export function useWithdrawing(claim: Claim) {
  return useChange(async (_: undefined) => {
    await (await loadBackend()).collection('claims').update(claim.id, { status: 'withdrawn' });
  }, claim.lesson);
}

export type Verdict = { outcome: string; refundCents?: number; instructorAtFault: boolean; reason: string };

/** Decides a claim, once. */
export function useDeciding(claim: Claim) {
  return useChange(async (body: Verdict) => {
    await (await loadBackend()).collection('claim_decisions').create({ claim: claim.id, ...body });
  }, claim.lesson);
}

function useChange<Body, Made>(mutationFn: (body: Body) => Promise<Made>, lesson?: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: key }),
        ...(lesson ? [queries.invalidateQueries({ queryKey: ['lesson', lesson] })] : []),
      ]),
  });
}

export type WaitingContest = {
  id: string;
  text: string;
  created: string;
  expand?: {
    noShow?: {
      missing: 'learner' | 'instructor';
      lesson: string;
      expand?: { lesson?: { start: string; expand?: { instructor?: { name: string } } } };
    };
    no_show_decisions_via_contest?: unknown[];
  };
};

/** Contests of missed lessons that wait for staff, the oldest first. */
export function useWaitingContests(isStaff: boolean) {
  return useQuery({
    queryKey: ['contests'],
    queryFn: async ({ signal }) => {
      const contests = (await loadBackend()).collection('no_show_contests');
      const { items } = await contests.getList<WaitingContest>(1, 100, {
        filter: "noShow.lesson.status = 'disputed'",
        sort: 'created,id',
        expand: 'noShow.lesson.instructor,no_show_decisions_via_contest',
        signal,
      });
      return items.filter(({ expand: found }) => (found?.no_show_decisions_via_contest ?? []).length === 0);
    },
    enabled: isStaff,
  });
}
