import { CalendarPlus } from 'lucide-react';
import { Link } from 'react-router';
import { bookLessonPath } from '#rules/paths/booking-path.ts';
import { lessonHistoryPath, lessonPath } from '#rules/paths/lesson-paths.ts';
import * as texts from '#texts/dashboard.ts';
import type { LearnerDashboardAnswer, LearnerLesson, SkillProgress } from '#wire/dashboard.ts';
import { BookAgain } from '../../booking/book-lesson/BookAgain.tsx';
import { HeldReminder } from '../../booking/holding/HeldReminder.tsx';
import { skillName } from '../../booking/lesson-log/skill-words.ts';
import { LessonTable } from '../../booking/lessons/LessonTable.tsx';
import { NextLessonTicket } from '../../booking/lessons/NextLessonTicket.tsx';
import { RoadStrip } from '../../booking/road/RoadStrip.tsx';
import { SavedSection } from '../../booking/saved/SavedSection.tsx';
import { statusWords } from '../../platform/records/lesson-status.ts';
import { useLearnerDashboard } from '../../platform/records/use-dashboard.ts';
import { useOwnComingLessons } from '../../platform/records/use-lessons.ts';
import { isAwaited } from '../../platform/session/is-awaited.ts';
import { AllAtOnce } from '../../platform/ui/AllAtOnce.tsx';
import { Badge } from '../../platform/ui/Badge.tsx';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';
import { formatClock, formatLessonTime, formatStart } from '../../platform/ui/format-time.ts';
import { ProgressLane } from '../../platform/ui/ProgressLane.tsx';
import { Section } from '../../platform/ui/Section.tsx';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { StandingNotice } from '../../trust/reliability/StandingNotice.tsx';
import { useStanding } from '../../trust/reliability/use-standing.ts';
import { KeptNotice } from './KeptNotice.tsx';
import { OwnMeans } from './OwnMeans.tsx';
import { TeachingHint } from './TeachingHint.tsx';
import { useTeaches } from './use-teaches.ts';

/** The learner's dashboard: when, where and who next; how far along; what has been. */
export function LearnerDashboard() {
  const { data, isError, dataUpdatedAt, refetch } = useLearnerDashboard();
  // What may stand above the rest is known first: it would push the rest down.
  const isWaiting = [useStanding(), useTeaches(), useOwnComingLessons()].some(isAwaited);
  if (data && !isWaiting)
    return (
      <>
        <KeptNotice read={{ data, dataUpdatedAt, isError }} onRetry={() => void refetch()} />
        <Loaded answer={data} />
      </>
    );
  if (isError) {
    return (
      <ErrorState
        title={texts.dashboardNotLoaded}
        detail={texts.triedAtClockYourLessons({ clock: formatClock(new Date()) })}
        onRetry={() => void refetch()}
      />
    );
  }
  return <LearnerSkeleton />;
}

function Loaded({ answer }: { answer: LearnerDashboardAnswer }) {
  return (
    <>
      <StandingNotice side="learner" />
      <TeachingHint />
      <HeldReminder />
      <RoadStrip road={answer.road} />
      <div className="grid items-start gap-x-10 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,0.9fr)]">
        <div>
          <Section title={texts.yourNextLesson}>
            {answer.nextLesson ? (
              <NextLessonTicket lesson={answer.nextLesson} advice={answer.pickupAdvice} />
            ) : (
              <NoNextLesson />
            )}
            {answer.upcoming.length > 0 && <Later lessons={answer.upcoming} />}
            {answer.nextLesson && (
              <p className="mt-5">
                <BookButton />
              </p>
            )}
          </Section>
          {answer.history.length > 0 && <BookAgain />}
        </div>
        <AllAtOnce>
          {answer.askedAbout && <HowWasIt asked={answer.askedAbout} />}
          <Section title={texts.howFarYouAre} note={hoursDriven(answer.totals)}>
            <Skills skills={answer.skills} />
          </Section>
        </AllAtOnce>
      </div>
      <AllAtOnce>
        <SavedSection saved={answer.saved} />
        <OwnMeans />
        <History lessons={answer.history} />
      </AllAtOnce>
    </>
  );
}

