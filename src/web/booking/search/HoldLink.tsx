import type { ReactNode } from 'react';
import { bookingPath } from '#rules/paths/booking-path.ts';
import * as texts from '#texts/search.ts';
import { WantedLink } from '../../platform/session/WantedLink.tsx';

type HoldLinkProps = {
  instructor: { id: string; name: string; timezone: string };
  start: string;
  durationMinutes: number;
  className?: string;
  children: ReactNode;
};

/** A free time as a button: leads to the booking with that time. */
export function HoldLink({ instructor, start, durationMinutes, className, children }: HoldLinkProps) {
  return (
    <WantedLink
      path={bookingPath({ instructor: instructor.id, start, durationMinutes })}
      instructorName={instructor.name}
      first="/login-otp"
      className={className ?? 'slot'}
    >
      {children}
      <span className="unseen"> {texts.withInstructorName({ instructorName: instructor.name })}</span>
    </WantedLink>
  );
}
