import { useEffect, useRef } from 'react';
import { profilePath } from '#rules/paths/account-paths.ts';
import { bookingPath } from '#rules/paths/booking-path.ts';
import { roadStepPath } from '#rules/paths/learner-paths.ts';
import * as texts from '#texts/booking.ts';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import type { PickupValues } from '../pickup/PickupForm.tsx';
import { NearestTimes } from '../times/NearestTimes.tsx';
import { outsideWeek } from '../times/outside-week.ts';
import { Alternatives } from './Alternatives.tsx';
import type { HoldFailure } from './hold-refusal.ts';
import type { WayOn } from './refusal-sentences.ts';

type Wanted = { instructor: string; start: string; durationMinutes: number };
type HoldProblemProps = {
  failure: HoldFailure;
  wanted: Wanted;
  /** The free times last read; the server's fresh ones, where it sent some, go first. */
  slots: readonly { start: string }[];
  zone: string | undefined;
  /** The pick-up that the hold was asked for with, if it was asked for. */
  pickup?: PickupValues | undefined;
  /** It answers a button that was just pressed: the focus goes to it, so that it is seen and read out. */
  isAnswer: boolean;
};

/** Why a time could not be held, and the way on from there. */
export function HoldProblem({ isAnswer, ...problem }: HoldProblemProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAnswer) box.current?.focus();
  }, [isAnswer]);
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-40 outline-none">
      <Problem {...problem} />
    </div>
  );
}

function Problem({ failure, wanted, slots, zone, pickup }: Omit<HoldProblemProps, 'isAnswer'>) {
  if (failure.kind === 'fields') return null;
  if (failure.kind === 'no_answer') {
    return (
      <Notice kind="failure" className="mt-5">
        <p className="font-semibold">{texts.theConnectionWasCutBefore}</p>
        <p>{texts.whatYouEnteredIsKept}</p>
      </Notice>
    );
  }
  if (failure.kind === 'other') {
    return (
      <Notice kind="failure" className="mt-5">
        <p>{failure.sentence}</p>
        <p>{texts.nothingWasHeldOrCharged}</p>
      </Notice>
    );
  }
  const { refusal, freshSlots } = failure;
  const free = freshSlots && freshSlots.length >= 3 ? freshSlots : [...(freshSlots ?? []), ...slots];
  const offered = refusal.isWholeWeek ? outsideWeek(free, wanted.start, zone) : free;
  return (
    <Notice kind="attention" className="mt-5">
      <p className="font-semibold">{refusal.sentence}</p>
      <p>{texts.nothingWasHeldOrCharged}</p>
      {refusal.wayOn === 'other_times' ? (
        <>
          <NearestTimes slots={distinct(offered)} wanted={wanted} zone={zone} />
          <Alternatives wanted={wanted} pickup={pickup} isTaken />
        </>
      ) : (
        <Elsewhere wayOn={refusal.wayOn} instructor={wanted.instructor} />
      )}
    </Notice>
  );
}

function Elsewhere({ wayOn, instructor }: { wayOn: WayOn; instructor: string }) {
  if (wayOn === 'own_licence') {
    return (
      <LinkButton className="mt-3" variant="secondary" to={roadStepPath('provisional_licence')}>
        {texts.enterNewLicenceDate}
      </LinkButton>
    );
  }
  if (wayOn === 'own_address') {
    return (
      <LinkButton className="mt-3" variant="secondary" to={profilePath}>
        {texts.confirmYourAddress}
      </LinkButton>
    );
  }
  const isLength = wayOn === 'other_length';
  return (
    <LinkButton className="mt-3" variant="secondary" to={isLength ? bookingPath({ instructor }) : '/instructors'}>
      {isLength ? texts.chooseAnotherLength : texts.findAnotherInstructor}
    </LinkButton>
  );
}

function distinct(slots: readonly { start: string }[]): readonly { start: string }[] {
  return [...new Map(slots.map((slot) => [Date.parse(slot.start), slot])).values()];
}
