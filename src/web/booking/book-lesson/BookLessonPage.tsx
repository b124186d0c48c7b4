import { lazy, Suspense, useReducer } from 'react';
import { useSearchParams } from 'react-router';
import { readBookingAddress } from '../../platform/ground/booking-address.ts';
import { readGuestHold } from '../../platform/session/guest-hold.ts';
import { stepBeforeHold } from './booking-step.ts';
import { HeldBooking } from './HeldBooking.tsx';
import { PlanBooking } from './PlanBooking.tsx';

const ClaimHold = lazy(async () => ({ default: (await import('../holding/ClaimHold.tsx')).ClaimHold }));

/** Who comes with an instructor never sees it. */
const ChooseInstructor = lazy(async () => ({ default: (await import('./ChooseInstructor.tsx')).ChooseInstructor }));

const Weekly = lazy(async () => ({ default: (await import('./weekly/Weekly.tsx')).Weekly }));

/** Book a Lesson. What it shows follows from its address: nothing, an instructor, a time, or a held lesson. */
export function BookLessonPage() {
  const [query] = useSearchParams();
  const address = readBookingAddress(query);
  const [isGuests, claimed] = useReducer(
    () => false,
    undefined,
    () => readGuestHold() !== undefined,
  );
  if (isGuests) {
    return (
      <Suspense>
        <ClaimHold address={address} onDone={claimed} />
      </Suspense>
    );
  }
  if (address.weekly || address.series) {
    return (
      <Suspense>
        <Weekly address={address} />
      </Suspense>
    );
  }
  if (address.lesson) return <HeldBooking key={address.lesson} lessonId={address.lesson} />;
  if (!address.instructor) {
    return (
      <Suspense>
        <ChooseInstructor />
      </Suspense>
    );
  }
  return (
    <PlanBooking
      key={address.instructor}
      instructorId={address.instructor}
      address={address}
      step={stepBeforeHold(address)}
    />
  );
}
