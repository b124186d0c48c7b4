import { CalendarCog } from 'lucide-react';
import type { InstructorAnswer } from '../lessons/dashboard-answer.ts';
import { useInstructorDashboard } from '../lessons/use-dashboard.ts';
import { Button, LinkButton } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { formatMoney } from '../ui/format-money.ts';
import { AfterDelay, Skeleton } from '../ui/Skeleton.tsx';
import { switchView } from './dashboard-view.ts';
import { LessonDay } from './LessonDay.tsx';
import { Requests } from './Requests.tsx';
import { Roster } from './Roster.tsx';
import { Section } from './Section.tsx';
import { UpcomingLessons } from './UpcomingLessons.tsx';

/** The instructor's dashboard: today in big type, tomorrow below, then figures, lessons to come and learners. */
export function InstructorDashboard() {
  const { data, isError, refetch } = useInstructorDashboard();
  if (data)
    return data.instructor ? <Loaded answer={data} zone={data.instructor.timezone || undefined} /> : <NoProfile />;
  if (isError) {
    return (
      <ErrorState
        title="Your day could not be loaded"
        detail="Your lessons are as they were. Check the connection and try again."
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <AfterDelay what="your day">
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,0.85fr)]">
        <Skeleton className="h-96" />
        <Skeleton className="h-64" />
      </div>
    </AfterDelay>
  );
}

function Loaded({ answer, zone }: { answer: InstructorAnswer; zone: string | undefined }) {
  return (
    <div className="text-md">
      <Requests answer={answer} zone={zone} />
      <div className="grid items-start gap-x-10 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,0.85fr)]">
        <div className="mb-10 grid gap-6">
          <LessonDay title="Today" day={answer.today} zone={zone} isBig />
          <LessonDay title="Tomorrow" day={answer.tomorrow} zone={zone} />
        </div>
        <div>
          <Figures totals={answer.totals} />
          <Section title="Upcoming lessons">
            <UpcomingLessons lessons={answer.upcoming} zone={zone} />
          </Section>
        </div>
      </div>
      <Section title="Student roster">
        <Roster entries={answer.roster} zone={zone} />
      </Section>
    </div>
  );
}

function Figures({ totals }: { totals: InstructorAnswer['totals'] }) {
  const { averageRating, ratingCount } = totals;
  return (
    <section aria-label="Figures" className="mb-10">
      <dl className="card grid grid-cols-2">
        <Figure
          name="This month"
          value={formatMoney(totals.earnedThisMonthCents)}
          note={lessonCount(totals.lessonsThisMonth)}
        />
        <Figure
          name="Average rating"
          value={averageRating === null ? 'None yet' : averageRating.toFixed(1)}
          note={ratingCount === 1 ? '1 review' : `${ratingCount} reviews`}
        />
        <Figure name="Total students" value={String(totals.students)} note="with a lesson so far or booked" />
        <Figure name="Upcoming lessons" value={String(totals.upcomingLessons)} note="booked" />
      </dl>
      <LinkButton to="/dashboard/schedule" className="mt-4 min-h-12 w-full text-md">
        <CalendarCog size={20} strokeWidth={1.75} aria-hidden />
        Manage Availability
      </LinkButton>
    </section>
  );
}

function lessonCount(count: number): string {
  return count === 1 ? '1 lesson' : `${count} lessons`;
}

function Figure({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div className="border-line p-4 odd:border-r nth-[n+3]:border-t">
      <dt className="text-base text-soft">{name}</dt>
      <dd>
        <span className="figures block font-bold font-head text-2xl leading-tight">{value}</span>
        <span className="text-soft text-sm">{note}</span>
      </dd>
    </div>
  );
}

function NoProfile() {
  return (
    <EmptyState
      title="You have no instructor profile"
      action={
        <>
          <Button onClick={() => switchView('learner')}>Back to the learner view</Button>
          <LinkButton variant="secondary" to="/dashboard/help">
            How to teach on Kerbside
          </LinkButton>
        </>
      }
    >
      <p>
        Licensed private driving instructors see their day here: today&rsquo;s lessons with place and phone, their
        learners, average rating and money.
      </p>
    </EmptyState>
  );
}
