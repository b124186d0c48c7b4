import { useEffect } from 'react';
import { offerPath } from '#rules/paths/learner-paths.ts';
import { minuteMs } from '#rules/time/durations.ts';
import * as texts from '#texts/waitlist.ts';
import { useNow } from '../../platform/ground/use-now.ts';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { formatLessonTime } from '../../platform/ui/format-time.ts';
import { countdownOf } from '../holding/hold-countdown.ts';
import type { WaitlistOffer } from './waitlist-record.ts';

/** When an offered lesson is, in words. */
export function offerTime({ start, durationMinutes, expand }: WaitlistOffer): string {
  const end = new Date(Date.parse(start) + durationMinutes * minuteMs).toISOString();
  return formatLessonTime(start, end, expand?.instructor?.timezone || undefined);
}

/** An offer in the list: who, when and how long it stands. */
export function OfferLine({ offer, onOver }: { offer: WaitlistOffer; onOver: () => void }) {
  return (
    <li className="card grid gap-3 border-amber-line p-5">
      <p>
        <b className="figures block font-semibold">{offerTime(offer)}</b>
        {texts.withInstructor({ instructorName: offer.expand?.instructor?.name ?? '' })}
      </p>
      <OfferClock expiresAt={offer.expiresAt} onOver={onOver} />
      <p>
        <LinkButton to={offerPath(offer.id)}>{texts.lookAtIt}</LinkButton>
      </p>
    </li>
  );
}

/** What is left of an offer, each second; once it is over, whoever shows it is told. */
export function OfferClock({ expiresAt, onOver }: { expiresAt: string; onOver: () => void }) {
  const { text, isOver } = countdownOf(expiresAt, useNow());
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when the time is over.
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver]);
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 rounded border border-amber-line bg-amber-tint px-4 py-2.5">
      <span role="timer" aria-label={texts.timeLeft} className="figures font-bold text-title">
        {text}
      </span>
      <span>{texts.firstToPayHasIt}</span>
    </p>
  );
}
