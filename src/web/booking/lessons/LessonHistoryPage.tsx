import { useMemo, useRef } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { bookLessonPath } from '#rules/paths/booking-path.ts';
import { handOversPath } from '#rules/paths/learner-paths.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { schedulePath } from '#rules/paths/teaching-paths.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import * as texts from '#texts/lessons.ts';
import type { LearnerDashboardAnswer } from '#wire/dashboard.ts';
import { useInstructorDashboard, useLearnerDashboard } from '../../platform/records/use-dashboard.ts';
import { useView } from '../../platform/session/dashboard-view.ts';
import { SaveFile } from '../../platform/session/SaveFile.tsx';
import { useSession } from '../../platform/session/use-session.ts';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { classNames } from '../../platform/ui/class-names.ts';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';
import { NoInstructorProfile } from '../../platform/ui/NoInstructorProfile.tsx';
import { Pagination } from '../../platform/ui/Pagination.tsx';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { BookAgain } from '../book-lesson/BookAgain.tsx';
import { HistoryControls } from './HistoryControls.tsx';
import type { HistoryReader } from './history-filter.ts';
import {
  type HistoryQuery,
  historyPageSize,
  historyText,
  isFiltered,
  readHistoryQuery,
  sortChoices,
  sortedColumn,
} from './history-query.ts';
import { FullLessonTable, type FullTableLesson } from './LessonTable.tsx';
import { type HistoryLesson, type KnownPerson, type LessonHistory, useLessonHistory } from './use-lesson-history.ts';

/**
 * Every lesson that is over or off, as this tab's view has it: those one has taken or those one has given. What is searched for,
 * filtered and ordered, and the page, are in the address. `?lesson=` is what links in notifications and calendars carry.
 */
export function LessonHistoryPage() {
  const view = useView();
  const [params] = useSearchParams();
  const wanted = params.get('lesson') ?? '';
  if (/^[a-z0-9]{15}$/.test(wanted)) return <Navigate to={lessonPath(wanted)} replace />;
  return view === 'learner' ? <LearnerHistory /> : <InstructorHistory />;
}

function LearnerHistory() {
  const { data, isError, refetch } = useLearnerDashboard();
  const people = useMemo(() => (data ? instructorsOf(data) : []), [data]);
  if (data) return <History side="learner" timezone={platformZone} people={people} />;
  return isError ? <Failure onRetry={() => void refetch()} /> : <Waiting />;
}

function InstructorHistory() {
  const { data, isError, refetch } = useInstructorDashboard();
  const people = useMemo(() => data?.roster.map(({ learner }) => learner) ?? [], [data]);
  if (!data) return isError ? <Failure onRetry={() => void refetch()} /> : <Waiting />;
  if (!data.instructor) return <NoInstructorProfile what={texts.pastLessons} />;
  return <History side="instructor" timezone={data.instructor.timezone || platformZone} people={people} />;
}

/** The instructors in a learner's dashboard: it names those, too, whose own page is closed at present. */
function instructorsOf({ nextLesson, upcoming, history }: LearnerDashboardAnswer): KnownPerson[] {
  const all = [...(nextLesson ? [nextLesson] : []), ...upcoming, ...history].map(({ instructor }) => instructor);
  return [...new Map(all.map(({ id, name }) => [id, { id, name }])).values()];
}

const titles = { learner: texts.yourPastLessons, instructor: texts.lessonsYouHaveGiven } as const;

/** For learners, the way to another instructor. */
function WithAnother({ side }: Pick<HistoryReader, 'side'>) {
  if (side !== 'learner') return null;
  return (
    <p className="mt-4 print:hidden">
      <Link to={handOversPath} className="inline-flex min-h-11 items-center">
        {texts.continueWithAnother}
      </Link>
    </p>
  );
}

type HistoryProps = Pick<HistoryReader, 'side' | 'timezone'> & { people: readonly KnownPerson[] };

