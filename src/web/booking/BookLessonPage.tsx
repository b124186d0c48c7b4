import { useSearchParams } from 'react-router';
import { readBookingAddress } from './booking-address.ts';
import { stepBeforeHold } from './booking-step.ts';
import { ChooseInstructor } from './ChooseInstructor.tsx';
import { HeldBooking } from './HeldBooking.tsx';
import { PlanBooking } from './PlanBooking.tsx';

/** Book a Lesson. What it shows follows from its address: nothing, an instructor, a time, or a held lesson. */
export function BookLessonPage() {
  const [query] = useSearchParams();
  const address = readBookingAddress(query);
  if (address.lesson) return <HeldBooking key={address.lesson} lessonId={address.lesson} />;
  if (!address.instructor) return <ChooseInstructor />;
  return (
    <PlanBooking
      key={address.instructor}
      instructorId={address.instructor}
      address={address}
      step={stepBeforeHold(address)}
    />
  );
}
