import { CalendarCog } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { earningsPath } from '#rules/paths/money-paths.ts';
import { reviewsPath, schedulePath, teachPath, teachStepPath } from '#rules/paths/teaching-paths.ts';
import { dayMs } from '#rules/time/durations.ts';
import * as texts from '#texts/dashboard.ts';
import { formatNumber } from '#texts/format-number.ts';
import type { InstructorDashboardAnswer } from '#wire/dashboard.ts';
import { type RunningLesson, useRunningLesson } from '../../booking/lesson-log/use-running-lesson.ts';
import { useInstructorDashboard } from '../../platform/records/use-dashboard.ts';
import { switchView } from '../../platform/session/dashboard-view.ts';
import { isAwaited } from '../../platform/session/is-awaited.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatDate } from '../../platform/ui/format-time.ts';
import { Section } from '../../platform/ui/Section.tsx';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { StandingNotice } from '../../trust/reliability/StandingNotice.tsx';
import { useStanding } from '../../trust/reliability/use-standing.ts';
import { KeptNotice } from './KeptNotice.tsx';
import { LessonDay } from './LessonDay.tsx';
import { Requests } from './Requests.tsx';
import { Roster } from './Roster.tsx';
import { Unfinished } from './Unfinished.tsx';
import { UpcomingLessons } from './UpcomingLessons.tsx';

/** The instructor's dashboard: today in big type, tomorrow below, then figures, lessons to come and learners. */
export function InstructorDashboard() {
  const { data, isError, dataUpdatedAt, refetch } = useInstructorDashboard();
  // What follows from missed lessons stands above the rest, which it would push down when it came later.
  const running = useRunningLesson();
  const isWaiting = [useStanding(), running].some(isAwaited);
  if (data && !isWaiting)
    return data.instructor ? (
      <>
        <KeptNotice
          read={{ data, dataUpdatedAt, isError }}
          zone={data.instructor.timezone || undefined}
          onRetry={() => void refetch()}
        />
        <Loaded answer={data} running={running.data} zone={data.instructor.timezone || undefined} />
      </>
    ) : (
      <NoProfile />
    );
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

type LoadedProps = {
  answer: InstructorDashboardAnswer;
  running: RunningLesson | null | undefined;
  zone: string | undefined;
};

function Loaded({ answer, running, zone }: LoadedProps) {
  const { status = '', licenceExpiresOn = '' } = answer.instructor ?? {};
  const hasEnded = status === 'listed' && licenceExpiresOn !== '' && licenceExpiresOn < answer.today.date;
  const isListed = status === 'listed' && !hasEnded;
  return (
    <div className="text-body">
      {!isListed && <NotListed status={hasEnded ? 'ended' : status} />}
      {isListed && endSoon(licenceExpiresOn, answer.today.date) && <PapersEndSoon date={licenceExpiresOn} />}
      <StandingNotice side="instructor" />
      <Unfinished lesson={running} answer={answer} zone={zone} />
      <Requests answer={answer} zone={zone} />
      <div className="grid items-start gap-x-10 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,0.85fr)]">
        <div className="mb-10 grid gap-6">
          <LessonDay day={answer.today} zone={zone} isBig isListed={isListed} />
          <LessonDay day={answer.tomorrow} zone={zone} isListed={isListed} />
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

const notListedWords: Record<string, string> = {
  draft: texts.profileIsADraft,
  submitted: texts.profileIsBeingChecked,
  paused: texts.profileIsPaused,
  suspended: texts.profileIsSuspended,
  retired: texts.profileIsClosed,
  ended: texts.papersHaveEnded,
};

const buttonWords: Record<string, string> = { draft: texts.goOnWithYourProfile, ended: texts.sendNewPapers };

/** Why nobody can book, and where to go on. */
function NotListed({ status }: { status: string }) {
  return (
    <div className="card mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-3.5">
      <p>{notListedWords[status] ?? texts.profileIsADraft}</p>
      <LinkButton to={status === 'ended' ? teachStepPath('papers') : teachPath} className="min-h-12">
        {buttonWords[status] ?? texts.openYourOffer}
      </LinkButton>
    </div>
  );
}

/** How long before their end papers are spoken of each day, in days: as long as new ones may take to get. */
const soonDays = 30;

function endSoon(expiresOn: string, today: string): boolean {
  // Local dates; of an empty one nothing is said. The rules' own calendar is more than this page should load.
  return (Date.parse(expiresOn) - Date.parse(today)) / dayMs <= soonDays;
}

function PapersEndSoon({ date }: { date: string }) {
  return (
    <div className="card mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-3.5">
      <p>{texts.papersEndSoon({ date: formatDate(date) })}</p>
      <LinkButton to={teachStepPath('papers')} variant="secondary" className="min-h-12">
        {texts.sendNewPapers}
      </LinkButton>
    </div>
  );
}

function Figures({ totals }: { totals: InstructorDashboardAnswer['totals'] }) {
  // A day that an earlier version kept on the device doesn't know how many are asked for.
  const { averageRating, ratingCount, upcomingLessons, requestedLessons = 0 } = totals;
  return (
    <section aria-label={texts.figures} className="@container mb-10">
      <dl className="card grid grid-cols-2">
        <Figure
          name={texts.thisMonth}
          value={
            <Link to={earningsPath} className="inline-flex min-h-12 items-center text-ink">
              {formatMoney(totals.earnedThisMonthCents)}
            </Link>
          }
          note={lessonCount(totals.lessonsThisMonth)}
        />
        <Figure
          name={texts.averageRating}
          value={averageRating === null ? texts.noRatingYet : formatNumber(averageRating, 1)}
          note={texts.ratingCountReviews({ ratingCount })}
        />
        <Figure name={texts.totalStudents} value={String(totals.students)} note={texts.withALessonSoFar} />
        <Figure
          name={texts.upcomingLessons}
          value={String(upcomingLessons)}
          note={requestedLessons > 0 ? texts.bookedAndAsked({ count: requestedLessons }) : texts.booked}
        />
      </dl>
      <LinkButton to={schedulePath} className="mt-4 min-h-12 w-full text-body">
        <CalendarCog size={20} strokeWidth={1.75} aria-hidden />
        {texts.manageAvailability}
      </LinkButton>
      <LinkButton to={reviewsPath} variant="secondary" className="mt-3 min-h-12 w-full text-body">
        {texts.yourReviews}
      </LinkButton>
    </section>
  );
}

function lessonCount(count: number): string {
  return texts.countLessons({ count });
}

function Figure({ name, value, note }: { name: string; value: ReactNode; note: string }) {
  return (
    <div className="min-w-0 border-line p-4 odd:border-r nth-[n+3]:border-t">
      <dt className="text-body text-soft [overflow-wrap:anywhere]">{name}</dt>
      <dd>
        <span className="figures block font-bold font-head text-title leading-tight @[26rem]:text-heading [overflow-wrap:anywhere]">
          {value}
        </span>
        <span className="text-soft text-note">{note}</span>
      </dd>
    </div>
  );
}

function NoProfile() {
  const isAdmin = useSession()?.role === 'admin';
  return (
    <EmptyState
      title={texts.youHaveNoInstructorProfile}
      action={
        <>
          <Button onClick={() => switchView('learner')}>
            {isAdmin ? texts.backToTheAdminView : texts.backToTheLearnerView}
          </Button>
          <LinkButton variant="secondary" to={teachPath}>
            {texts.howToTeachOnKerbside}
          </LinkButton>
        </>
      }
    >
      <p>{texts.licensedPrivateDriving}</p>
    </EmptyState>
  );
}
