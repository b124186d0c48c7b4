import { useEffect, useRef } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { LessonLogCard } from '../lesson-log/LessonLogCard.tsx';
import { refusalIn } from '../session/server-errors.ts';
import { useSession } from '../session/use-session.ts';
import { LinkButton } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Notice } from '../ui/Notice.tsx';
import { AfterDelay, Skeleton } from '../ui/Skeleton.tsx';
import { googleCalendarLink, outlookCalendarLink } from './calendar-links.ts';
import { LessonFacts } from './LessonFacts.tsx';
import type { Lesson } from './lesson-record.ts';
import { isToCome } from './lesson-record.ts';
import { NextLessonTicket } from './NextLessonTicket.tsx';
import { Receipt } from './Receipt.tsx';
import { useLearnerDashboard } from './use-dashboard.ts';
import { useLesson } from './use-lessons.ts';

/** One lesson: its ticket, the ways into a calendar and the receipt. Right after paying it says that the lesson is booked. */
export function LessonPage() {
  const { id = '' } = useParams();
  const { data: lesson, isError, error, refetch } = useLesson(id);
  if (lesson) return <Loaded lesson={lesson} />;
  if (isError && refusalIn(error)?.status === 404) {
    return (
      <EmptyState title="There is no such lesson" action={<LinkButton to="/dashboard">Go to the dashboard</LinkButton>}>
        <p>It may belong to another account, or the address has a typing mistake.</p>
      </EmptyState>
    );
  }
  if (isError) {
    return (
      <ErrorState
        title="The lesson could not be loaded"
        detail="It is as it was. Check the connection and try again."
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <AfterDelay what="the lesson">
      <Skeleton className="mb-6 h-10 w-72" />
      <Skeleton className="h-64 w-full" />
    </AfterDelay>
  );
}

function Loaded({ lesson }: { lesson: Lesson }) {
  const user = useSession();
  const [query] = useSearchParams();
  const isLearner = user?.id === lesson.learner;
  if (!isLearner) return <LessonFacts lesson={lesson} />;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,0.8fr)]">
      <div>
        {query.has('confirmed') && isToCome(lesson.status) && <Confirmed lesson={lesson} />}
        <LearnerTicket lesson={lesson} />
        {isToCome(lesson.status) && <OtherCalendars lesson={lesson} />}
        {lesson.status !== 'held' && (
          <p className="mt-4 print:hidden">
            <LinkButton variant="secondary" to={`/dashboard/messages/new?instructor=${lesson.instructor}`}>
              Message {lesson.expand?.instructor?.name ?? 'the instructor'}
            </LinkButton>
          </p>
        )}
        <LessonLogCard lesson={lesson.id} />
      </div>
      <Receipt lesson={lesson} />
    </div>
  );
}

function Confirmed({ lesson }: { lesson: Lesson }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const name = lesson.expand?.instructor?.name ?? 'the instructor';
  const isRequest = lesson.status === 'requested';
  return (
    <div className="mb-6">
      <h2 ref={heading} tabIndex={-1} className="text-3xl outline-none">
        {isRequest ? `Paid. Now ${name} has to accept` : 'Your lesson is booked'}
      </h2>
      <p className="mt-2 text-soft">
        {isRequest
          ? 'You are told by mail and here. If the answer is no, or none comes in time, all of your money comes back.'
          : `${name} has been told. A mail with the calendar entry is on its way to you.`}
      </p>
    </div>
  );
}

function LearnerTicket({ lesson }: { lesson: Lesson }) {
  const instructor = lesson.expand?.instructor;
  const phone = usePhone(lesson);
  if (lesson.status === 'held') {
    return (
      <Notice kind="attention" className="mb-6">
        <p className="mb-3">This time is held for you and not paid yet.</p>
        <LinkButton to={`/dashboard/book-lesson?lesson=${lesson.id}`}>Go on to pay</LinkButton>
      </Notice>
    );
  }
  const face = {
    name: instructor?.name ?? 'Instructor',
    vehiclePlate: instructor?.vehiclePlate ?? '',
    vehicleModel: instructor?.vehicleModel ?? '',
    timezone: instructor?.timezone ?? '',
    phone,
  };
  return (
    <NextLessonTicket
      heading="h2"
      lesson={{ ...lesson, startCode: isToCome(lesson.status) ? (lesson.startCode ?? '') : '', instructor: face }}
    />
  );
}

/** The instructor's number, which the dashboard's answer carries from confirmation until a day after the lesson. */
function usePhone(lesson: Lesson): string {
  const { data } = useLearnerDashboard();
  const lessons = data ? [data.nextLesson, ...data.upcoming] : [];
  return lessons.find((other) => other?.id === lesson.id)?.instructor.phone ?? '';
}

function OtherCalendars({ lesson }: { lesson: Lesson }) {
  const instructor = lesson.expand?.instructor;
  const entry = {
    title: `Driving lesson with ${instructor?.name ?? 'my instructor'}`,
    start: lesson.start,
    end: lesson.end,
    place: [lesson.pickup, lesson.postalCode && `Singapore ${lesson.postalCode}`].filter(Boolean).join(', '),
    details: [instructor?.vehicleModel, instructor?.vehiclePlate].filter(Boolean).join(' '),
  };
  return (
    <p className="mt-4 text-sm text-soft">
      Or straight into{' '}
      <a
        href={googleCalendarLink(entry)}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center"
      >
        Google Calendar
      </a>{' '}
      ·{' '}
      <a
        href={outlookCalendarLink(entry)}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center"
      >
        Outlook
      </a>
    </p>
  );
}
