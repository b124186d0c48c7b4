import { Roster } from '../dashboard/Roster.tsx';
import { useInstructorDashboard } from '../lessons/use-dashboard.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { AfterDelay, Skeleton } from '../ui/Skeleton.tsx';
import { NoInstructorProfile } from './NoInstructorProfile.tsx';

/** Everybody an instructor teaches or has taught. */
export function StudentsPage() {
  const { data, isError, refetch } = useInstructorDashboard();
  if (isError && !data) return <ErrorState title="Your students could not be loaded" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <AfterDelay what="your students">
        <Skeleton className="h-96 w-full" />
      </AfterDelay>
    );
  }
  if (!data.instructor) return <NoInstructorProfile what="learners" />;
  return (
    <section aria-labelledby="students" className="text-md">
      <h2 id="students" className="mb-4 text-2xl">
        {data.roster.length === 1 ? '1 student' : `${data.roster.length} students`}
      </h2>
      <Roster entries={data.roster} zone={data.instructor.timezone || undefined} />
    </section>
  );
}
