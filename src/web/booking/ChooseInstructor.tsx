import { Link } from 'react-router';
import * as texts from '#texts/booking.ts';
import type { LearnerAnswer } from '../lessons/dashboard-answer.ts';
import type { Instructor } from '../lessons/instructor-record.ts';
import type { Lesson } from '../lessons/lesson-record.ts';
import { useLearnerDashboard } from '../lessons/use-dashboard.ts';
import { useOwnRecentLessons } from '../lessons/use-lessons.ts';
import { SavedLinks } from '../saved/SavedSection.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { formatMoney } from '../ui/format-money.ts';
import { Portrait } from '../ui/Portrait.tsx';
import { AfterDelay, Skeleton } from '../ui/Skeleton.tsx';
import { bookingPath } from './booking-address.ts';
import { HeldReminder } from './HeldReminder.tsx';

/** The first step without an instructor: those one has driven with, or the search. */
export function ChooseInstructor() {
  const recent = useOwnRecentLessons();
  const dashboard = useLearnerDashboard();
  // The saved ones stand above the others, which would be pushed down when they came later.
  const isPending = recent.isPending || dashboard.isPending;
  return (
    <section aria-labelledby="choose-instructor" className="max-w-[44rem]">
      <HeldReminder />
      <h2 id="choose-instructor" className="mb-1 text-2xl">
        {texts.withWhom}
      </h2>
      <p className="mb-6 text-soft">{texts.pickUpWhereYouLeft}</p>
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
      {!isPending && <Saved saved={dashboard.data?.saved ?? []} />}
      {!isPending && recent.data && <Choices instructors={recentInstructors(recent.data)} />}
    </section>
  );
}

/** The instructors one saved, before those one has driven with. */
function Saved({ saved }: { saved: LearnerAnswer['saved'] }) {
  if (saved.length === 0) return null;
  return (
    <section aria-labelledby="saved-instructors" className="mb-6">
      <h3 id="saved-instructors" className="mb-3 text-lg">
        {texts.savedInstructorsTitle}
      </h3>
      <SavedLinks saved={saved} />
    </section>
  );
}

/** Instructors of the given lessons, each once, the latest first, at most four. */
function recentInstructors(lessons: readonly Lesson[]): readonly Instructor[] {
  const byId = new Map<string, Instructor>();
  for (const { expand } of lessons) {
    const instructor = expand?.instructor;
    if (instructor?.status === 'listed' && !byId.has(instructor.id)) byId.set(instructor.id, instructor);
  }
  return [...byId.values()].slice(0, 4);
}

function Choices({ instructors }: { instructors: readonly Instructor[] }) {
  if (instructors.length === 0) {
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
    <>
      <ul className="grid gap-3">
        {instructors.map((instructor) => (
          <li key={instructor.id}>
            <Link
              to={bookingPath({ instructor: instructor.id })}
              className="card flex items-center gap-4 p-4 text-ink no-underline hover:border-green"
            >
              <Portrait instructor={instructor} className="size-13 shrink-0 rounded-full bg-tint object-cover" />
              <span className="min-w-0 grow">
                <b className="block font-bold font-head text-lg leading-tight">{instructor.name}</b>
                <span className="block text-sm text-soft">
                  {texts.classAndHourly({
                    licenceClasses: instructor.licenceClasses.join(' · '),
                    hourly: formatMoney(instructor.hourlyCents),
                  })}
                </span>
              </span>
              <span className="font-semibold text-green max-sm:unseen">{texts.seeFreeTimes}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="lane-top mt-6 pt-6">
        <LinkButton to="/instructors" variant="secondary">
          {texts.findAnotherInstructor}
        </LinkButton>
      </p>
    </>
  );
}
