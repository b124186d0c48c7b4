import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import * as texts from '#texts/auth.ts';
import type { GuestHold } from '../../platform/session/guest-hold.ts';
import { refusalIn, refusedFields } from '../../platform/session/server-errors.ts';
import { takeWantedPath } from '../../platform/session/wanted-path.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { formatClock, formatStart } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { holdAsGuest, releaseGuestHold, type WantedTime } from './guest-holding.ts';

const bold = (text: string) => <b className="font-semibold">{text}</b>;

type Standing = 'asked' | 'taken' | 'not_held' | 'let_go' | GuestHold;

/**
 * The time that a guest chose, held for them while they sign in, with the ways to choose another and to let it go. Where no more is held for
 * guests it is said to be held once they are in, as it then is.
 */
export function GuestHoldNotice(wanted: WantedTime) {
  const { instructor, start, durationMinutes, instructorName } = wanted;
  const [standing, setStanding] = useState<Standing>('asked');
  useEffect(() => {
    let isShown = true;
    holdAsGuest({ instructor, start, durationMinutes, instructorName }).then(
      (hold) => isShown && setStanding(hold),
      (error: unknown) => isShown && setStanding(isTaken(error) ? 'taken' : 'not_held'),
    );
    return () => {
      isShown = false;
    };
  }, [instructor, start, durationMinutes, instructorName]);
  const letGo = () => {
    takeWantedPath();
    releaseGuestHold().then(
      () => setStanding('let_go'),
      () => undefined,
    );
  };
  const lesson = instructorName
    ? texts.lessonWithInstructor({ lesson: formatStart(start), instructorName })
    : formatStart(start);
  const others = (
    <Link to={`/instructors/${instructor}?minutes=${durationMinutes}`}>{texts.chooseAnotherTimeOrLength}</Link>
  );
  if (standing === 'let_go') return <Notice>{texts.letGoNothingHeld}</Notice>;
  if (standing === 'taken') {
    return (
      <Notice kind="attention">
        <p>{inline(texts.lessonJustTaken({ b: bold, lesson }))}</p>
        <p className="mt-2">{others}</p>
      </Notice>
    );
  }
  if (standing === 'asked' || standing === 'not_held') {
    return <Notice kind="attention">{inline(texts.signInToHoldLesson({ b: bold, lesson }))}</Notice>;
  }
  return (
    <Notice kind="attention">
      <p>{inline(texts.heldUntilSignedIn({ b: bold, lesson, until: formatClock(standing.holdExpiresAt) }))}</p>
      <p className="flex flex-wrap items-center gap-x-5">
        {others}
        <Button variant="quiet" className="px-0" onClick={letGo}>
          {texts.letThisTimeGo}
        </Button>
      </p>
    </Notice>
  );
}

/** Whether the time can't be had any more; any other refusal leaves it to be held after signing in. */
function isTaken(error: unknown): boolean {
  const isRefused = refusalIn(error)?.status !== 429;
  return isRefused && refusedFields(error).some(({ field, code }) => field === 'start' && code !== 'too_many_guests');
}
