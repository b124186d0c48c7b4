import { LessonDay } from '../dashboard/LessonDay.tsx';
import { UpcomingLessons } from '../dashboard/UpcomingLessons.tsx';
import { useInstructorDashboard } from '../lessons/use-dashboard.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { AfterDelay, Skeleton } from '../ui/Skeleton.tsx';
import { NoInstructorProfile } from './NoInstructorProfile.tsx';
import { WeeklyHours } from './WeeklyHours.tsx';

/** My Schedule: the hours that learners can book, and the lessons that stand in them. */
export function SchedulePage() {
  const { data, isError, refetch } = useInstructorDashboard();
  if (isError && !data) return <ErrorState title="Your schedule could not be loaded" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <AfterDelay what="your schedule">
        <Skeleton className="h-96 w-full" />
      </AfterDelay>
    );
  }
  if (!data.instructor) return <NoInstructorProfile what="schedule" />;
  const zone = data.instructor.timezone || undefined;
  return (
    <div className="grid items-start gap-8 text-md lg:grid-cols-[minmax(0,1.1fr)_minmax(0,0.9fr)]">
      <WeeklyHours instructor={data.instructor.id} zone={zone} />
      <div className="grid gap-6">
        <LessonDay title="Today" day={data.today} zone={zone} />
        <LessonDay title="Tomorrow" day={data.tomorrow} zone={zone} />
        <section aria-labelledby="later">
          <h2 id="later" className="mb-3 text-xl">
            After that
          </h2>
          <UpcomingLessons lessons={data.upcoming} zone={zone} />
        </section>
      </div>
    </div>
  );
}