function History({ side, timezone, people }: HistoryProps) {
  const user = useSession();
  const { query, change, clear } = useHistoryQuery();
  const heading = useRef<HTMLHeadingElement>(null);
  const reader = { side, timezone, userId: user?.id ?? '' };
  const history = useLessonHistory(reader, query, people);
  const { data, isError, isPlaceholderData } = history;
  if (!data && !isError && !isFiltered(query)) return <Waiting />;
  if (data && !data.hasAny) return <NoLessonsYet side={side} />;
  if (data && !isPlaceholderData && data.totalItems > 0 && data.lessons.length === 0) {
    return <Navigate to={{ search: historyText({ ...query, page: data.totalPages }) }} replace />;
  }
  const toHeading = () => heading.current?.focus();
  const startAnew = () => {
    clear();
    toHeading();
  };
  return (
    <section aria-labelledby="past-lessons">
      <h2 id="past-lessons" ref={heading} tabIndex={-1} className="mb-4 text-heading outline-none">
        {titles[side]}
      </h2>
      <HistoryControls query={query} totalItems={data?.totalItems} side={side} onChange={change} />
      <p role="status" className="figures mb-3 min-h-6 text-soft">
        {data && (isPlaceholderData ? texts.looking : countOf(data, query))}
      </p>
      {isError && <Failure onRetry={() => void history.refetch()} />}
      {!data && !isError && <Waiting />}
      {data?.totalItems === 0 && <NothingMatches onClear={startAnew} />}
      {data && data.totalItems > 0 && (
        <div aria-busy={isPlaceholderData} className={classNames(isPlaceholderData && 'opacity-60')}>
          <FoundLessons found={data} query={query} side={side} people={people} onTurn={toHeading} />
        </div>
      )}
      {side === 'learner' && data !== undefined && data.totalItems > 0 && (
        <div className="mt-4 grid gap-8 print:hidden">
          <div>
            <SaveFile path="/api/marketplace/lessons.csv" name="kerbside-lessons.csv">
              {texts.downloadCsv}
            </SaveFile>
          </div>
          <BookAgain />
        </div>
      )}
      <WithAnother side={side} />
    </section>
  );
}

type FoundLessonsProps = Pick<HistoryProps, 'side' | 'people'> & {
  found: LessonHistory;
  query: HistoryQuery;
  onTurn: () => void;
};

function FoundLessons({ found, query, side, people, onTurn }: FoundLessonsProps) {
  const { sort } = found.query;
  const { label } = sortChoices.find(({ value }) => value === sort) ?? sortChoices[0];
  return (
    <>
      <FullLessonTable
        lessons={found.lessons.map((lesson) => tableLesson(lesson, people))}
        caption={`${titles[side]}, ${label.toLowerCase()}`}
        side={side}
        sorted={sortedColumn(sort)}
      />
      <Pagination
        page={query.page}
        totalPages={found.totalPages}
        searchOf={(page) => historyText({ ...query, page })}
        onTurn={onTurn}
      />
    </>
  );
}

/** The state in the address and the ways to change it; every change but of the page goes back to the first page. */
function useHistoryQuery() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const query = readHistoryQuery(params);
  const go = (search: string, replace: boolean) => void navigate({ search }, { replace, preventScrollReset: true });
  return {
    query,
    change: (changed: Partial<HistoryQuery>, isTyping = false) =>
      go(historyText({ ...query, page: 1, ...changed }), isTyping),
    clear: () => go('', false),
  };
}

function countOf({ totalItems, lessons }: LessonHistory, query: HistoryQuery): string {
  if (totalItems === 0) return texts.noLessonFound;
  const found = isFiltered(query) ? 'yes' : 'no';
  if (totalItems <= historyPageSize) return texts.countOf({ count: totalItems, found });
  const first = (query.page - 1) * historyPageSize + 1;
  return texts.rangeOf({ first, last: first + lessons.length - 1, totalItems, found });
}

function tableLesson({ expand, ...lesson }: HistoryLesson, people: readonly KnownPerson[]): FullTableLesson {
  const nameOf = (id: string) => people.find((person) => person.id === id)?.name;
  const instructor = {
    name: expand?.instructor?.name ?? nameOf(lesson.instructor) ?? texts.instructorNoLongerListed,
    timezone: expand?.instructor?.timezone ?? '',
  };
  const rating = expand?.reviews_via_lesson?.find(({ side }) => side === 'learner')?.rating ?? null;
  return { ...lesson, instructor, learner: { name: nameOf(lesson.learner) ?? texts.learner }, rating };
}

function Waiting() {
  return (
    <AfterDelay what={texts.yourLessons}>
      <Skeleton className="mb-6 h-40 w-full" />
      <Skeleton className="h-96 w-full" />
    </AfterDelay>
  );
}

function Failure({ onRetry }: { onRetry: () => void }) {
  return <ErrorState title={texts.lessonsNotLoaded} detail={texts.lessonsAsTheyWere} onRetry={onRetry} />;
}

function NoLessonsYet({ side }: { side: 'learner' | 'instructor' }) {
  if (side === 'instructor') {
    return (
      <EmptyState
        title={texts.noLessonsGivenYet}
        action={<LinkButton to={schedulePath}>{texts.manageAvailability}</LinkButton>}
      >
        <p>{texts.afterEachLessonYouFind}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={texts.noLessonsBehindYouYet}
      action={<LinkButton to={bookLessonPath}>{texts.bookALesson}</LinkButton>}
    >
      <p>{texts.historyFillsItself}</p>
    </EmptyState>
  );
}

function NothingMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title={texts.noPastLessonMatches}
      action={
        <Button variant="secondary" onClick={onClear}>
          {texts.clearSearchAndFilters}
        </Button>
      }
    >
      <p>{texts.tryAShorterSearchAnother}</p>
    </EmptyState>
  );
}
