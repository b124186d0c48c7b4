import { Link } from 'react-router';
import { bookingPath } from '#rules/paths/booking-path.ts';
import * as texts from '#texts/booking.ts';
import type { LearnerDashboardAnswer } from '#wire/dashboard.ts';
import type { Instructor } from '../../platform/records/instructor-record.ts';
import { useLearnerDashboard } from '../../platform/records/use-dashboard.ts';
import { useOwnComingLessons, useOwnRecentLessons } from '../../platform/records/use-lessons.ts';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { Portrait } from '../../platform/ui/Portrait.tsx';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { HeldReminder } from '../holding/HeldReminder.tsx';
import { SavedLinks } from '../saved/SavedSection.tsx';
import { recentInstructors } from './recent-instructors.ts';

/** The first step without an instructor: those one has booked with, or the search. */
export function ChooseInstructor() {
  const recent = useOwnRecentLessons();
  const dashboard = useLearnerDashboard();
  // All at once: what came later would push down what is there.
  const isPending = [recent, dashboard, useOwnComingLessons()].some((read) => read.isPending);
  const driven = recentInstructors(recent.data ?? []);
  const saved = (dashboard.data?.saved ?? []).filter(({ id }) => !driven.some((known) => known.id === id));
  return (
    <section aria-labelledby="choose-instructor" className="max-w-[44rem]">
      <h2 id="choose-instructor" className="mb-1 text-heading">
        {texts.withWhom}
      </h2>
      <p className="mb-6 text-soft">{texts.pickUpWhereYouLeft}</p>
      {!isPending && <HeldReminder />}
      {isPending && (
        <AfterDelay what={texts.yourInstructors}>
          <Skeleton className="mb-3 h-21" />
          <Skeleton className="h-21" />
        </AfterDelay>
      )}
      {recent.isError && (
        <ErrorState
          title={texts.instructorsNotLoaded}
          detail={texts.searchInstead}
          onRetry={() => void recent.refetch()}
        />
      )}
      {!isPending && (
        <>
          <Driven instructors={driven} />
          <Saved saved={saved} />
          {recent.data && <Others isFirst={driven.length + saved.length === 0} />}
        </>
      )}
    </section>
  );
}

/** The instructors one saved and has not driven with. */
function Saved({ saved }: { saved: LearnerDashboardAnswer['saved'] }) {
  if (saved.length === 0) return null;
  return (
    <section aria-labelledby="saved-instructors" className="mb-6">
      <h3 id="saved-instructors" className="mb-3 text-title">
        {texts.savedInstructorsTitle}
      </h3>
      <SavedLinks saved={saved} />
    </section>
  );
}

/** The way to the search: all there is for somebody new, one more for everybody else. */
function Others({ isFirst }: { isFirst: boolean }) {
  if (isFirst) {
    return (
      <EmptyState
        title={texts.nobodyDrivenWith}
        action={<LinkButton to="/instructors">{texts.findAnInstructor}</LinkButton>}
      >
        <p>{texts.searchByAreaLicenceClass}</p>
      </EmptyState>
    );
  }
  return (
    <p className="lane-top pt-6">
      <LinkButton to="/instructors" variant="secondary">
        {texts.findAnotherInstructor}
      </LinkButton>
    </p>
  );
}

/** The instructors one has booked with, the latest first. */
function Driven({ instructors }: { instructors: readonly Instructor[] }) {
  if (instructors.length === 0) return null;
  return (
    <section aria-labelledby="driven-with" className="mb-6">
      <h3 id="driven-with" className="mb-3 text-title">
        {texts.bookedWith}
      </h3>
      <ul className="grid gap-3">
        {instructors.map((instructor) => (
          <li key={instructor.id}>
            <Link
              to={bookingPath({ instructor: instructor.id })}
              className="card flex items-center gap-4 p-4 text-ink no-underline hover:border-green"
            >
              <Portrait instructor={instructor} className="size-13 shrink-0 rounded-full bg-tint object-cover" />
              <span className="min-w-0 grow">
                <b className="block font-semibold">{instructor.name}</b>
                <span className="block text-note text-soft">
                  {texts.classAndHourly({
                    licenceClasses: instructor.licenceClasses.join(' · '),
                    isFrom: String(instructor.eveningSurchargePercent > 0 || instructor.weekendSurchargePercent > 0),
                    hourly: formatMoney(instructor.hourlyCents),
                  })}
                </span>
              </span>
              <span className="font-semibold text-green max-sm:unseen">{texts.seeFreeTimes}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
