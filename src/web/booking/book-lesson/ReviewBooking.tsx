import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { bookingPath } from '#rules/paths/booking-path.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import * as texts from '#texts/booking.ts';
import type { RoadAnswer } from '#wire/road.ts';
import { useTermsTick } from '../../people/terms/use-terms-tick.tsx';
import { currentTime } from '../../platform/ground/clock.ts';
import { useNow } from '../../platform/ground/use-now.ts';
import type { Instructor } from '../../platform/records/instructor-record.ts';
import type { Lesson } from '../../platform/records/lesson-record.ts';
import { useLearnerDashboard } from '../../platform/records/use-dashboard.ts';
import { useOwnComingLessons, useOwnRecentLessons } from '../../platform/records/use-lessons.ts';
import { forgetLeftPath } from '../../platform/session/left-path.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { HeldReminder } from '../holding/HeldReminder.tsx';
import { HoldBar } from '../holding/HoldBar.tsx';
import { HoldProblem } from '../holding/HoldProblem.tsx';
import { type HoldFailure, readHoldFailure } from '../holding/hold-refusal.ts';
import { useHolding } from '../holding/use-holding.ts';
import { PickupForm, type PickupValues } from '../pickup/PickupForm.tsx';
import { PickupNotes } from '../pickup/PickupNotes.tsx';
import { slotPageOf, useSlots } from '../times/use-slots.ts';
import { LawTicks, WhoYouAre } from './AboutYou.tsx';
import { ChosenTime } from './ChosenTime.tsx';
import { QuoteSummary } from './QuoteSummary.tsx';
import { type AboutYou, useAboutYou } from './use-about-you.ts';
import { useClassChoice } from './use-class-choice.tsx';
import { useQuote } from './use-quote.ts';

type ReviewBookingProps = {
  instructor: Instructor;
  start: string;
  durationMinutes: number;
  /** The held time that this one stands for once it is held. */
  replaces: string | undefined;
};

/** The chosen time with all that is asked before it is paid; who books for the first time says who they are on the same page. */
export function ReviewBooking(props: ReviewBookingProps) {
  const user = useSession();
  const dashboard = useLearnerDashboard();
  const terms = useTermsTick();
  if (dashboard.isPending || terms.isPending) return <PickupSkeleton />;
  if (!user) return null;
  return <Review {...props} user={user} road={dashboard.data?.road} terms={terms} />;
}

type ReviewProps = ReviewBookingProps & {
  user: SessionUser;
  /** Unknown where it could not be read: nobody is kept from booking by that. */
  road: RoadAnswer | undefined;
  terms: ReturnType<typeof useTermsTick>;
};

/** The chosen time with pick-up, price and terms, and the button that holds it. */
function Review({ instructor, start, durationMinutes, replaces, user, road, terms }: ReviewProps) {
  const navigate = useNavigate();
  const zone = instructor.timezone || undefined;
  const wanted = { instructor: instructor.id, start, durationMinutes };
  const quote = useQuote(wanted);
  const [page] = useState(() => slotPageOf(start, currentTime()));
  const { coming, held } = useOtherLessons(replaces, start);
  const [failure, setFailure] = useState<HoldFailure>();
  const [asked, setAsked] = useState<PickupValues>();
  const slots = useSlots({ ...wanted, page, exceptLesson: replaces, postalCode: asked?.postalCode });
  const classes = useClassChoice(instructor, useLastClass(instructor.id));
  const saying = useSaying(useAboutYou(user, road, { start, zone }), terms, classes.field);
  const holding = useHolding((lesson) => void navigate(bookingPath({ lesson: lesson.id })));
  useEffect(() => {
    forgetLeftPath();
    // The page that comes next; where it can't be had now, it is fetched then.
    import('./PayHeldLesson.tsx').catch(() => undefined);
  }, []);

  const { own, hasClash } = ownAt(coming, wanted);
  const isSending = saying.isPending || holding.isPending;
  const known = slots.isFetching || isSending ? undefined : slots.data?.items;
  const shown = failure ?? (isMissing(known, start, own ?? held) ? goneFailure(hasClash) : undefined);

  const hold = (values: PickupValues) => {
    if (isSending) return;
    setFailure(undefined);
    setAsked(values);
    const onError = (error: unknown) => setFailure(readHoldFailure(error, hasClash));
    // First what was said of oneself and agreed to: the page that follows asks for none of it.
    saying.mutate(undefined, {
      onSuccess: () => holding.mutate({ ...wanted, ...values, ...classes.sent, replaces }, { onError }),
    });
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
              errors={fieldErrorsOf(shown)}
              also={saying.also}
              onSubmit={hold}
            />
          </>
        )}
      </div>
      {!own && (
        <QuoteSummary
          quote={quote}
          zone={zone}
          formId="pick-up"
          isHeld={held !== undefined}
          isHolding={isSending}
          isRepeat={shown?.kind === 'no_answer'}
          isBlocked={isHopeless(shown)}
          problem={<AtButton error={saying.error}>{shown?.kind !== 'refused' && problem}</AtButton>}
        />
      )}
    </div>
  );
}

