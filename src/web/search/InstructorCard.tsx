import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber, formatUnit } from '#texts/format-number.ts';
import * as texts from '#texts/search.ts';
import { usePolicy } from '../ground/use-policy.ts';
import { useGuestHold } from '../session/use-guest-hold.ts';
import { formatList, formatSeries } from '../ui/format-list.ts';
import { formatMoney } from '../ui/format-money.ts';
import { formatDate, formatMinutes, formatSlot } from '../ui/format-time.ts';
import { HourlyPrice } from '../ui/HourlyPrice.tsx';
import { inline } from '../ui/inline.ts';
import { Portrait } from '../ui/Portrait.tsx';
import { HeldLink } from './HeldLink.tsx';
import { HoldLink } from './HoldLink.tsx';
import type { InstructorCardData } from './instructor-card-data.ts';

type InstructorCardProps = { card: InstructorCardData; now: string; headingLevel?: 2 | 3; action?: ReactNode };

/** An instructor among search results: who, what it costs, how learners do, and the next free times as buttons. */
export function InstructorCard({ card, now, headingLevel = 3, action }: InstructorCardProps) {
  const Heading = `h${headingLevel}` as const;
  const page = `/instructors/${card.id}`;
  const hold = useGuestHold(card.id);
  const free = card.times.filter(([start]) => !hold || Date.parse(start) !== Date.parse(hold.start));
  return (
    <article className="card flex flex-col gap-4 p-5">
      <div className="grid min-h-19 grid-cols-[4rem_minmax(0,1fr)] gap-4">
        <Portrait instructor={card} />
        <div className="min-w-0">
          <Heading className="text-lg">
            <Link to={page} className="inline-block max-w-full py-0.5 text-ink no-underline hover:underline">
              {card.name}
            </Link>
          </Heading>
          <p className="mt-1 text-xs text-soft">{factsLine(card)}</p>
          <Rating rating={card.rating} reviews={card.reviews} />
        </div>
      </div>
      {/* A long price breaks before it pushes what is beside it to a line of its own. */}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-2">
        <p>
          <HourlyPrice fromCents={card.hourlyFromCents} toCents={card.hourlyToCents} className="text-xl" />
          {card.distanceKm !== undefined && (
            <span className="figures block text-sm">
              {card.distanceKm < 1
                ? texts.lessThanAKilometre
                : texts.kilometresAway({ kilometres: formatNumber(card.distanceKm, 1) })}
            </span>
          )}
        </p>
        {action}
      </div>
      <CardFacts card={card} />
      <div className="lane-top mt-auto flex flex-wrap items-center gap-2 pt-4">
        <span className="w-full text-xs text-soft">
          {card.times.length > 0 ? texts.nextFreeLength({ length: formatMinutes(card.minutes) }) : texts.noFreeTimeSoon}
        </span>
        {hold && (
          <HeldLink hold={hold} instructorName={card.name} className="min-w-max flex-[1_0_calc(50%-0.25rem)]">
            {formatSlot(hold.start, now, card.timezone)}
          </HeldLink>
        )}
        {free.map(([start, priceCents]) => (
          <HoldLink
            key={start}
            instructor={card}
            start={start}
            durationMinutes={card.minutes}
            className="slot min-w-max flex-[1_0_calc(50%-0.25rem)] flex-col px-1 py-1 text-center leading-tight"
          >
            {formatSlot(start, now, card.timezone)}{' '}
            <span className="font-normal text-ink text-xs">{formatMoney(priceCents)}</span>
          </HoldLink>
        ))}
        <Link to={page} className="flex min-h-11 min-w-max flex-[1_0_calc(50%-0.25rem)] items-center text-sm">
          {inline(
            texts.moreTimesOfCardName({ span: (text) => <span className="unseen">{text}</span>, cardName: card.name }),
          )}
        </Link>
      </div>
    </article>
  );
}

function CardFacts({ card }: { card: InstructorCardData }) {
  const { requestLapseHours } = usePolicy();
  return (
    <dl className="grid grid-cols-[minmax(0,9rem)_1fr] gap-x-4 gap-y-2 text-sm">
      {(card.passRate > 0 || card.passRateSample > 0) && (
        <>
          <dt className="text-xs text-soft">{texts.firstTimePassRate}</dt>
          <dd>
            {`${card.passRate}\u00A0% `}
            <small className="block text-xs text-soft">
              {texts.policeFiguresPassRatePeriod({ passRatePeriod: card.passRatePeriod, sample: card.passRateSample })}
            </small>
          </dd>
        </>
      )}
      {card.languages.length > 0 && (
        <>
          <dt className="text-xs text-soft">{texts.teachesIn}</dt>
          <dd>{formatList(card.languages)}</dd>
        </>
      )}
      {!card.instantBooking && (
        <>
          <dt className="text-xs text-soft">{texts.booking}</dt>
          <dd>{texts.confirmsByHand({ lapse: formatUnit(requestLapseHours, 'hour') })}</dd>
        </>
      )}
      {card.considersTravel && (
        <>
          <dt className="text-xs text-soft">{texts.pickup}</dt>
          <dd>{texts.leavesTimeForTheDrive}</dd>
        </>
      )}
      {card.checkedOn && (
        <>
          <dt className="text-xs text-soft">{texts.licenceAndCarChecked}</dt>
          <dd>{formatDate(card.checkedOn)}</dd>
        </>
      )}
    </dl>
  );
}

/** `4.9 (61 lessons reviewed)`, or "New" before there are three reviews. */
export function Rating({ rating, reviews }: { rating: number | null; reviews: number }) {
  if (rating === null) {
    return (
      <p className="text-xs text-soft">
        <b className="rounded-sm bg-tint px-2 text-green">{texts.newWord}</b>
        {reviews > 0 && ` ${texts.reviewsSoFar({ count: reviews })}`}
      </p>
    );
  }
  return (
    <p className="text-xs text-soft">
      {inline(
        texts.ratingOfLessons({
          b: (text) => <b className="text-ink">{text}</b>,
          rating: formatNumber(rating, 1),
          count: reviews,
        }),
      )}
    </p>
  );
}

/** `Class 3 · 3A · Bedok, Tampines`, of what is known. */
export function factsLine({ licenceClasses, areas }: { licenceClasses: string[]; areas: string[] }): string {
  const classes = licenceClasses.length > 0 ? texts.classClasses({ classes: licenceClasses.join(' · ') }) : '';
  return [classes, areas.length > 0 ? formatSeries(areas) : ''].filter(Boolean).join(' · ');
}
