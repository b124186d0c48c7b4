import { LinkButton } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { AfterDelay, Skeleton } from '../ui/Skeleton.tsx';
import { LessonTable } from './LessonTable.tsx';
import { useLearnerDashboard } from './use-dashboard.ts';

/** Every lesson that is over or off, the latest first. */
export function LessonHistoryPage() {
  const { data, isError, refetch } = useLearnerDashboard();
  if (isError && !data) {
    return (
      <ErrorState
        title="Your lessons could not be loaded"
        detail="They are as they were. Check the connection and try again."
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) {
    return (
      <AfterDelay what="your lessons">
        <Skeleton className="h-96 w-full" />
      </AfterDelay>
    );
  }
  if (data.history.length === 0) {
    return (
      <EmptyState
        title="No lessons behind you yet"
        action={<LinkButton to="/dashboard/book-lesson">Book a lesson</LinkButton>}
      >
        <p>After each lesson you find it here, with its instructor, what it cost and your rating.</p>
      </EmptyState>
    );
  }
  return (
    <section aria-labelledby="past-lessons">
      <h2 id="past-lessons" className="mb-4 text-2xl">
        {data.history.length === 1 ? 'One lesson so far' : `Your last ${data.history.length} lessons`}
      </h2>
      <LessonTable lessons={data.history} caption="Your past lessons, the latest first" />
    </section>
  );
}
