import { useState } from 'react';
import { bookLessonPath } from '#rules/paths/booking-path.ts';
import { savedPath } from '#rules/paths/learner-paths.ts';
import { newMessagePath } from '#rules/paths/message-paths.ts';
import * as texts from '#texts/auth.ts';
import { readBookingAddress } from '../../platform/ground/booking-address.ts';
import { peekWantedPath } from '../../platform/session/wanted-path.ts';
import { inline } from '../../platform/ui/inline.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { GuestHoldNotice } from './GuestHoldNotice.tsx';
import type { WantedTime } from './guest-holding.ts';

const bold = (text: string) => <b className="font-semibold">{text}</b>;

/** What waits behind signing in: a time that is held meanwhile, or an instructor to save or to write to. */
export function WantedLessonNotice() {
  // As it was when the page opened: letting the time go forgets it.
  const [time] = useState(wantedTime);
  if (time) return <GuestHoldNotice {...time} />;
  const reason = reasonToSignIn();
  return reason ? <Notice kind="attention">{inline(reason)}</Notice> : null;
}

function reasonToSignIn() {
  const wanted = peekWantedPath();
  if (!wanted) return undefined;
  const { pathname } = new URL(wanted.path, location.origin);
  const instructorName = wanted.instructorName ?? texts.thisInstructor;
  if (pathname === savedPath) return texts.signInToSave({ b: bold, instructorName });
  if (pathname === newMessagePath) return texts.signInToWrite({ b: bold, instructorName });
  if (pathname !== bookLessonPath) return texts.signInToGoOn({ b: bold });
  return texts.signInToBook({ b: bold, instructorName });
}

function wantedTime(): WantedTime | undefined {
  const wanted = peekWantedPath();
  if (!wanted) return undefined;
  const { pathname, searchParams } = new URL(wanted.path, location.origin);
  const { instructor, start, durationMinutes } = readBookingAddress(searchParams);
  if (pathname !== bookLessonPath || !instructor || !start || !durationMinutes) return undefined;
  return { instructor, start, durationMinutes, instructorName: wanted.instructorName };
}
