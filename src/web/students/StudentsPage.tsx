import { useRef } from 'react';
import { useInstructorDashboard } from '../lessons/use-dashboard.ts';
import { FilterField } from '../lists/FilterField.tsx';
import { FoundRows } from '../lists/FoundRows.tsx';
import { isListFiltered } from '../lists/list-query.ts';
import { SearchField } from '../lists/SearchField.tsx';
import { useListQuery } from '../lists/use-list-query.ts';
import { NoInstructorProfile } from '../schedule/NoInstructorProfile.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { defaultZone } from '../ui/format-time.ts';
import { SelectField } from '../ui/Select.tsx';
import { AfterDelay, Skeleton } from '../ui/Skeleton.tsx';
import { studentColumns } from './student-columns.tsx';
import { studentsList, useStudents } from './use-students.ts';

const states = [
  { value: 'booked', label: 'With a lesson booked' },
  { value: 'free', label: 'Nothing booked' },
] as const;

const sorts = [
  { value: 'next', label: 'Next lesson first' },
  { value: '-next', label: 'Next lesson last' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: '-lessons', label: 'Most lessons' },
  { value: 'lessons', label: 'Fewest lessons' },
  { value: '-hours', label: 'Most hours' },
  { value: 'hours', label: 'Fewest hours' },
  { value: '-last', label: 'Taught most recently' },
  { value: 'last', label: 'Not taught for longest' },
] as const;

/** My Students: everybody an instructor teaches or has taught, how far each is, and when they meet next. */
export function StudentsPage() {
  const { data, isError, refetch } = useInstructorDashboard();
  if (data && !data.instructor) return <NoInstructorProfile what="learners" />;
  if (data?.instructor) return <Students zone={data.instructor.timezone || defaultZone} />;
  return isError ? <Failure onRetry={() => void refetch()} /> : <Waiting />;
}

function Students({ zone }: { zone: string }) {
  const list = useListQuery(studentsList);
  const { query, change } = list;
  const { data, isError, isPlaceholderData, refetch } = useStudents(query);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="students" className="text-md">
      <h2 id="students" ref={heading} tabIndex={-1} className="mb-4 text-2xl outline-none">
        Your students
      </h2>
      <search aria-label="Students" className="mb-5 grid grid-cols-2 gap-4 lg:grid-cols-[1fr_14rem_14rem] print:hidden">
        <div className="max-lg:col-span-2">
          <SearchField
            label="Search by name"
            placeholder="Student’s name"
            value={query.q}
            onSearch={(q) => change({ q }, true)}
          />
        </div>
        <FilterField
          label="Show"
          allLabel="Everybody"
          options={states}
          value={query.filters.state ?? ''}
          onChange={(state) => change({ filters: { state } })}
        />
        <SelectField label="Sort by" options={sorts} value={query.sort} onChange={(sort) => change({ sort })} />
      </search>
      {isError && !data && <Failure onRetry={() => void refetch()} />}
      {!data && !isError && <Waiting />}
      {data && (
        <FoundRows
          answer={data}
          list={list}
          words={['student', 'students']}
          caption="Your students"
          columns={studentColumns(zone)}
          keyOf={({ learner }) => learner.id}
          heading={heading}
          isLooking={isPlaceholderData}
          isFiltered={isListFiltered(query)}
          empty={
            <EmptyState
              title="No students yet"
              action={<LinkButton to="/dashboard/schedule">Manage availability</LinkButton>}
            >
              <p>Whoever books a lesson with you stands here from then on, with lessons, hours and skills.</p>
            </EmptyState>
          }
        />
      )}
    </section>
  );
}

function Waiting() {
  return (
    <AfterDelay what="your students">
      <Skeleton className="h-96 w-full" />
    </AfterDelay>
  );
}

function Failure({ onRetry }: { onRetry: () => void }) {
  return (
    <ErrorState
      title="Your students could not be loaded"
      detail="They are as they were. Check the connection and try again."
      onRetry={onRetry}
    />
  );
}
