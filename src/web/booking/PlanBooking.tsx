import { useInstructor } from '../lessons/use-lessons.ts';
import { refusalIn } from '../session/server-errors.ts';
import { LinkButton } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { AfterDelay, Skeleton } from '../ui/Skeleton.tsx';
import { BookingSteps } from './BookingSteps.tsx';
import type { BookingAddress } from './booking-address.ts';
import type { BookingStep } from './booking-step.ts';
import { stepNumber } from './booking-step.ts';
import { ChooseTime } from './ChooseTime.tsx';
import { ReviewBooking } from './ReviewBooking.tsx';

type PlanBookingProps = { instructorId: string; address: BookingAddress; step: BookingStep };

/** Before the hold: choosing the time, then pick-up and price. */
export function PlanBooking({ instructorId, address, step }: PlanBookingProps) {
  const { data: instructor, error, refetch } = useInstructor(instructorId);
  if (error) return <NoInstructor error={error} onRetry={() => void refetch()} />;
  if (!instructor) return <PlanSkeleton />;
  const { start, durationMinutes } = address;
  return (
    <>
      <BookingSteps current={stepNumber(step)} />
      {start && durationMinutes ? (
        <ReviewBooking key={start} instructor={instructor} start={start} durationMinutes={durationMinutes} />
      ) : (
        <ChooseTime instructor={instructor} wantedMinutes={durationMinutes} />
      )}
    </>
  );
}

function NoInstructor({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (refusalIn(error)?.status === 404) {
    return (
      <EmptyState
        title="This instructor takes no bookings"
        action={<LinkButton to="/instructors">Find an instructor</LinkButton>}
      >
        <p>The profile is not listed at the moment. Others near you are free.</p>
      </EmptyState>
    );
  }
  return (
    <ErrorState title="The instructor could not be loaded" detail="Nothing was booked or charged." onRetry={onRetry} />
  );
}

function PlanSkeleton() {
  return (
    <AfterDelay what="the free times">
      <Skeleton className="mb-6 h-6 w-full" />
      <Skeleton className="mb-6 h-16 w-72" />
      <Skeleton className="mb-6 h-13 w-full" />
      <Skeleton className="h-56 w-full" />
    </AfterDelay>
  );
}
