import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { dashboardPath } from '#rules/paths/account-paths.ts';
import { bookingPath } from '#rules/paths/booking-path.ts';
import { writeToInstructorPath } from '#rules/paths/message-paths.ts';
import * as texts from '#texts/lessons.ts';
import type { AdviceLine } from '#wire/pickup-advice.ts';
import { useConfig } from '../../platform/ground/use-config.ts';
import type { Lesson } from '../../platform/records/lesson-record.ts';
import { isAhead, isToCome } from '../../platform/records/lesson-record.ts';
import { useLearnerDashboard } from '../../platform/records/use-dashboard.ts';
import { useLesson } from '../../platform/records/use-lessons.ts';
import { isAwaited } from '../../platform/session/is-awaited.ts';
import { refusalIn } from '../../platform/session/server-errors.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { AllAtOnce } from '../../platform/ui/AllAtOnce.tsx';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';
import { formatClock } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { EndedClaim } from '../../trust/claims/EndedClaim.tsx';
import { LessonReviews } from '../../trust/reviews/LessonReviews.tsx';
import { BookAgain } from '../book-lesson/BookAgain.tsx';
import { ConfirmLesson } from '../lesson-log/ConfirmLesson.tsx';
import { LessonLogCard } from '../lesson-log/LessonLogCard.tsx';
import { usePickupAdvice } from '../pickup-advice/use-pickup-advice.ts';
import { SaveButton } from '../saved/SaveButton.tsx';
import { AbsenceCard } from './AbsenceCard.tsx';
import { BeyondPapers } from './BeyondPapers.tsx';
import { CancellationCard } from './CancellationCard.tsx';
import { CancelUntil } from './CancelUntil.tsx';
import { googleCalendarLink, outlookCalendarLink } from './calendar-links.ts';
import { LessonActions } from './LessonActions.tsx';
import { LessonFacts } from './LessonFacts.tsx';
import { NextLessonTicket } from './NextLessonTicket.tsx';
import { Receipt } from './Receipt.tsx';
import { TakenBackCard } from './TakenBackCard.tsx';
import { withInstructor } from './with-instructor.ts';

/** One lesson: its ticket, the ways into a calendar and the receipt. Right after paying it says that the lesson is booked. */
export function LessonPage() {
  const { id = '' } = useParams();
  const { data: lesson, isError, error, refetch } = useLesson(id);
  if (lesson) return <Loaded lesson={lesson} />;
  if (isError && refusalIn(error)?.status === 404) {
    return (
      <EmptyState
        title={texts.thereIsNoSuchLesson}
        action={<LinkButton to={dashboardPath}>{texts.goToTheDashboard}</LinkButton>}
      >
        <p>{texts.itMayBelongToAnother}</p>
      </EmptyState>
    );
  }
  if (isError) {
    return <ErrorState title={texts.lessonNotLoaded} detail={texts.lessonAsItWas} onRetry={() => void refetch()} />;
  }
  return <Waiting />;
}

function Waiting() {
  return (
    <AfterDelay what={texts.theLesson}>
      <Skeleton className="mb-6 h-10 w-72" />
      <Skeleton className="h-64 w-full" />
    </AfterDelay>
  );
}

function Loaded({ lesson }: { lesson: Lesson }) {
  const user = useSession();
  return user?.id === lesson.learner ? <OfLearner lesson={lesson} /> : <LessonFacts lesson={lesson} />;
}

function OfLearner({ lesson: record }: { lesson: Lesson }) {
  const [query] = useSearchParams();
  const dashboard = useLearnerDashboard();
  const lesson = withInstructor(record, dashboard.data);
  const advice = useAdviceAhead(lesson);
  // Each would push down what is below when it came later: the first carries the instructor's number.
  if (isAwaited(dashboard) || advice === undefined) return <Waiting />;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,0.8fr)]">
      <div>
        {query.has('confirmed') && isToCome(lesson.status) && <Confirmed lesson={lesson} />}
        <LearnerTicket lesson={lesson} advice={advice} />
        <AllAtOnce>
          <BeyondPapers lesson={lesson} side="learner" />
          <BelowTicket lesson={lesson} />
        </AllAtOnce>
      </div>
      <AllAtOnce>
        <Receipt lesson={lesson} />
      </AllAtOnce>
    </div>
  );
}

