import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { bookingPath } from '#rules/paths/booking-path.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import * as texts from '#texts/booking.ts';
import { currentTime } from '../ground/clock.ts';
import { useNow } from '../ground/use-now.ts';
import { HeldReminder } from '../holding/HeldReminder.tsx';
import { HoldBar } from '../holding/HoldBar.tsx';
import { HoldProblem } from '../holding/HoldProblem.tsx';
import { type HoldFailure, readHoldFailure } from '../holding/hold-refusal.ts';
import { useHolding } from '../holding/use-holding.ts';
import { PickupForm, type PickupValues } from '../pickup/PickupForm.tsx';
import { PickupNotes } from '../pickup/PickupNotes.tsx';
import type { Instructor } from '../records/instructor-record.ts';
import type { Lesson } from '../records/lesson-record.ts';
import { useLearnerDashboard } from '../records/use-dashboard.ts';
import { useOwnComingLessons, useOwnRecentLessons } from '../records/use-lessons.ts';
import { forgetLeftPath } from '../session/left-path.ts';
import { useSession } from '../session/use-session.ts';
import { useTermsGate } from '../terms/use-terms-gate.tsx';
import { slotPageOf, useSlots } from '../times/use-slots.ts';
import { LinkButton } from '../ui/Button.tsx';
import { formatMoney } from '../ui/format-money.ts';
import { formatLessonTime, formatMinutes, zoneLabel } from '../ui/format-time.ts';
import { inline } from '../ui/inline.ts';
import { Notice } from '../ui/Notice.tsx';
import { AfterDelay, Skeleton } from '../ui/Skeleton.tsx';
import { ByHandNotice } from './ByHandNotice.tsx';
import { InstructorLine } from './InstructorLine.tsx';
import { lacksOf } from './lacks-of.ts';
import { QuoteSummary } from './QuoteSummary.tsx';
import { useQuote } from './use-quote.ts';

// Most bookings don't need it: who books again is known.
const AboutYou = lazy(async () => ({ default: (await import('./AboutYou.tsx')).AboutYou }));

type ReviewBookingProps = {
  instructor: Instructor;
  start: string;
  durationMinutes: number;
  /** The held time that this one stands for once it is held. */
  replaces: string | undefined;
};

/** The chosen time; who books for the first time says who they are before anything is held. */
export function ReviewBooking(props: ReviewBookingProps) {
  const user = useSession();
  const dashboard = useLearnerDashboard();
  if (dashboard.isPending) return <PickupSkeleton />;
  const road = dashboard.data?.road;
  if (!user || !road || !Object.values(lacksOf(user, road)).includes(true)) return <Review {...props} />;
  return (
    <>
      <ChosenTime {...props} />
      <Suspense fallback={<PickupSkeleton />}>
        <AboutYou
          user={user}
          road={road}
          start={props.start}
          zone={props.instructor.timezone || undefined}
          held={props.replaces}
        />
      </Suspense>
    </>
  );
}

