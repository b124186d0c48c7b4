import type { ReactNode } from 'react';
import { bookingPath } from '#rules/paths/booking-path.ts';
import * as texts from '#texts/search.ts';
import type { GuestHold } from '../../platform/session/guest-hold.ts';
import { WantedLink } from '../../platform/session/WantedLink.tsx';

type HeldLinkProps = { hold: GuestHold; instructorName: string; className?: string; children: ReactNode };

/** The time that this browser holds for a guest, among the free ones: leads to where they sign in and go on with it. */
export function HeldLink({ hold, instructorName, className = '', children }: HeldLinkProps) {
  const { instructor, start, durationMinutes } = hold;
  return (
    <WantedLink
      path={bookingPath({ instructor, start, durationMinutes })}
      instructorName={instructorName}
      first="/login-otp"
      className={`slot flex-col bg-green px-1 py-1 text-center text-on-green leading-tight ${className}`}
    >
      {children} <span className="font-normal text-note">{texts.heldByYou}</span>
    </WantedLink>
  );
}
