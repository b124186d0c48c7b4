import type { ReactNode } from 'react';
import { useLoaderData } from 'react-router';
import { hourlyRange } from '#rules/lessons/hourly-price.ts';
import { bookingPath } from '#rules/paths/booking-path.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import { formatUnit } from '#texts/format-number.ts';
import * as texts from '#texts/instructors.ts';
import type { Checked } from '#wire/teaching.ts';
import { usePolicy } from '../ground/use-policy.ts';
import { MessageLink } from '../messages/MessageLink.tsx';
import { SaveButton } from '../saved/SaveButton.tsx';
import { HoldLink } from '../search/HoldLink.tsx';
import { gearbox, Rating } from '../search/InstructorCard.tsx';
import { WantedLink } from '../session/WantedLink.tsx';
import { formatList, formatSeries } from '../ui/format-list.ts';
import { formatMoney } from '../ui/format-money.ts';
import { formatDate, formatMinutes, formatSlot } from '../ui/format-time.ts';
import { HourlyPrice } from '../ui/HourlyPrice.tsx';
import { inline } from '../ui/inline.ts';
import { Portrait } from '../ui/Portrait.tsx';
import { checkWords } from './check-words.ts';
import { FreeTimes } from './FreeTimes.tsx';
import type { InstructorData } from './instructor-data.ts';
import { Packages } from './Packages.tsx';
import { PriceTable } from './PriceTable.tsx';
import { Reviews } from './Reviews.tsx';
import { ShareButton } from './ShareButton.tsx';
import { Stars } from './Stars.tsx';

/** One instructor: who it is and what was checked, when lessons are free, what they cost, and what learners say. */
export function InstructorPage() {
  const policy = usePolicy();
  const data = useLoaderData<InstructorData>();
  const { instructor } = data;
  return (
    <article className="wrap grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 pt-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <header className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
        <div className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-4 sm:grid-cols-[7rem_minmax(0,1fr)] sm:gap-6">
          <Portrait instructor={instructor} className="size-20 rounded-full bg-tint object-cover sm:size-28" />
          <div>
            <h1 className="text-2xl md:text-3xl">{instructor.name}</h1>
            <p className="mt-1 text-soft">
              {[gearbox(instructor.licenceClasses), formatSeries(instructor.areas)].filter(Boolean).join(' · ')}
            </p>
            <p className="mt-1 text-soft">
              <Rating rating={instructor.ratingShown} reviews={instructor.ratingCount} />
            </p>
          </div>
        </div>
        <p>
          <HourlyPrice {...hourlyRange(instructor)} className="text-2xl" />
        </p>
        <Stars counts={data.stars} />
        <NextTimes data={data} />
        <p className="flex flex-wrap items-center gap-2 print:hidden">
          <MessageLink instructor={instructor}>
            {texts.messageInstructorName({ instructorName: instructor.name })}
          </MessageLink>
          <SaveButton instructor={instructor} />
          <ShareButton name={instructor.name} />
        </p>
        {instructor.bio && <p className="max-w-[65ch] text-md">{instructor.bio}</p>}
      </header>
      <Facts data={data} />
      <div className="min-w-0 lg:col-span-2">
        <FreeTimes data={data} />
      </div>
      <section aria-labelledby="prices" className="grid content-start gap-4 self-start lg:sticky lg:top-6">
        <h2 id="prices" className="text-2xl">
          {texts.prices}
        </h2>
        <PriceTable instructor={instructor} minutes={data.minutes} />
        <Packages data={data} />
        <p className="max-w-[65ch] border-l-4 border-green pl-4">
          {cancellationText(instructor.cancellationHours, policy)}
        </p>
      </section>
      <Reviews data={data} />
      <BookingBar data={data} />
    </article>
  );
}

/** On a phone, the price and the way to book the length at hand stay in sight. */
function BookingBar({ data: { instructor, minutes } }: { data: InstructorData }) {
  return (
    <div className="bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-line border-t bg-paper px-4 py-2.5 md:hidden print:hidden [@media(height>=32rem)]:sticky">
      <HourlyPrice {...hourlyRange(instructor)} className="text-lg" />
      <WantedLink
        path={bookingPath({ instructor: instructor.id, durationMinutes: minutes })}
        instructorName={instructor.name}
        className="btn btn-primary max-[22em]:grow"
      >
        {texts.bookALesson}
      </WantedLink>
    </div>
  );
}

