import { Link, useLoaderData } from 'react-router';
import { formatUnit } from '#texts/format-number.ts';
import * as texts from '#texts/landing.ts';
import { InstructorCard } from '../../booking/search/InstructorCard.tsx';
import { PlanningAreaMap } from '../../booking/search/PlanningAreaMap.tsx';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { About } from './About.tsx';
import { Features } from './Features.tsx';
import { LandingSearch } from './LandingSearch.tsx';
import type { LandingData } from './landing-data.ts';
import { TrustBadges } from './TrustBadges.tsx';
import { useFreeCancelling } from './use-free-cancelling.ts';

/** The start page: what this is, a search that works without an account, why to trust it, and who is free next. */
export function LandingPage() {
  const data = useLoaderData<LandingData>();
  const free = useFreeCancelling();
  return (
    <>
      <section className="wrap grid grid-cols-[minmax(0,1fr)] items-center gap-x-10 pb-10 pt-5 lg:grid-cols-[1.2fr_.8fr] lg:pt-9">
        <div>
          <h1 className="max-w-[9em] text-display md:text-[3.375rem]">{texts.bookALicensedDrivingInstructor}</h1>
          <p className="mb-4 mt-4 max-w-[30em] text-soft md:text-title">{texts.seeWhoIsReallyFree(free)}</p>
          <LandingSearch areas={Object.keys(data.counts)} total={data.total} now={data.now} />
          <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
            <Link to="/register" className="btn btn-secondary">
              {texts.findAnInstructor}
            </Link>
            <span className="text-note text-soft">{texts.withOrWithoutAccount}</span>
          </p>
        </div>
        <div className="mt-8 lg:mt-0">
          <PlanningAreaMap counts={data.counts} query={{}} />
        </div>
      </section>
      <TrustBadges />
      <FreeNext data={data} />
      <Features />
      <About />
      <Testimonials data={data} />
      <ClosingCall />
    </>
  );
}

function FreeNext({ data: { cards, now } }: { data: LandingData }) {
  const { holdMinutes } = usePolicy();
  if (cards.length === 0) return null;
  return (
    <section aria-label={texts.freeNext} className="wrap pt-14">
      <h2 className="text-heading">{texts.freeNext}</h2>
      <p className="mb-4 mt-1 text-soft">{texts.soonestFirstTimesInSgt({ hold: formatUnit(holdMinutes, 'minute') })}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:grid-cols-2 lg:grid-cols-3">
        {cards.map((card) => (
          <InstructorCard key={card.id} card={card} now={now} />
        ))}
      </div>
    </section>
  );
}

function Testimonials({ data: { testimonials } }: { data: LandingData }) {
  if (testimonials.length === 0) return null;
  return (
    <section id="testimonials" className="wrap pt-14">
      <h2 className="text-heading">{texts.whatPeopleSay}</h2>
      <ul className="mt-4 grid gap-x-10 gap-y-4 md:grid-cols-3">
        {testimonials.map(({ text, name, about }) => (
          <li key={text}>
            <figure className="border-l-4 border-green pl-4">
              <blockquote className="text-body">{text}</blockquote>
              <figcaption className="mt-2 text-note text-soft">
                <b className="text-ink">{name}</b>, {about}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ClosingCall() {
  const least = formatMoney(usePolicy().payoutMinimumCents);
  return (
    <section className="wrap pt-14">
      <div className="rounded-lg bg-tint p-5 md:flex md:items-center md:justify-between gap-5 md:p-9">
        <div>
          <h2 className="text-heading">{texts.nextLessonThisWeek}</h2>
          <p className="mt-2 text-soft">{texts.bookingFeature}</p>
        </div>
        <p className="mt-4 flex flex-wrap gap-4 md:mt-0">
          <Link to="/register" className="btn btn-primary">
            {texts.createAFreeAccount}
          </Link>
          <Link to="/instructors" className="btn btn-secondary">
            {texts.seeFreeTimes}
          </Link>
        </p>
      </div>
      <p className="mt-4 text-soft">
        <b className="text-ink">{texts.youTeach}</b> {texts.diaryForInstructors({ least })}{' '}
        <Link to="/teach">{texts.seeHowToTeach}</Link>
      </p>
    </section>
  );
}
