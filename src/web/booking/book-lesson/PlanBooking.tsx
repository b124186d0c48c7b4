import type { BookingAddress } from '#rules/paths/booking-path.ts';
import * as texts from '#texts/booking.ts';
import { useInstructor, useOwnComingLessons } from '../../platform/records/use-lessons.ts';
import { isAwaited } from '../../platform/session/is-awaited.ts';
import { refusalIn } from '../../platform/session/server-errors.ts';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { useStanding } from '../../trust/reliability/use-standing.ts';
import { BookingSteps } from './BookingSteps.tsx';
import type { BookingStep } from './booking-step.ts';
import { stepNumber } from './booking-step.ts';
import { ChooseTime } from './ChooseTime.tsx';
import { ReviewBooking } from './ReviewBooking.tsx';

type PlanBookingProps = { instructorId: string; address: BookingAddress; step: BookingStep };

/** Before the hold: choosing the time, then pick-up and price. */
export function PlanBooking({ instructorId, address, step }: PlanBookingProps) {
  const { data: instructor, error, refetch } = useInstructor(instructorId);
  // A time that is held, and who answers by hand, are said above the rest, which they would push down when they came later.
  const isWaiting = [useOwnComingLessons(), useStanding()].some(isAwaited);
  if (error) return <NoInstructor error={error} onRetry={() => void refetch()} />;
  if (!instructor || isWaiting) return <PlanSkeleton />;
  const { start, durationMinutes, replaces } = address;
  return (
    <>
      <BookingSteps current={stepNumber(step)} />
      {start && durationMinutes ? (
        <ReviewBooking
          key={`${instructor.id} ${start}`}
          instructor={instructor}
          start={start}
          durationMinutes={durationMinutes}
          replaces={replaces}
        />
      ) : (
        <ChooseTime instructor={instructor} wantedMinutes={durationMinutes} replaces={replaces} />
      )}
    </>
  );
}

function NoInstructor({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (refusalIn(error)?.status === 404) {
    return (
      <EmptyState
        title={texts.thisInstructorTakesNoBookings}
        action={<LinkButton to="/instructors">{texts.findAnInstructor}</LinkButton>}
      >
        <p>{texts.theProfileIsNotListed}</p>
      </EmptyState>
    );
  }
  return <ErrorState title={texts.instructorNotLoaded} detail={texts.nothingWasBookedOrCharged} onRetry={onRetry} />;
}

function PlanSkeleton() {
  return (
    <AfterDelay what={texts.theFreeTimes}>
      <Skeleton className="mb-6 h-6 w-full" />
      <Skeleton className="mb-6 h-16 w-72" />
      <Skeleton className="mb-6 h-13 w-full" />
      <Skeleton className="h-56 w-full" />
    </AfterDelay>
  );
}
