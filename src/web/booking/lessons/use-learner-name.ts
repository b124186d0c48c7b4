import type { Lesson } from '../../platform/records/lesson-record.ts';
import { useInstructorDashboard } from '../../platform/records/use-dashboard.ts';

/** The name of one of the signed-in instructor's learners, as the roster has it; empty where it names none, undefined while that is on its way. */
export function useLearnerName({ learner, ownLearner }: Pick<Lesson, 'learner' | 'ownLearner'>): string | undefined {
  const { data, isPending } = useInstructorDashboard();
  if (isPending) return undefined;
  return data?.roster.find((entry) => entry.learner.id === (learner || ownLearner))?.learner.name ?? '';
}