/** The chosen time with pick-up, price and terms, and the button that holds it. */
function Review({ instructor, start, durationMinutes, replaces }: ReviewBookingProps) {
  const navigate = useNavigate();
  const zone = instructor.timezone || undefined;
  const wanted = { instructor: instructor.id, start, durationMinutes };
  const quote = useQuote(wanted);
  const [page] = useState(() => slotPageOf(start, currentTime()));
  const { coming, held } = useOtherLessons(replaces, start);
  const [failure, setFailure] = useState<HoldFailure>();
  const [asked, setAsked] = useState<PickupValues>();
  const slots = useSlots({ ...wanted, page, exceptLesson: replaces, postalCode: asked?.postalCode });
  const gate = useTermsGate();
  const holding = useHolding((lesson) => void navigate(bookingPath({ lesson: lesson.id })));
  useEffect(() => forgetLeftPath(), []);

  const { own, hasClash } = ownAt(coming, wanted);
  const known = slots.isFetching || holding.isPending ? undefined : slots.data?.items;
  const shown = failure ?? (isMissing(known, start) && !own && !held ? goneFailure(hasClash) : undefined);

  const hold = (values: PickupValues) => {
    if (holding.isPending) return;
    setFailure(undefined);
    setAsked(values);
    gate.pass(() =>
      holding.mutate(
        { ...wanted, ...values, replaces },
        { onError: (error) => setFailure(readHoldFailure(error, hasClash)) },
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
        {held ? <Held lesson={held} zone={zone} /> : <HeldReminder exceptStart={start} />}
        <ChosenTime instructor={instructor} start={start} durationMinutes={durationMinutes} replaces={replaces} />
        {own ? (
          <OwnLesson lesson={own} />
        ) : (
          <>
            {shown?.kind === 'refused' && problem}
            <Pickup
              instructor={instructor}
              start={start}
              durationMinutes={durationMinutes}
              replaces={replaces}
              errors={shown?.kind === 'fields' ? shown.messages : undefined}
              onSubmit={hold}
            />
          </>
        )}
      </div>
      {gate.window}
      {!own && (
        <QuoteSummary
          quote={quote}
          zone={zone}
          formId="pick-up"
          isHeld={held !== undefined}
          isHolding={holding.isPending}
          isRepeat={shown?.kind === 'no_answer'}
          isBlocked={isHopeless(shown)}
          problem={shown && shown.kind !== 'refused' && problem}
        />
      )}
    </div>
  );
}

/** The learner's lessons to come but the one that is being changed; that one where it is held at this very start. */
function useOtherLessons(replaces: string | undefined, start: string) {
  const { data = [] } = useOwnComingLessons();
  const changed = data.find(({ id, status }) => id === replaces && status === 'held');
  return {
    coming: data.filter(({ id }) => id !== replaces),
    held: changed && isSameStart(changed, start) ? changed : undefined,
  };
}

/** How long the chosen time is held already. */
function Held({ lesson, zone }: { lesson: Lesson; zone: string | undefined }) {
  return <HoldBar holdExpiresAt={lesson.holdExpiresAt} nowMs={useNow()} zone={zone} />;
}

type PickupProps = {
  instructor: Instructor;
  start: string;
  durationMinutes: number;
  replaces: string | undefined;
  errors: Record<string, string> | undefined;
  onSubmit: (values: PickupValues) => void;
};

/** Where the lesson begins, filled in as the last time. */
function Pickup({ replaces, errors, onSubmit, ...wanted }: PickupProps) {
  const recent = useOwnRecentLessons();
  if (recent.isPending) return <PickupSkeleton />;
  return (
    <PickupForm
      remembered={rememberedOf(recent.data ?? [], replaces)}
      errors={errors}
      formId="pick-up"
      elsewhere={(postalCode) => <PickupNotes {...wanted} postalCode={postalCode} />}
      onSubmit={onSubmit}
    />
  );
}

/** Where the time that is being changed would begin, else the last lesson that has a place. */
function rememberedOf(recent: readonly Lesson[], replaces: string | undefined): Lesson | undefined {
  return recent.find(({ id }) => id === replaces) ?? recent.find(({ pickup }) => pickup);
}

/** With whom, what this very time costs, and when; the heading is read out as the step begins. */
function ChosenTime({ instructor, start, durationMinutes, replaces }: ReviewBookingProps) {
  const { data: quote } = useQuote({ instructor: instructor.id, start, durationMinutes });
  const zone = instructor.timezone || undefined;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const end = new Date(Date.parse(start) + durationMinutes * 60_000).toISOString();
  const price = (
    <span className="price text-base">
      {quote === undefined
        ? '\u00a0'
        : inline(
            texts.priceForLength({
              price: formatMoney(quote.totalCents),
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
          to={bookingPath({ instructor: instructor.id, durationMinutes, replaces })}
          className="inline-flex min-h-11 items-center"
        >
          {texts.changeTimeOrLength}
        </Link>
      </div>
    </>
  );
}

type Wanted = { instructor: string; start: string; durationMinutes: number };

/** The learner's own lesson at the very time with the same instructor, and whether any of theirs is in the way. */
function ownAt(coming: readonly Lesson[], { instructor, start, durationMinutes }: Wanted) {
  return {
    own: coming.find((lesson) => lesson.instructor === instructor && isSameStart(lesson, start)),
    hasClash: coming.some((lesson) => overlaps(lesson, start, durationMinutes)),
  };
}

/** Whether a time is not among the free ones; nothing is missing before these are known. */
function isMissing(slots: readonly { start: string }[] | undefined, start: string): boolean {
  return slots !== undefined && !slots.some((slot) => isSameStart(slot, start));
}

function isSameStart(one: { start: string }, start: string): boolean {
  return Date.parse(one.start) === Date.parse(start);
}

function overlaps(lesson: { start: string; end: string }, start: string, minutes: number): boolean {
  const from = Date.parse(start);
  return Date.parse(lesson.start) < from + minutes * 60_000 && Date.parse(lesson.end) > from;
}

/** Whether the time can't be had, whatever the pick-up. */
function isHopeless(failure: HoldFailure | undefined): boolean {
  return failure?.kind === 'refused' && !failure.refusal.isOfPickup;
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
      <LinkButton to={isHeld ? bookingPath({ lesson: lesson.id }) : lessonPath(lesson.id)}>
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
