import { Link, useSearchParams } from 'react-router';
import { bookingPath } from '#rules/paths/booking-path.ts';
import * as texts from '#texts/waitlist.ts';
import { isAwaited } from '../../platform/session/is-awaited.ts';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { formatLessonTime } from '../../platform/ui/format-time.ts';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { EntryCard } from './EntryCard.tsx';
import { OfferLine } from './OfferLine.tsx';
import { useGaps, useOpenOffers, useWaitlist } from './use-waitlist.ts';
import { WaitDialog } from './WaitDialog.tsx';
import { readWanted } from './wait-address.ts';

/** What a learner waits for, what is offered to them now, and times that others gave back. `?wait=1` asks for something more. */
export function WaitlistPage() {
  const [query, setQuery] = useSearchParams();
  const wanted = readWanted(query);
  const entries = useWaitlist();
  const offers = useOpenOffers();
  // All at once: what is above would push down what is below it when it came later.
  if ([entries, offers, useGaps()].some(isAwaited)) return <WaitlistSkeleton />;
  const ask = <Button onClick={() => setQuery({ wait: '1' })}>{texts.waitForATime}</Button>;
  return (
    <div className="grid max-w-[48rem] gap-10">
      {(offers.data ?? []).length > 0 && (
        <section aria-labelledby="offers">
          <h2 id="offers" className="mb-4 text-heading">
            {texts.offeredNow}
          </h2>
          <ul className="grid gap-4">
            {offers.data?.map((offer) => (
              <OfferLine key={offer.id} offer={offer} onOver={() => void offers.refetch()} />
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="waitlist">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h2 id="waitlist" className="text-heading">
            {texts.youWaitFor}
          </h2>
          {(entries.data ?? []).length > 0 && ask}
        </div>
        <WhenRead read={entries} what={texts.yourWaitlist} notLoaded={texts.notLoaded} skeleton="h-40 w-full">
          {entries.data?.length === 0 && (
            <EmptyState title={texts.youWaitForNothing} action={ask}>
              <p>{texts.howWaitingWorks}</p>
            </EmptyState>
          )}
          <ul className="grid gap-4">
            {entries.data?.map((entry) => (
              <EntryCard key={entry.id} entry={entry} />
            ))}
          </ul>
        </WhenRead>
      </section>
      <Gaps />
      <WaitDialog wanted={wanted} onClose={() => setQuery({}, { replace: true })} />
    </div>
  );
}

function WaitlistSkeleton() {
  return (
    <AfterDelay what={texts.yourWaitlist}>
      <Skeleton className="h-40 w-full" />
    </AfterDelay>
  );
}

/** Times that others called off late: whoever takes one helps them, too. */
function Gaps() {
  const { data } = useGaps();
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="gaps">
      <h2 id="gaps" className="text-heading">
        {texts.givenBackLate}
      </h2>
      <p className="mt-1 mb-4 text-soft">{texts.givenBackLateLead}</p>
      <ul className="card divide-y divide-line">
        {data.items.map(
          ({ instructor, instructorName, timezone, areas, licenceClasses, start, end, durationMinutes }) => (
            <li key={instructor + start} className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
              <p className="min-w-0">
                <b className="figures block font-semibold">{formatLessonTime(start, end, timezone || undefined)}</b>
                <Link to={`/instructors/${instructor}`}>{instructorName}</Link>
                <span className="text-soft">
                  {' · '}
                  {texts.classAndAreas({ licenceClasses: licenceClasses.join(' · '), area: areas[0] ?? '' })}
                </span>
              </p>
              <LinkButton variant="secondary" to={bookingPath({ instructor, start, durationMinutes })}>
                {texts.bookIt}
                <span className="unseen"> {texts.withInstructor({ instructorName })}</span>
              </LinkButton>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}