function BelowTicket({ lesson }: { lesson: Lesson }) {
  const queries = useQueryClient();
  const onSaved = () => void queries.invalidateQueries({ queryKey: ['dashboard'] });
  return (
    <>
      <CancelUntil lesson={lesson} />
      <CancellationCard lesson={lesson} side="learner" />
      <AbsenceCard lesson={lesson} side="learner" />
      <TakenBackCard lesson={lesson} side="learner" />
      <EndedClaim lesson={lesson} />
      {isAhead(lesson) && <OtherCalendars lesson={lesson} />}
      {lesson.status !== 'held' && (
        <p className="mt-4 flex flex-wrap items-center gap-2 print:hidden">
          <LinkButton variant="secondary" to={writeToInstructorPath(lesson.instructor)}>
            {texts.messageInstructorName({ instructorName: lesson.expand?.instructor?.name ?? texts.theInstructor })}
          </LinkButton>
          {lesson.expand?.instructor?.status === 'listed' && (
            <SaveButton instructor={lesson.expand.instructor} onChanged={onSaved} />
          )}
        </p>
      )}
      <ConfirmLesson lesson={lesson} />
      <LessonLogCard lesson={lesson} />
      <LessonReviews lesson={lesson} side="learner" />
      {!isToCome(lesson.status) && lesson.status !== 'held' && (
        // On a phone the receipt follows, with a gap of its own.
        <div className="mt-6 max-lg:-mb-10">
          <BookAgain instructor={lesson.instructor} />
        </div>
      )}
    </>
  );
}

function Confirmed({ lesson }: { lesson: Lesson }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { sendsMail } = useConfig();
  const name = lesson.expand?.instructor?.name ?? texts.theInstructor;
  const told = sendsMail ? texts.confirmedAndMailed({ name }) : texts.confirmedAndTold({ name });
  const isRequest = lesson.status === 'requested';
  const zone = lesson.expand?.instructor?.timezone || undefined;
  return (
    <div className="mb-6">
      <h2 ref={heading} tabIndex={-1} className="text-heading outline-none">
        {isRequest ? texts.paidNowNameHasTo({ name }) : texts.yourLessonIsBooked}
      </h2>
      <p className="mt-2 text-soft">{isRequest ? texts.youAreToldByMail : told}</p>
      {!isRequest && (
        <>
          <h3 className="mt-4 text-title">{texts.whatComesNext}</h3>
          <ol className="mt-1 grid list-decimal gap-1 pl-5">
            <li>{texts.beAtPickup({ pickup: lesson.pickup, time: formatClock(lesson.start, zone) })}</li>
            <li>{texts.sayStartCode({ name })}</li>
          </ol>
        </>
      )}
    </div>
  );
}

function LearnerTicket({ lesson, advice }: { lesson: Lesson; advice: readonly AdviceLine[] }) {
  const instructor = lesson.expand?.instructor;
  const phone = usePhone(lesson);
  if (lesson.status === 'held') {
    return (
      <Notice kind="attention" className="mb-6">
        <p className="mb-3">{texts.heldUnpaid}</p>
        <LinkButton to={bookingPath({ lesson: lesson.id })}>{texts.goOnToPay}</LinkButton>
        <LessonActions lesson={lesson} side="learner" />
      </Notice>
    );
  }
  const face = {
    name: instructor?.name ?? texts.instructor,
    vehiclePlate: instructor?.vehiclePlate ?? '',
    vehicleModel: instructor?.vehicleModel ?? '',
    timezone: instructor?.timezone ?? '',
    phone,
  };
  return (
    <NextLessonTicket
      heading="h2"
      advice={advice}
      lesson={{ ...lesson, startCode: lesson.status === 'confirmed' ? (lesson.startCode ?? '') : '', instructor: face }}
    />
  );
}

/** What is advised for the pick-up of a lesson that has not ended; undefined while that is read, nothing where it can't be. */
function useAdviceAhead(lesson: Lesson): readonly AdviceLine[] | undefined {
  const postalCode = isAhead(lesson) ? lesson.postalCode : '';
  const { data, isLoading } = usePickupAdvice({ ...lesson, postalCode });
  return isLoading ? undefined : (data ?? []);
}

/** The instructor's number, which the dashboard's answer carries from confirmation until a day after the lesson. */
function usePhone(lesson: Lesson): string {
  const { data } = useLearnerDashboard();
  const lessons = data ? [data.nextLesson, ...data.upcoming, ...data.history] : [];
  return lessons.find((other) => other?.id === lesson.id)?.instructor.phone ?? '';
}

function OtherCalendars({ lesson }: { lesson: Lesson }) {
  const instructor = lesson.expand?.instructor;
  const entry = {
    title: texts.drivingLessonWith({ instructorName: instructor?.name ?? texts.myInstructor }),
    start: lesson.start,
    end: lesson.end,
    place: [lesson.pickup, lesson.postalCode && texts.singaporePostalCode({ postalCode: lesson.postalCode })]
      .filter(Boolean)
      .join(', '),
    details: [instructor?.vehicleModel, instructor?.vehiclePlate].filter(Boolean).join(' '),
  };
  return (
    <p className="mt-4 text-note text-soft print:hidden">
      {inline(
        texts.orStraightIntoGoogleCalendar({
          link: (text) => (
            <a
              href={googleCalendarLink(entry)}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center"
            >
              {text}
            </a>
          ),
          link2: (text) => (
            <a
              href={outlookCalendarLink(entry)}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center"
            >
              {text}
            </a>
          ),
        }),
      )}
    </p>
  );
}
