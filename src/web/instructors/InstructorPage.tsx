import type { ReactNode } from 'react';
import { useLoaderData } from 'react-router';
import { hourlyRange } from '#rules/lessons/hourly-price.ts';
import { formatUnit } from '#texts/format-number.ts';
import * as texts from '#texts/instructors.ts';
import type { Checked } from '#wire/teaching.ts';
import { usePolicy } from '../ground/use-policy.ts';
import { MessageLink } from '../messages/MessageLink.tsx';
import { SaveButton } from '../saved/SaveButton.tsx';
import { gearbox, HourlyOnCard, Rating } from '../search/InstructorCard.tsx';
import { formatList, formatSeries } from '../ui/format-list.ts';
import { formatDate } from '../ui/format-time.ts';
import { HourlyPrice } from '../ui/HourlyPrice.tsx';
import { inline } from '../ui/inline.ts';
import { Portrait } from '../ui/Portrait.tsx';
import { CancellationTable } from './CancellationTable.tsx';
import { checkWords } from './check-words.ts';
import { FreeTimes } from './FreeTimes.tsx';
import type { InstructorData } from './instructor-data.ts';
import { Packages } from './Packages.tsx';
import { PriceTable } from './PriceTable.tsx';
import { Reviews } from './Reviews.tsx';
import { ShareButton } from './ShareButton.tsx';

/** One instructor: who it is and what was checked, when lessons are free, what they cost, and what learners say. */
export function InstructorPage() {
  const data = useLoaderData<InstructorData>();
  const { instructor } = data;
  return (
    <article className="wrap grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 pt-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
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
              {instructor.ratingCount > 0 && (
                <>
                  {' · '}
                  <a href="#reviews" className="inline-block py-2.5 -my-2.5">
                    {texts.readTheReviews}
                  </a>
                </>
              )}
            </p>
          </div>
        </div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <HourlyPrice {...hourlyRange(instructor)} className="text-2xl" />
          {instructor.verifiedAt && (
            <a href="#checked" className="inline-block py-2.5 text-sm">
              {texts.checkedOnVerifiedAt({ verifiedAt: formatDate(instructor.verifiedAt) })}
            </a>
          )}
        </div>
        <p className="flex flex-wrap items-center gap-2 print:hidden">
          <MessageLink instructor={instructor}>
            {texts.messageInstructorName({ instructorName: instructor.name })}
          </MessageLink>
          <SaveButton instructor={instructor} />
          <ShareButton name={instructor.name} />
        </p>
      </header>
      <div className="min-w-0 lg:col-span-2 lg:row-start-3">
        <FreeTimes data={data} />
      </div>
      {instructor.bio && <p className="max-w-[65ch] text-md lg:row-start-2">{instructor.bio}</p>}
      <Facts data={data} />
      <section aria-labelledby="prices" className="grid content-start gap-4 self-start lg:sticky lg:top-6">
        <h2 id="prices" className="text-2xl">
          {texts.prices}
        </h2>
        <PriceTable instructor={instructor} minutes={data.minutes} />
        <Packages data={data} />
        <CancellationTable cancellationHours={instructor.cancellationHours} />
      </section>
      <Reviews data={data} />
      <BookingBar data={data} />
    </article>
  );
}

/** On a phone, the price and the way to the free times stay in sight. */
function BookingBar({ data: { instructor } }: { data: InstructorData }) {
  return (
    <div className="bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-line border-t bg-paper px-4 py-2.5 md:hidden print:hidden [@media(height>=32rem)]:sticky">
      <HourlyOnCard {...hourlyRange(instructor)} />
      <a href="#times" className="btn btn-primary">
        {texts.chooseATime}
      </a>
    </div>
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
    <aside
      id="checked"
      aria-label={texts.whatWasChecked}
      className="card h-fit overflow-hidden lg:col-start-2 lg:row-span-2 lg:row-start-1"
    >
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

/** The badge in full: each thing that was looked at, those of one day under it. */
function Seen({ checks }: { checks: readonly Checked[] }) {
  const seen = checks.filter(({ kind }) => checkWords[kind]);
  const days = new Set(seen.map(({ checkedOn }) => formatDate(checkedOn)));
  if (seen.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-x-3">
      <dt className="w-30 text-soft">{texts.checkedThings}</dt>
      <dd className="min-w-0 flex-[1_1_9rem]">
        {[...days].map((day) => (
          <div key={day}>
            <b className="font-semibold">{texts.onDay({ day })}</b>
            <ul className="list-disc pl-4">
              {seen
                .filter(({ checkedOn }) => formatDate(checkedOn) === day)
                .map(({ kind }) => (
                  <li key={kind}>{checkWords[kind]}</li>
                ))}
            </ul>
          </div>
        ))}
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
