import { useQuery } from '@tanstack/react-query';
import type { InstructorDashboardAnswer, LearnerDashboardAnswer } from '#wire/dashboard.ts';
import { readMarketplace } from '../session/backend.ts';
import { useSession } from '../session/use-session.ts';

/** What the signed-in learner's dashboard shows. */
export function useLearnerDashboard() {
  const user = useSession();
  return useQuery({
    queryKey: ['dashboard', 'learner', user?.id],
    queryFn: ({ signal }) => readMarketplace<LearnerDashboardAnswer>('dashboard', { view: 'learner' }, signal),
  });
}

/** What the signed-in instructor's dashboard shows; `instructor` in it is null for somebody who teaches nobody. */
export function useInstructorDashboard() {
  const user = useSession();
  return useQuery({
    queryKey: ['dashboard', 'instructor', user?.id],
    queryFn: ({ signal }) => readMarketplace<InstructorDashboardAnswer>('dashboard', { view: 'instructor' }, signal),
  });
}
