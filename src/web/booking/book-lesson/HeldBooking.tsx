import { lazy, Suspense, useEffect } from 'react';
import { Navigate } from 'react-router';
import { bookingPath, bookLessonPath } from '#rules/paths/booking-path.ts';
import { bookedLessonPath, lessonPath } from '#rules/paths/lesson-paths.ts';
import * as texts from '#texts/booking.ts';
import { decidingPayment, isOpen } from '../../money/paying/deciding-payment.ts';
import { usePayments } from '../../money/paying/use-payments.ts';
import { useNow } from '../../platform/ground/use-now.ts';
import type { Lesson } from '../../platform/records/lesson-record.ts';
import type { Payment } from '../../platform/records/payment-record.ts';
import { useLesson } from '../../platform/records/use-lessons.ts';
import { isAwaited } from '../../platform/session/is-awaited.ts';
import { refusalIn } from '../../platform/session/server-errors.ts';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { useStanding } from '../../trust/reliability/use-standing.ts';
import { forgetPickupDraft } from '../pickup/PickupForm.tsx';
import { BookingSteps } from './BookingSteps.tsx';
import { stepAfterHold, stepNumber } from './booking-step.ts';

// Fetched while the page before it is filled in.
const PayHeldLesson = lazy(async () => ({ default: (await import('./PayHeldLesson.tsx')).PayHeldLesson }));

// Most people pay in time.
const HoldOver = lazy(async () => ({ default: (await import('../holding/HoldOver.tsx')).HoldOver }));

/** From the hold on: paying, waiting for money, the end of the hold, and the way to the booked lesson. */
export function HeldBooking({ lessonId }: { lessonId: string }) {
  const payments = usePayments({ field: 'lesson', id: lessonId });
  const payment = decidingPayment(payments.data ?? []);
  // Who answers by hand is said above the ways to pay, which that would push down when it came later.
  const isWaiting = [payments, useStanding()].some(isAwaited);
  const lesson = useLesson(lessonId, { isFollowed: isOpen(payment) });
  if (lesson.isError && !lesson.data) return <NoLesson error={lesson.error} onRetry={() => void lesson.refetch()} />;
  if (!lesson.data || isWaiting) return <PaySkeleton />;
  return <Step lesson={lesson.data} payment={payment} />;
}

function Step({ lesson, payment }: { lesson: Lesson; payment: Payment | undefined }) {
  const nowMs = useNow();
  const step = stepAfterHold(lesson, payment, nowMs);
  useEffect(() => {
    if (step === 'booked') forgetPickupDraft();
  }, [step]);
  if (step === 'booked') return <Navigate to={bookedLessonPath(lesson.id)} replace />;
  if (step === 'off') return <Off lesson={lesson} />;
  if (lesson.series && step !== 'hold_over') return <Navigate to={bookingPath({ series: lesson.series })} replace />;
  if (step === 'review') return <Navigate to={pickupPath(lesson)} replace />;
  return (
    <>
      <BookingSteps current={stepNumber(step)} />
      <Suspense fallback={<PaySkeleton />}>
        {step === 'hold_over' ? (
          <HoldOver lesson={lesson} payment={payment} />
        ) : (
          <PayHeldLesson lesson={lesson} payment={payment} step={step} nowMs={nowMs} />
        )}
      </Suspense>
    </>
  );
}

/** Where the pick-up of a held time is said. */
function pickupPath({ id, instructor, start, durationMinutes }: Lesson): string {
  return bookingPath({ instructor, start: new Date(start).toISOString(), durationMinutes, replaces: id });
}

function Off({ lesson }: { lesson: Lesson }) {
  return (
    <EmptyState
      title={texts.thisLessonWasCalledOff}
      action={
        <>
          <LinkButton to={bookingPath({ instructor: lesson.instructor, durationMinutes: lesson.durationMinutes })}>
            {texts.chooseAnotherTime}
          </LinkButton>
          <LinkButton variant="secondary" to={lessonPath(lesson.id)}>
            {texts.seeWhatHappened}
          </LinkButton>
        </>
      }
    />
  );
}

function NoLesson({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (refusalIn(error)?.status === 404) {
    return (
      <EmptyState
        title={texts.thereIsNoSuchBooking}
        action={<LinkButton to={bookLessonPath}>{texts.bookALesson}</LinkButton>}
      >
        <p>{texts.itMayBelongToAnother}</p>
      </EmptyState>
    );
  }
  return <ErrorState title={texts.bookingNotLoaded} detail={texts.theHoldGoesOnMeanwhile} onRetry={onRetry} />;
}

function PaySkeleton() {
  return (
    <AfterDelay what={texts.yourBooking}>
      <Skeleton className="mb-6 h-6 w-full" />
      <Skeleton className="mb-5 h-12 w-full" />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Skeleton className="h-72" />
        <Skeleton className="h-72" />
      </div>
    </AfterDelay>
  );
}
