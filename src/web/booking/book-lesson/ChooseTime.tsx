import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { bookingPath } from '#rules/paths/booking-path.ts';
import { waitPath } from '#rules/paths/learner-paths.ts';
import * as texts from '#texts/booking.ts';
import type { Instructor } from '../../platform/records/instructor-record.ts';
import type { Lesson } from '../../platform/records/lesson-record.ts';
import { useOwnComingLessons, useOwnRecentLessons } from '../../platform/records/use-lessons.ts';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';
import { formatMinutes, localDateOf, zoneLabel } from '../../platform/ui/format-time.ts';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { Alternatives } from '../holding/Alternatives.tsx';
import { HeldReminder } from '../holding/HeldReminder.tsx';
import { DayStrip } from '../times/DayStrip.tsx';
import { DayTimes } from '../times/DayTimes.tsx';
import { LengthChoice } from '../times/LengthChoice.tsx';
import { dayToShow, groupByDay } from '../times/slot-days.ts';
import { slotDays, useSlots } from '../times/use-slots.ts';
import { ByHandNotice } from './ByHandNotice.tsx';
import { InstructorLine } from './InstructorLine.tsx';

type ChooseTimeProps = {
  instructor: Instructor;
  wantedMinutes: number | undefined;
  /** The held time that the chosen one will stand for; it counts as free here. */
  replaces: string | undefined;
};

/** Length, day and time of a lesson with one instructor. A tap on a time leads on. */
export function ChooseTime({ instructor, wantedMinutes, replaces }: ChooseTimeProps) {
  const lengths = instructor.lessonMinutes.length > 0 ? instructor.lessonMinutes : [60];
  const [minutes, setMinutes] = useState(() =>
    // The shortest is what search results and the profile name a price and times for.
    wantedMinutes && lengths.includes(wantedMinutes) ? wantedMinutes : Math.min(...lengths),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="max-w-[52rem]">
      <HeldReminder />
      <InstructorLine instructor={instructor} />
      <ByHandNotice instructor={instructor} />
      <h2 ref={heading} tabIndex={-1} className="lane-top mt-6 pt-6 text-heading outline-none">
        {texts.whenToDrive}
      </h2>
      <LengthChoice lengths={lengths} value={minutes} onChange={setMinutes} />
      <FreeTimes key={minutes} instructor={instructor} minutes={minutes} replaces={replaces} />
    </div>
  );
}

type FreeTimesProps = { instructor: Instructor; minutes: number; replaces: string | undefined };

function FreeTimes({ instructor, minutes, replaces }: FreeTimesProps) {
  const zone = instructor.timezone || undefined;
  const [page, setPage] = useState(0);
  const [date, setDate] = useState<string>();
  const [isElsewhere, setElsewhere] = useState(false);
  const recent = useOwnRecentLessons();
  const known = recent.data?.find(({ pickup }) => pickup)?.postalCode;
  const postalCode = instructor.considersTravel && !isElsewhere ? known : undefined;
  const slots = useSlots({
    instructor: recent.isPending ? undefined : instructor.id,
    durationMinutes: minutes,
    page,
    exceptLesson: replaces,
    postalCode,
  });
  const coming = useOwnComingLessons();
  const navigate = useNavigate();

  if (slots.isError) {
    return (
      <ErrorState
        title={texts.freeTimesNotLoaded}
        detail={texts.nothingWasBookedOrCharged}
        onRetry={() => void slots.refetch()}
      />
    );
  }
  if (!slots.data) return <TimesSkeleton />;
  const isOwn = (lesson: Lesson) => lesson.instructor === instructor.id && lesson.id !== replaces;
  const { own, ownDates, heldDate } = withDates(coming.data?.filter(isOwn), zone);
  const days = groupByDay(slots.data.items, localDateOf(new Date(slots.fromMs), zone), slotDays);
  // Who comes back from a held time finds it, also where it was the last of its day.
  const shown = dayToShow(days, date ?? heldDate, ownDates);
  const hasLater = (instructor.horizonDays || 56) > slotDays * (page + 1);
  const turn = (to: number) => {
    setPage(to);
    setDate(undefined);
  };
  return (
    <>
      {/* Days that are all struck out say no more than the sentence below, and a strip without anything to focus can't be scrolled by keys. */}
      {shown && <DayStrip days={days} ownDates={ownDates} shown={shown.date} onChange={setDate} />}
      <div className="mt-1 mb-5 flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-note text-soft">
          {texts.minutesAllTimesZone({ minutes: formatMinutes(minutes), zone: zoneLabel(zone) })}
        </p>
        <div className="flex gap-1">
          {page > 0 && (
            <Button variant="quiet" onClick={() => turn(page - 1)}>
              {texts.earlierDays}
            </Button>
          )}
          {hasLater && (
            <Button variant="quiet" onClick={() => turn(page + 1)}>
              {texts.laterDays}
            </Button>
          )}
        </div>
      </div>
      {postalCode && (
        <p className="mb-4">
          {texts.timesForPickup({ postalCode })}{' '}
          <Button variant="quiet" onClick={() => setElsewhere(true)}>
            {texts.pickedUpElsewhere}
          </Button>
        </p>
      )}
      {shown ? (
        <DayTimes
          day={shown}
          zone={zone}
          own={own}
          onChoose={({ start }) =>
            void navigate(bookingPath({ instructor: instructor.id, start, durationMinutes: minutes, replaces }))
          }
        />
      ) : (
        <>
          <NoTimes instructor={instructor} onLater={hasLater ? () => turn(page + 1) : undefined} />
          <Alternatives
            wanted={{
              instructor: instructor.id,
              start: new Date(slots.fromMs).toISOString(),
              durationMinutes: minutes,
            }}
          />
        </>
      )}
    </>
  );
}

/** The learner's own lessons with their days, and the one of a time held for them. */
function withDates(lessons: readonly Lesson[] | undefined, zone: string | undefined) {
  const own = lessons ?? [];
  const held = own.find(({ status }) => status === 'held');
  return {
    own,
    ownDates: new Set(own.map(({ start }) => localDateOf(start, zone))),
    heldDate: held && localDateOf(held.start, zone),
  };
}

type NoTimesProps = { instructor: Instructor; onLater: (() => void) | undefined };

function NoTimes({ instructor: { id, name }, onLater }: NoTimesProps) {
  return (
    <EmptyState
      title={texts.nameHasNoFreeTime({ name })}
      action={
        <>
          {onLater && <Button onClick={onLater}>{texts.lookAtLaterDays}</Button>}
          <LinkButton to={waitPath({ instructor: id })} variant="secondary">
            {texts.tellMeWhenFree}
          </LinkButton>
          <LinkButton to="/instructors" variant="secondary">
            {texts.findAnotherInstructor}
          </LinkButton>
        </>
      }
    >
      <p>{texts.aShorterLessonMayStill}</p>
    </EmptyState>
  );
}

function TimesSkeleton() {
  return (
    <AfterDelay what={texts.theFreeTimes}>
      <Skeleton className="mb-8 h-17 w-full" />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} className="h-12" />
        ))}
      </div>
    </AfterDelay>
  );
}
