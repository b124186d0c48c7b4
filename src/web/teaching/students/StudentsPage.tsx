import { useRef } from 'react';
import { handOversPath } from '#rules/paths/learner-paths.ts';
import { schedulePath } from '#rules/paths/teaching-paths.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import * as texts from '#texts/students.ts';
import { FilterField } from '../../platform/lists/FilterField.tsx';
import { FoundRows } from '../../platform/lists/FoundRows.tsx';
import { ListSearch } from '../../platform/lists/ListSearch.tsx';
import { isWorthSearching } from '../../platform/lists/list-query.ts';
import { SearchField } from '../../platform/lists/SearchField.tsx';
import { useListQuery } from '../../platform/lists/use-list-query.ts';
import { useInstructorDashboard } from '../../platform/records/use-dashboard.ts';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { NoInstructorProfile } from '../../platform/ui/NoInstructorProfile.tsx';
import { SelectField } from '../../platform/ui/Select.tsx';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { AddOwnLearner } from './AddOwnLearner.tsx';
import { studentColumns } from './student-columns.tsx';
import { studentsList, useStudents } from './use-students.ts';

const states = [
  { value: 'booked', label: texts.withALessonBooked },
  { value: 'free', label: texts.nothingBooked },
] as const;

const sorts = [
  { value: 'next', label: texts.nextLessonFirst },
  { value: '-next', label: texts.nextLessonLast },
  { value: 'name', label: texts.nameAToZ },
  { value: '-name', label: texts.nameZToA },
  { value: '-lessons', label: texts.mostLessons },
  { value: 'lessons', label: texts.fewestLessons },
  { value: '-hours', label: texts.mostHours },
  { value: 'hours', label: texts.fewestHours },
  { value: '-last', label: texts.taughtMostRecently },
  { value: 'last', label: texts.notTaughtForLongest },
] as const;

const words = {
  what: texts.yourStudentsLoading,
  notLoaded: texts.studentsNotLoaded,
  detail: texts.studentsAsTheyWere,
};

/** My Students: everybody an instructor teaches or has taught, how far each is, and when they meet next. */
export function StudentsPage() {
  const read = useInstructorDashboard();
  const { data } = read;
  if (data && !data.instructor) return <NoInstructorProfile what={texts.learners} />;
  return (
    <WhenRead read={read} {...words}>
      {data?.instructor && <Students instructor={data.instructor.id} zone={data.instructor.timezone || platformZone} />}
    </WhenRead>
  );
}

function Students({ instructor, zone }: { instructor: string; zone: string }) {
  const list = useListQuery(studentsList);
  const { query, change } = list;
  const read = useStudents(query);
  const { data, isPlaceholderData } = read;
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="students" className="text-body">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="students" ref={heading} tabIndex={-1} className="text-heading outline-none">
          {texts.yourStudents}
        </h2>
        <div className="flex flex-wrap gap-3">
          <LinkButton variant="quiet" className="min-h-12" to={handOversPath}>
            {texts.handOversLink}
          </LinkButton>
          <AddOwnLearner instructor={instructor} />
        </div>
      </div>
      <ListSearch
        name={texts.students}
        isWorth={isWorthSearching(data, query)}
        className="mb-5 grid grid-cols-2 gap-4 lg:grid-cols-[1fr_14rem_14rem] print:hidden"
      >
        <div className="max-lg:col-span-2">
          <SearchField
            label={texts.searchByName}
            placeholder={texts.studentsName}
            value={query.q}
            onSearch={(q) => change({ q }, true)}
          />
        </div>
        <FilterField
          label={texts.show}
          allLabel={texts.everybody}
          options={states}
          value={query.filters.state ?? ''}
          onChange={(state) => change({ filters: { state } })}
        />
        <SelectField label={texts.sortBy} options={sorts} value={query.sort} onChange={(sort) => change({ sort })} />
      </ListSearch>
      <WhenRead read={read} {...words}>
        {data && (
          <FoundRows
            answer={data}
            list={list}
            countOf={(count) => texts.countOf({ count })}
            noMatch={texts.noneMatches}
            caption={texts.yourStudents}
            columns={studentColumns(zone)}
            keyOf={({ learner }) => learner.id}
            heading={heading}
            isLooking={isPlaceholderData}
            empty={
              <EmptyState
                title={texts.noStudentsYet}
                action={<LinkButton to={schedulePath}>{texts.manageAvailability}</LinkButton>}
              >
                <p>{texts.studentsWillStandHere}</p>
              </EmptyState>
            }
          />
        )}
      </WhenRead>
    </section>
  );
}
