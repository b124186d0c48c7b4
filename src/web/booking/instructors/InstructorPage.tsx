import { MessageCircle, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLoaderData } from 'react-router';
import { hourlyRange } from '#rules/lessons/hourly-price.ts';
import { formatUnit } from '#texts/format-number.ts';
import * as texts from '#texts/instructors.ts';
import type { Checked } from '#wire/teaching.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { CarPhoto } from '../../platform/ui/CarPhoto.tsx';
import { formatList, formatSeries } from '../../platform/ui/format-list.ts';
import { formatDate } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { Portrait } from '../../platform/ui/Portrait.tsx';
import { MessageLink } from '../../talk/messages/MessageLink.tsx';
import { SaveButton } from '../saved/SaveButton.tsx';
import { gearbox, HourlyOnCard, Rating } from '../search/InstructorCard.tsx';
import { CancellationTable } from './CancellationTable.tsx';
import { checkWords } from './check-words.ts';
import { FreeTimes } from './FreeTimes.tsx';
import type { InstructorData } from './instructor-data.ts';
import { Packages } from './Packages.tsx';
import { PriceTable } from './PriceTable.tsx';
import { Reviews } from './Reviews.tsx';
import { ShareButton } from './ShareButton.tsx';

/** One instructor: who it is and what was checked, when lessons are free, what they cost, and what learners say. On a wide page booking stays beside. */
export function InstructorPage() {
  const data = useLoaderData<InstructorData>();
  const { instructor } = data;
  return (
    <article className="wrap grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 pt-6 lg:grid-cols-[minmax(0,1fr)_22.5rem]">
      <Head instructor={instructor} />
      <div className="self-start max-lg:-mt-3 lg:col-start-2 lg:row-span-5 lg:row-start-1 [@media(width>=64rem)_and_(height>=48rem)]:sticky [@media(width>=64rem)_and_(height>=48rem)]:top-6">
        <FreeTimes data={data} />
      </div>
      {instructor.bio && <p className="max-w-[65ch] text-body">{instructor.bio}</p>}
      <section aria-labelledby="prices" className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
        <h2 id="prices" className="text-title">
          {texts.prices}
        </h2>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(18rem,100%),1fr))] items-start gap-x-8 gap-y-4">
          <PriceTable instructor={instructor} minutes={data.minutes} />
          <CancellationTable cancellationHours={instructor.cancellationHours} />
        </div>
        <Packages data={data} />
      </section>
      <Facts data={data} />
      <Reviews data={data} />
      <BookingBar data={data} />
    </article>
  );
}

/** Who it is, in the lines of a card, and what one may do besides booking. */
function Head({ instructor }: { instructor: InstructorData['instructor'] }) {
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <CarPhoto
        instructor={instructor}
        isFirst
        className="aspect-16/10 max-h-44 w-full max-lg:-mx-4 max-lg:-mt-4 max-lg:w-[calc(100%+2rem)] max-lg:max-w-none md:max-lg:-mx-6 md:max-lg:w-[calc(100%+3rem)] lg:max-h-80 lg:rounded-lg"
      />
      {/* The picture keeps its size with large letters: the words need the room. */}
      <div className="grid grid-cols-[80px_minmax(0,1fr)] items-start gap-4 sm:grid-cols-[112px_minmax(0,1fr)] sm:gap-6">
        <Portrait instructor={instructor} className="aspect-4/5 w-full rounded bg-tint object-cover" />
        <div className="flex flex-col gap-1">
          <h1 className="text-heading md:text-display">{instructor.name}</h1>
          <p className="text-note text-soft">
            <Rating rating={instructor.ratingShown} reviews={instructor.ratingCount} />
            {instructor.ratingCount > 0 && (
              <>
                {' · '}
                <a href="#reviews" className="-my-2.5 inline-block py-2.5">
                  {texts.readTheReviews}
                </a>
              </>
            )}
            {(instructor.passRatePercent > 0 || instructor.passRateSample > 0) &&
              ` · ${texts.passFirstTime({ percent: instructor.passRatePercent })}`}
          </p>
          <p className="text-note text-soft">
            {[
              gearbox(instructor.licenceClasses),
              instructor.vehicleModel,
              formatSeries(instructor.areas),
              formatSeries(instructor.languages),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      </div>
      {instructor.verifiedAt && (
        <a
          href="#checked"
          className="flex min-h-11 items-center gap-2 font-semibold text-note no-underline hover:underline"
        >
          <ShieldCheck size={20} strokeWidth={1.75} aria-hidden className="shrink-0" />
          {texts.checkedByKerbside({ day: formatDate(instructor.verifiedAt) })}
        </a>
      )}
      <p className="-mx-2.5 -mt-2 flex flex-wrap items-center gap-x-1 print:hidden">
        <MessageLink instructor={instructor} className="btn btn-quiet gap-1.5 px-2.5 text-note">
          <MessageCircle size={18} strokeWidth={1.75} aria-hidden />
          <span>
            {inline(
              texts.messageInstructorName({
                unseen: (text) => <span className="unseen">{text}</span>,
                instructorName: instructor.name,
              }),
            )}
          </span>
        </MessageLink>
        <SaveButton instructor={instructor} />
        <ShareButton name={instructor.name} />
      </p>
    </header>
  );
}

/** On a phone, the price and the way to the free times stay in sight. */
function BookingBar({ data: { instructor } }: { data: InstructorData }) {
  return (
    <div className="bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-line border-t bg-surface px-4 py-2.5 md:-mx-6 md:px-6 lg:hidden print:hidden [@media(height>=32rem)]:sticky">
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
    <aside id="checked" aria-label={texts.whatWasChecked} className="card h-fit overflow-hidden">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(18rem,100%),1fr))] gap-x-8 gap-y-3.5 p-5 text-note">
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
          value={`${instructor.passRatePercent}%`}
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
    <div className="col-span-full flex flex-wrap gap-x-3">
      <dt className="w-30 text-soft">{texts.checkedThings}</dt>
      <dd className="min-w-0 flex-[1_1_9rem]">
        {[...days].map((day) => (
          <div key={day}>
            <b className="font-semibold">{texts.onDay({ day })}</b>
            <ul className="list-disc gap-x-8 pl-4 sm:columns-2">
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
