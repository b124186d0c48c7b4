import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber, formatUnit } from '#texts/format-number.ts';
import * as texts from '#texts/search.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { useGuestHold } from '../../platform/session/use-guest-hold.ts';
import { formatSeries } from '../../platform/ui/format-list.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatClock, formatMinutes, formatShortDay, formatSlot } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { Portrait } from '../../platform/ui/Portrait.tsx';
import { HeldLink } from './HeldLink.tsx';
import { HoldLink } from './HoldLink.tsx';
import type { CardTime, InstructorCardData } from './instructor-card-data.ts';

type InstructorCardProps = { card: InstructorCardData; now: string; headingLevel?: 2 | 3; action?: ReactNode };

/** An instructor among search results: who, in which car and where, what it costs, and the next free times as buttons. */
export function InstructorCard({ card, now, headingLevel = 3, action }: InstructorCardProps) {
  const Heading = `h${headingLevel}` as const;
  const page = `/instructors/${card.id}`;
  const hold = useGuestHold(card.id);
  const free = card.times.filter(([start]) => !hold || Date.parse(start) !== Date.parse(hold.start));
  return (
    <article className="card flex flex-col gap-1.5 p-3">
      {/* The picture keeps its size with large letters: the words need the room. */}
      <div className="grid grid-cols-[84px_minmax(0,1fr)] gap-3">
        <Portrait instructor={card} className="h-[116px] w-full rounded bg-tint object-cover" />
        <div className="flex flex-col text-note leading-5 text-soft">
          <Heading className="text-title text-ink">
            <Link to={page} className="inline-block max-w-full text-ink no-underline hover:underline">
              {card.name}
            </Link>
          </Heading>
          <p>
            <Rating rating={card.rating} reviews={card.reviews} />
            {(card.passRate > 0 || card.passRateSample > 0) && ` · ${texts.passRate({ percent: card.passRate })}`}
          </p>
          <p>{[gearbox(card.licenceClasses), card.car].filter(Boolean).join(' · ')}</p>
          <p>{placeLine(card)}</p>
          <div className="-mb-2 mt-auto flex flex-wrap items-center justify-between ">
            <HourlyOnCard fromCents={card.hourlyFromCents} toCents={card.hourlyToCents} />
            {action}
          </div>
        </div>
      </div>
      {card.times.length === 0 && <p className="text-note text-soft">{texts.noFreeTimeSoon}</p>}
      <div className="mt-auto grid grid-cols-[repeat(auto-fit,minmax(min(4.25rem,100%),1fr))] gap-1.5 text-note leading-5">
        {hold && (
          <HeldLink hold={hold} instructorName={card.name} className="col-span-full">
            {formatSlot(hold.start, now, card.timezone)}
          </HeldLink>
        )}
        {free.map((time) => (
          <Time key={time[0]} time={time} card={card} now={now} />
        ))}
        <Link
          to={page}
          className="grid min-h-12 place-items-center rounded border px-1 border-line-strong border-dashed text-center no-underline"
        >
          {inline(
            texts.moreTimesOfCardName({ span: (text) => <span className="unseen">{text}</span>, cardName: card.name }),
          )}
        </Link>
      </div>
      <TimesNote card={card} />
    </article>
  );
}

/** Day and hour. The price stands there for all where it is not the plain one, and else for those who are read to. */
function Time({ time, card, now }: { time: CardTime; card: InstructorCardData; now: string }) {
  const [start, priceCents, surcharge] = time;
  return (
    <HoldLink
      instructor={card}
      start={start}
      durationMinutes={card.minutes}
      className="slot min-h-12 flex-col px-0.5 py-1"
    >
      <span className="font-normal">{formatShortDay(start, now, card.timezone)}</span>{' '}
      <span className="text-body leading-5">{formatClock(start, card.timezone)}</span>{' '}
      <span className={surcharge ? 'font-normal text-ink' : 'unseen'}>{formatMoney(priceCents)}</span>
    </HoldLink>
  );
}

/** That a booking waits for an answer, how long the times are where that is not an hour, and why some of them cost more. */
function TimesNote({ card: { times, minutes, instantBooking } }: { card: InstructorCardData }) {
  const { requestLapseHours } = usePolicy();
  const surcharges = new Map(times.flatMap(([, , surcharge]) => (surcharge ? [surcharge] : [])));
  const notes = [
    ...(instantBooking ? [] : [texts.confirmsByHand({ lapse: formatUnit(requestLapseHours, 'hour') })]),
    ...(minutes === 60 || times.length === 0 ? [] : [texts.timesOfLength({ length: formatMinutes(minutes) })]),
    ...[...surcharges].map(([kind, percent]) => texts.surchargeReason({ kind, percent })),
  ];
  return notes.length > 0 && <p className="-mt-1 text-note leading-5 text-soft">{notes.join(' · ')}</p>;
}

/** The price of an hour where there is little room. That it is all in, and where it begins, is heard here, and seen above and on the times. */
export function HourlyOnCard({ fromCents, toCents }: { fromCents: number; toCents: number }) {
  const parts = {
    price: formatMoney(fromCents),
    small: (text: string) => <small>{text}</small>,
    unseen: (text: string) => <span className="unseen">{text}</span>,
  };
  return (
    <p className="price text-title text-ink">
      {inline(toCents > fromCents ? texts.hourlyFromOnCard(parts) : texts.hourlyOnCard(parts))}
    </p>
  );
}

/** `★ 4.9 (61)`, or "New" before there are three reviews. */
export function Rating({ rating, reviews }: { rating: number | null; reviews: number }) {
  if (rating === null) {
    return (
      <>
        <b className="text-ink">{texts.newWord}</b>
        {reviews > 0 && ` · ${texts.reviewsSoFar({ count: reviews })}`}
      </>
    );
  }
  return inline(
    texts.ratingOfReviews({
      b: (text) => <b className="text-ink">{text}</b>,
      sign: (text) => (
        <span className="text-ink" aria-hidden="true">
          {text}
        </span>
      ),
      unseen: (text) => <span className="unseen">{text}</span>,
      rating: formatNumber(rating, 1),
      count: reviews,
    }),
  );
}

/** `Auto (3A)`: what a learner drives with an instructor of these classes of licence. */
export function gearbox(licenceClasses: readonly string[]): string {
  const [isManual, isAuto] = ['3', '3A'].map((name) => licenceClasses.includes(name));
  if (isManual && isAuto) return texts.manualOrAuto;
  if (isManual) return texts.manualOnly;
  if (isAuto) return texts.autoOnly;
  return licenceClasses.length > 0 ? texts.classClasses({ classes: licenceClasses.join(' · ') }) : '';
}

/** Where lessons begin: the first area and how far it is from the place that was asked for, else the first two. */
function placeLine({ areas, distanceKm }: InstructorCardData): string {
  if (distanceKm === undefined) return formatSeries(areas.slice(0, 2));
  const away =
    distanceKm < 1 ? texts.lessThanAKilometre : texts.kilometresAway({ kilometres: formatNumber(distanceKm, 1) });
  return [...areas.slice(0, 1), away].join(' · ');
}
