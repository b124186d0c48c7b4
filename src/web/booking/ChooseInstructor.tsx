import { Link } from 'react-router';
import type { Instructor } from '../lessons/instructor-record.ts';
import type { Lesson } from '../lessons/lesson-record.ts';
import { useOwnRecentLessons } from '../lessons/use-lessons.ts';
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
  return (
    <section aria-labelledby="choose-instructor" className="max-w-[44rem]">
      <HeldReminder />
      <h2 id="choose-instructor" className="mb-1 text-2xl">
        Who do you want to drive with?
      </h2>
      <p className="mb-6 text-soft">Pick up where you left off, or look for somebody near you who is free.</p>
      {recent.isPending && (
        <AfterDelay what="your instructors">
          <Skeleton className="mb-3 h-21" />
          <Skeleton className="h-21" />
        </AfterDelay>
      )}
      {recent.isError && (
        <ErrorState
          title="Your instructors could not be loaded"
          detail="You can still search for one."
          onRetry={() => void recent.refetch()}
        />
      )}
      {recent.data && <Choices instructors={recentInstructors(recent.data)} />}
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
        title="You have not driven with anybody yet"
        action={<LinkButton to="/instructors">Find an instructor</LinkButton>}
      >
        <p>Search by area, licence class and time. Each card shows the next free times and the whole price.</p>
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
                  Class {instructor.licenceClasses.join(' · ')} · {formatMoney(instructor.hourlyCents)} an hour
                </span>
              </span>
              <span className="font-semibold text-green max-sm:unseen">See free times</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="lane-top mt-6 pt-6">
        <LinkButton to="/instructors" variant="secondary">
          Find another instructor
        </LinkButton>
      </p>
    </>
  );
}