/** What somebody says of themselves and agrees to in the form of the pick-up: its parts, and how it is kept. */
function useSaying(about: AboutYou, terms: ReviewProps['terms'], classes: ReactNode) {
  const { mutate, isPending, error } = useMutation({ mutationFn: () => about.save().then(terms.save) });
  const below = (
    <>
      <LawTicks about={about} />
      {terms.tick}
    </>
  );
  const above = (
    <>
      <WhoYouAre about={about} />
      {classes}
    </>
  );
  const check = () => [...about.check(), ...terms.check()];
  return { mutate, isPending, error, also: { above, below, check } };
}

/** The class of the learner's last lesson with an instructor. */
function useLastClass(instructor: string): string | undefined {
  const { data = [] } = useOwnRecentLessons();
  return data.find((lesson) => lesson.instructor === instructor && lesson.licenceClass)?.licenceClass;
}

/** What went wrong, at the button: that what was said of oneself could not be kept, else what came of the hold. */
function AtButton({ error, children }: { error: unknown; children: ReactNode }) {
  if (!error) return children;
  return (
    <Notice kind="failure" className="mt-5">
      {messageFor(error, texts.aboutYouNotSaved)}
    </Notice>
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
  also: ComponentProps<typeof PickupForm>['also'];
  onSubmit: (values: PickupValues) => void;
};

/** Where the lesson begins, filled in as the last time. */
function Pickup({ replaces, errors, also, onSubmit, ...wanted }: PickupProps) {
  const recent = useOwnRecentLessons();
  if (recent.isPending) return <PickupSkeleton />;
  return (
    <PickupForm
      remembered={rememberedOf(recent.data ?? [], replaces)}
      places={recent.data ?? []}
      errors={errors}
      formId="pick-up"
      also={also}
      elsewhere={(postalCode) => <PickupNotes {...wanted} postalCode={postalCode} />}
      onSubmit={onSubmit}
    />
  );
}

/** Where the time that is being changed would begin, else the last lesson that has a place. */
function rememberedOf(recent: readonly Lesson[], replaces: string | undefined): Lesson | undefined {
  return recent.find(({ id }) => id === replaces) ?? recent.find(({ pickup }) => pickup);
}

type Wanted = { instructor: string; start: string; durationMinutes: number };

/** The learner's own lesson at the very time with the same instructor, and whether any of theirs is in the way. */
function ownAt(coming: readonly Lesson[], { instructor, start, durationMinutes }: Wanted) {
  return {
    own: coming.find((lesson) => lesson.instructor === instructor && isSameStart(lesson, start)),
    hasClash: coming.some((lesson) => overlaps(lesson, start, durationMinutes)),
  };
}

/** Whether a time is not among the free ones, and not for being the learner's; nothing is missing before these are known. */
function isMissing(
  slots: readonly { start: string }[] | undefined,
  start: string,
  theirs: Lesson | undefined,
): boolean {
  return !theirs && slots !== undefined && !slots.some((slot) => isSameStart(slot, start));
}

function isSameStart(one: { start: string }, start: string): boolean {
  return Date.parse(one.start) === Date.parse(start);
}

function overlaps(lesson: { start: string; end: string }, start: string, minutes: number): boolean {
  const from = Date.parse(start);
  return Date.parse(lesson.start) < from + minutes * 60_000 && Date.parse(lesson.end) > from;
}

function fieldErrorsOf(failure: HoldFailure | undefined): Record<string, string> | undefined {
  return failure?.kind === 'fields' ? failure.messages : undefined;
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