function History({ lessons }: { lessons: LearnerDashboardAnswer['history'] }) {
  return (
    <Section
      title={texts.lessonHistory}
      action={
        lessons.length > shownPast && (
          <Link to={lessonHistoryPath} className="inline-flex min-h-11 items-center">
            {texts.seeAllLessons}
          </Link>
        )
      }
    >
      {lessons.length > 0 ? (
        <LessonTable lessons={lessons.slice(0, shownPast)} caption={texts.yourLatestLessons} />
      ) : (
        <EmptyState title={texts.noLessonsBehindYouYet}>
          <p>{texts.afterEachLessonYouFind}</p>
        </EmptyState>
      )}
    </Section>
  );
}

/** How many past lessons the dashboard shows; the rest is one link away. */
const shownPast = 5;

function hoursDriven({ completedLessons, completedMinutes }: LearnerDashboardAnswer['totals']): string | undefined {
  if (completedLessons === 0) return undefined;
  const hours = Math.round(completedMinutes / 6) / 10;
  return texts.lessonsAndHours({ completedLessons, hours });
}

/** Asks what the last lesson was like, where the rules ask; the lesson's page takes the answer. */
function HowWasIt({ asked }: { asked: NonNullable<LearnerDashboardAnswer['askedAbout']> }) {
  const { lesson, start, instructorName, timezone } = asked;
  return (
    <section aria-label={texts.howWasIt} className="card mb-8 flex flex-wrap items-center justify-between gap-3 p-5">
      <p>
        <b className="block font-semibold">{texts.howWasIt}</b>
        <span className="text-soft">{texts.lessonWithOn({ instructorName, when: formatStart(start, timezone) })}</span>
      </p>
      <LinkButton variant="secondary" to={lessonPath(lesson)}>
        {texts.sayHowItWas}
      </LinkButton>
    </section>
  );
}

function BookButton() {
  return (
    <LinkButton to={bookLessonPath}>
      <CalendarPlus size={18} strokeWidth={1.75} aria-hidden />
      {texts.bookNewLesson}
    </LinkButton>
  );
}

function NoNextLesson() {
  return (
    <EmptyState title={texts.noLessonBooked} action={<BookButton />}>
      <p>{texts.bookOneAndItsTime}</p>
    </EmptyState>
  );
}

function Later({ lessons }: { lessons: readonly LearnerLesson[] }) {
  return (
    <div className="mt-5">
      <h3 className="mb-1 font-semibold font-text text-body tracking-normal">{texts.afterThat}</h3>
      <ul>
        {lessons.map((lesson) => (
          <li key={lesson.id} className="border-line border-b last:border-0">
            <Link
              to={lessonPath(lesson.id)}
              className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 py-1 text-ink no-underline hover:underline"
            >
              <span className="figures font-semibold">
                {formatLessonTime(lesson.start, lesson.end, lesson.instructor.timezone || undefined)}
              </span>
              <span className="flex flex-wrap items-center gap-x-3 text-soft">
                {lesson.status === 'requested' && <Requested />}
                {lesson.instructor.name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Requested() {
  const { word, tone } = statusWords('requested', 'learner');
  return <Badge tone={tone}>{word}</Badge>;
}

function Skills({ skills }: { skills: readonly SkillProgress[] }) {
  if (skills.length === 0) {
    return (
      <EmptyState title={texts.nothingLoggedYet}>
        <p>{texts.afterEachLessonYourInstructor}</p>
      </EmptyState>
    );
  }
  return (
    <ul className="grid gap-3">
      {skills.map(({ skill, name, percent }) => (
        <li key={skill}>
          <ProgressLane label={skillName(skill, name)} percent={percent} />
        </li>
      ))}
    </ul>
  );
}

function LearnerSkeleton() {
  return (
    <AfterDelay what={texts.yourDashboard}>
      <div className="grid gap-x-10 gap-y-10 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,0.9fr)]">
        <Skeleton className="h-72" />
        <Skeleton className="h-72" />
      </div>
      <Skeleton className="mt-10 h-56 w-full" />
    </AfterDelay>
  );
}
