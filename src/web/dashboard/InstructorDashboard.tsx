import { CalendarCog } from 'lucide-react';
import * as texts from '#texts/dashboard.ts';
import { formatNumber } from '#texts/format-number.ts';
import type { InstructorAnswer } from '../lessons/dashboard-answer.ts';
import { useInstructorDashboard } from '../lessons/use-dashboard.ts';
import { StandingNotice } from '../reliability/StandingNotice.tsx';
import { useStanding } from '../reliability/use-standing.ts';
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
  // What follows from missed lessons stands above the rest, which it would push down when it came later.
  const isWaiting = useStanding().isPending;
  if (data && !isWaiting)
    return data.instructor ? <Loaded answer={data} zone={data.instructor.timezone || undefined} /> : <NoProfile />;
  if (isError) {
    return <ErrorState title={texts.dayNotLoaded} detail={texts.lessonsAsTheyWere} onRetry={() => void refetch()} />;
  }
  return (
    <AfterDelay what={texts.yourDay}>
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
      <StandingNotice side="instructor" />
      <Requests answer={answer} zone={zone} />
      <div className="grid items-start gap-x-10 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,0.85fr)]">
        <div className="mb-10 grid gap-6">
          <LessonDay title={texts.today} day={answer.today} zone={zone} isBig />
          <LessonDay title={texts.tomorrow} day={answer.tomorrow} zone={zone} />
        </div>
        <div>
          <Figures totals={answer.totals} />
          <Section title={texts.upcomingLessons}>
            <UpcomingLessons lessons={answer.upcoming} zone={zone} />
          </Section>
        </div>
      </div>
      <Section title={texts.studentRoster}>
        <Roster entries={answer.roster} zone={zone} />
      </Section>
    </div>
  );
}

function Figures({ totals }: { totals: InstructorAnswer['totals'] }) {
  const { averageRating, ratingCount } = totals;
  return (
    <section aria-label={texts.figures} className="mb-10">
      <dl className="card grid grid-cols-2">
        <Figure
          name={texts.thisMonth}
          value={formatMoney(totals.earnedThisMonthCents)}
          note={lessonCount(totals.lessonsThisMonth)}
        />
        <Figure
          name={texts.averageRating}
          value={averageRating === null ? texts.noRatingYet : formatNumber(averageRating, 1)}
          note={texts.ratingCountReviews({ ratingCount })}
        />
        <Figure name={texts.totalStudents} value={String(totals.students)} note={texts.withALessonSoFar} />
        <Figure name={texts.upcomingLessons} value={String(totals.upcomingLessons)} note={texts.booked} />
      </dl>
      <LinkButton to="/dashboard/schedule" className="mt-4 min-h-12 w-full text-md">
        <CalendarCog size={20} strokeWidth={1.75} aria-hidden />
        {texts.manageAvailability}
      </LinkButton>
      <LinkButton to="/dashboard/reviews" variant="secondary" className="mt-3 min-h-12 w-full text-md">
        {texts.yourReviews}
      </LinkButton>
    </section>
  );
}

function lessonCount(count: number): string {
  return texts.countLessons({ count });
}

function Figure({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div className="min-w-0 border-line p-4 odd:border-r nth-[n+3]:border-t">
      <dt className="text-base text-soft [overflow-wrap:anywhere]">{name}</dt>
      <dd>
        <span className="figures block font-bold font-head text-2xl leading-tight [overflow-wrap:anywhere]">
          {value}
        </span>
        <span className="text-soft text-sm">{note}</span>
      </dd>
    </div>
  );
}

function NoProfile() {
  return (
    <EmptyState
      title={texts.youHaveNoInstructorProfile}
      action={
        <>
          <Button onClick={() => switchView('learner')}>{texts.backToTheLearnerView}</Button>
          <LinkButton variant="secondary" to="/dashboard/teach">
            {texts.howToTeachOnKerbside}
          </LinkButton>
        </>
      }
    >
      <p>{texts.licensedPrivateDriving}</p>
    </EmptyState>
  );
}
