import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import * as texts from '#texts/booking.ts';
import { currentTime } from '../app/clock.ts';
import type { Instructor } from '../lessons/instructor-record.ts';
import { useOwnComingLessons, useOwnRecentLessons } from '../lessons/use-lessons.ts';
import { forgetLeftPath } from '../session/left-path.ts';
import { useTermsGate } from '../terms/use-terms-gate.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { formatMoney } from '../ui/format-money.ts';
import { formatLessonTime, formatMinutes, zoneLabel } from '../ui/format-time.ts';
import { inline } from '../ui/inline.ts';
import { Notice } from '../ui/Notice.tsx';
import { AfterDelay, Skeleton } from '../ui/Skeleton.tsx';
import { ByHandNotice } from './ByHandNotice.tsx';
import { bookingPath } from './booking-address.ts';
import { HeldReminder } from './HeldReminder.tsx';
import { HoldProblem } from './HoldProblem.tsx';
import { type HoldFailure, readHoldFailure } from './hold-refusal.ts';
import { InstructorLine } from './InstructorLine.tsx';
import { PickupForm, type PickupValues } from './PickupForm.tsx';
import { QuoteSummary } from './QuoteSummary.tsx';
import { slotPageOf, useQuote, useSlots } from './use-booking-reads.ts';
import { useHolding } from './use-holding.ts';

type ReviewBookingProps = { instructor: Instructor; start: string; durationMinutes: number };

/** The chosen time with pick-up, price and terms, and the button that holds it. */
export function ReviewBooking({ instructor, start, durationMinutes }: ReviewBookingProps) {
  const navigate = useNavigate();
  const zone = instructor.timezone || undefined;
  const wanted = { instructor: instructor.id, start, durationMinutes };
  const isSame = (other: { start: string }) => Date.parse(other.start) === Date.parse(start);
  const quote = useQuote(wanted);
  const [page] = useState(() => slotPageOf(start, currentTime()));
  const slots = useSlots({ ...wanted, page });
  const coming = useOwnComingLessons();
  const recent = useOwnRecentLessons();
  const [failure, setFailure] = useState<HoldFailure>();
  const [asked, setAsked] = useState<PickupValues>();
  const gate = useTermsGate();
  const holding = useHolding((lesson) => void navigate(bookingPath({ lesson: lesson.id })));
  useEffect(() => forgetLeftPath(), []);

  const own = coming.data?.find((lesson) => lesson.instructor === instructor.id && isSame(lesson));
  const clash = coming.data?.find((lesson) => overlaps(lesson, start, durationMinutes));
  const isGone = slots.data !== undefined && !slots.isFetching && !holding.isPending && !slots.data.items.some(isSame);
  const shown = failure ?? (isGone && !own ? goneFailure(clash !== undefined) : undefined);

  const hold = (values: PickupValues) => {
    if (holding.isPending) return;
    setFailure(undefined);
    setAsked(values);
    gate.pass(() =>
      holding.mutate(
        { ...wanted, ...values },
        { onError: (error) => setFailure(readHoldFailure(error, clash !== undefined)) },
      ),
    );
  };
  const problem = shown && (
    <HoldProblem
      failure={shown}
      wanted={wanted}
      slots={slots.data?.items ?? []}
      zone={zone}
      pickup={asked}
      isAnswer={failure === shown}
    />
  );
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
      <div>
        <HeldReminder exceptStart={start} />
        <ChosenTime
          instructor={instructor}
          start={start}
          durationMinutes={durationMinutes}
          cents={quote.data?.totalCents}
        />
        {own && <OwnLesson lesson={own} />}
        {!own && shown?.kind === 'refused' && problem}
        {!own &&
          (recent.isPending ? (
            <PickupSkeleton />
          ) : (
            <PickupForm
              remembered={recent.data?.find(({ pickup }) => pickup)}
              errors={shown?.kind === 'fields' ? shown.messages : undefined}
              formId="pick-up"
              onSubmit={hold}
            />
          ))}
      </div>
      {gate.window}
      {!own && (
        <QuoteSummary
          quote={quote}
          zone={zone}
          formId="pick-up"
          isHolding={holding.isPending}
          isRepeat={shown?.kind === 'no_answer'}
          isBlocked={shown?.kind === 'refused'}
          problem={shown && shown.kind !== 'refused' && problem}
        />
      )}
    </div>
  );
}

type ChosenTimeProps = ReviewBookingProps & { cents: number | undefined };

/** With whom, what this very time costs, and when; the heading is read out as the step begins. */
function ChosenTime({ instructor, start, durationMinutes, cents }: ChosenTimeProps) {
  const zone = instructor.timezone || undefined;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const end = new Date(Date.parse(start) + durationMinutes * 60_000).toISOString();
  const price = (
    <span className="price text-base">
      {cents === undefined
        ? '\u00a0'
        : inline(
            texts.priceForLength({
              price: formatMoney(cents),
              length: formatMinutes(durationMinutes),
              small: (text) => <small>{text}</small>,
            }),
          )}
    </span>
  );
  return (
    <>
      <InstructorLine instructor={instructor} price={price} />
      <ByHandNotice instructor={instructor} start={start} />
      <div className="lane-top mt-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-1 pt-6">
        <div>
          <h2 ref={heading} tabIndex={-1} className="figures text-2xl outline-none">
            {formatLessonTime(start, end, zone)}
          </h2>
          <p className="mt-1 text-soft">
            {formatMinutes(durationMinutes)} · {zoneLabel(zone)}
          </p>
        </div>
        <Link
          to={bookingPath({ instructor: instructor.id, durationMinutes })}
          className="inline-flex min-h-11 items-center"
        >
          {texts.changeTime}
        </Link>
      </div>
    </>
  );
}

function overlaps(lesson: { start: string; end: string }, start: string, minutes: number): boolean {
  const from = Date.parse(start);
  return Date.parse(lesson.start) < from + minutes * 60_000 && Date.parse(lesson.end) > from;
}

/** A time that is not offered any more when the page is opened: the same words as a refusal would have. */
function goneFailure(isOwnTime: boolean): HoldFailure {
  const sentence = isOwnTime ? texts.ownLessonAtThatTime : texts.thatTimeIsNoLonger;
  return { kind: 'refused', refusal: { sentence, wayOn: 'other_times' }, freshSlots: undefined };
}

function OwnLesson({ lesson }: { lesson: { id: string; status: string } }) {
  const isHeld = lesson.status === 'held';
  return (
    <Notice kind={isHeld ? 'attention' : 'success'} className="mt-5">
      <p className="mb-3">{isHeld ? texts.youAreHoldingThisTime : texts.youHaveBookedThisLesson}</p>
      <LinkButton to={isHeld ? bookingPath({ lesson: lesson.id }) : `/dashboard/lessons/${lesson.id}`}>
        {isHeld ? texts.goOnToPay : texts.openTheLesson}
      </LinkButton>
    </Notice>
  );
}

function PickupSkeleton() {
  return (
    <AfterDelay what={texts.yourLastPickUp}>
      <Skeleton className="mt-6 h-64 w-full" />
    </AfterDelay>
  );
}