/** The first three free times of the shown week, so that one can be taken without scrolling. */
function NextTimes({ data: { instructor, days, minutes, now } }: { data: InstructorData }) {
  const next = days.flatMap(({ times }) => times).slice(0, 3);
  if (next.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 print:hidden">
      <span className="text-soft max-sm:w-full">{texts.nextFreeMinutes({ minutes: formatMinutes(minutes) })}</span>
      {next.map(({ start, priceCents }) => (
        <HoldLink
          key={start}
          instructor={instructor}
          start={start}
          durationMinutes={minutes}
          className="slot flex-col py-1 leading-tight"
        >
          {formatSlot(start, now, instructor.timezone)}{' '}
          <span className="font-normal text-ink text-xs">{formatMoney(priceCents)}</span>
        </HoldLink>
      ))}
    </p>
  );
}

function Facts({ data: { instructor, checks } }: { data: InstructorData }) {
  const { requestLapseHours, requestLapseShortHours, requestShortBelowHours } = usePolicy();
  const byHand = texts.confirmedByInstructor({
    lapse: formatUnit(requestLapseHours, 'hour'),
    lapseShort: formatUnit(requestLapseShortHours, 'hour'),
    below: formatUnit(requestShortBelowHours, 'hour'),
  });
  const checked = instructor.verifiedAt
    ? texts.checkedOnVerifiedAt({ verifiedAt: formatDate(instructor.verifiedAt) })
    : texts.notCheckedYet;
  return (
    <aside aria-label={texts.whatWasChecked} className="card h-fit overflow-hidden">
      <div className="kerb" aria-hidden />
      <dl className="grid gap-3.5 p-5 text-sm">
        <Fact
          name={texts.instructorsLicence}
          value={
            instructor.licenceExpiresOn
              ? texts.licenceValidUntil({ day: formatDate(instructor.licenceExpiresOn) })
              : checked
          }
          note={instructor.licenceExpiresOn ? checked : ''}
          isShown
        />
        <Fact
          name={texts.car}
          value={[instructor.vehiclePlate, instructor.vehicleModel].filter(Boolean).join(' · ')}
          isShown={instructor.vehicleModel !== ''}
        />
        <Seen checks={checks} />
        <Fact
          name={texts.firstTimePassRate}
          value={`${instructor.passRatePercent}\u00A0%`}
          note={inline(
            texts.policeFiguresPassRatePeriod({
              passRatePeriod: instructor.passRatePeriod,
              sample: instructor.passRateSample,
              source: (text) => (instructor.passRateSource ? <a href={instructor.passRateSource}>{text}</a> : text),
            }),
          )}
          isShown={instructor.passRatePercent > 0 || instructor.passRateSample > 0}
        />
        <Fact
          name={texts.teachesIn}
          value={formatList(instructor.languages)}
          isShown={instructor.languages.length > 0}
        />
        <Fact name={texts.testCentre} value={instructor.testCentre} isShown={instructor.testCentre !== ''} />
        <Fact name={texts.booking} value={instructor.instantBooking ? texts.confirmedOncePaid : byHand} isShown />
        <Fact name={texts.pickup} value={texts.leavesTimeForTheDrive} isShown={instructor.considersTravel ?? false} />
      </dl>
    </aside>
  );
}

/** The badge in full: each thing that was looked at, with its day. */
function Seen({ checks }: { checks: readonly Checked[] }) {
  const seen = checks.filter(({ kind }) => checkWords[kind]);
  if (seen.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-x-3">
      <dt className="w-30 text-soft">{texts.checkedThings}</dt>
      <dd className="min-w-0 flex-[1_1_9rem]">
        <ul className="grid gap-1">
          {seen.map(({ kind, checkedOn }) => (
            <li key={kind}>{texts.seenOnDate({ what: checkWords[kind] ?? kind, date: formatDate(checkedOn) })}</li>
          ))}
        </ul>
      </dd>
    </div>
  );
}

type FactProps = { name: string; value: string; note?: ReactNode; isShown: boolean };

function Fact({ name, value, note, isShown }: FactProps) {
  if (!isShown) return null;
  return (
    <div className="flex flex-wrap gap-x-3">
      <dt className="w-30 text-soft">{name}</dt>
      <dd className="min-w-0 flex-[1_1_9rem]">
        <b className="font-semibold">{value}</b>
        {note && <span className="block text-soft">{note}</span>}
      </dd>
    </div>
  );
}

/** The cancellation terms in one sentence, for an instructor without or with the badge (24 or 48 hours). */
function cancellationText(cancellationHours: number, { tiers, badgeEarlierHours }: PolicyValues): string {
  const earlier = cancellationHours >= 48 ? badgeEarlierHours : 0;
  const steps = tiers.map(({ hoursBefore, refundPercent }) => ({
    hours: formatUnit(hoursBefore + earlier, 'hour'),
    percent: String(refundPercent),
  }));
  const [first = { hours: formatUnit(0, 'hour'), percent: '0' }, ...later] = steps;
  return texts.cancelOrMoveALesson({
    free: first.hours,
    percent: first.percent,
    later: later.map(texts.partBackUntil).join(''),
  });
}
