import { useRef } from 'react';
import { Link } from 'react-router';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import * as texts from '#texts/adminAnalytics.ts';
import { StaffOnly } from '../../../platform/desk/StaffOnly.tsx';
import type { Column } from '../../../platform/lists/DataTable.tsx';
import { FoundRows } from '../../../platform/lists/FoundRows.tsx';
import { ListControls } from '../../../platform/lists/ListControls.tsx';
import { SpanControl } from '../../../platform/lists/SpanControl.tsx';
import { useListQuery } from '../../../platform/lists/use-list-query.ts';
import type { Lesson } from '../../../platform/records/lesson-record.ts';
import { statusWords } from '../../../platform/records/lesson-status.ts';
import { Badge } from '../../../platform/ui/Badge.tsx';
import { LinkButton } from '../../../platform/ui/Button.tsx';
import { EmptyState } from '../../../platform/ui/EmptyState.tsx';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatStart } from '../../../platform/ui/format-time.ts';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { AnalyticsParts } from './AnalyticsParts.tsx';
import { lessonsList, statusChoices } from './lesson-choices.ts';
import { useAllLessons } from './use-all-lessons.ts';

/** Analytics' lessons: everybody's, whatever became of them, for the staff to find. */
export function LessonsPage() {
  return (
    <StaffOnly right="lessons">
      <AnalyticsParts open="lessons" />
      <AllLessons />
    </StaffOnly>
  );
}

function AllLessons() {
  const list = useListQuery(lessonsList);
  const heading = useRef<HTMLHeadingElement>(null);
  const read = useAllLessons(list.query);
  const { data, isPlaceholderData } = read;
  return (
    <section aria-labelledby="all-lessons">
      <h2 id="all-lessons" ref={heading} tabIndex={-1} className="mb-4 text-heading outline-none">
        {texts.lessons}
      </h2>
      <ListControls
        list={list}
        found={data}
        name={texts.lessons}
        search={{ label: texts.searchLessons, placeholder: texts.nameOrPlace }}
        status={{ label: texts.status, allLabel: texts.everyStatus, options: statusChoices }}
        sort={{ label: texts.sortBy, options: sorts }}
      >
        <SpanControl
          filters={list.query.filters}
          anyTime={texts.anyTime}
          onChange={(filters, isTyping) => list.change({ filters }, isTyping)}
        />
      </ListControls>
      <WhenRead read={read} what={texts.theLessons} notLoaded={texts.lessonsNotLoaded}>
        {data && (
          <FoundRows
            answer={data}
            list={list}
            countOf={(count) => (data.hasMore ? texts.moreLessonsFound({ count }) : texts.lessonsFound({ count }))}
            noMatch={texts.noLessonMatches}
            caption={texts.lessons}
            columns={columns}
            keyOf={({ id }) => id}
            heading={heading}
            isLooking={isPlaceholderData}
            empty={
              <EmptyState
                title={texts.noLessonsYet}
                action={<LinkButton to="/instructors">{texts.findAnInstructor}</LinkButton>}
              >
                <p>{texts.whatIsBooked}</p>
              </EmptyState>
            }
          />
        )}
      </WhenRead>
    </section>
  );
}

const columns: Column<Lesson>[] = [
  {
    name: texts.date,
    sorts: ['start', '-start'],
    isDescendingFirst: true,
    cell: ({ id, start, expand }) => (
      <Link
        to={lessonPath(id)}
        className="inline-flex min-h-11 items-center whitespace-nowrap font-semibold text-ink after:absolute after:inset-0 @tabular:after:hidden"
      >
        {formatStart(start, expand?.instructor?.timezone || undefined)}
      </Link>
    ),
  },
  { name: texts.instructor, cell: ({ expand }) => expand?.instructor?.name ?? texts.notListedAnyMore },
  { name: texts.learner, cell: ({ expand }) => expand?.learner?.name || expand?.learner?.email || texts.accountIsGone },
  {
    name: texts.pickUp,
    cell: ({ pickup, postalCode }) => `${pickup} ${postalCode}`.trim() || '–',
  },
  {
    name: texts.price,
    isNumber: true,
    sorts: ['priceCents', '-priceCents'],
    isDescendingFirst: true,
    cell: ({ priceCents }) => formatMoney(priceCents),
  },
  {
    name: texts.status,
    cell: ({ status }) => {
      const { word, tone } = statusWords(status, 'staff');
      return <Badge tone={tone}>{word}</Badge>;
    },
  },
];

const sorts = [
  { value: '-start', label: texts.latestFirst },
  { value: 'start', label: texts.earliestFirst },
  { value: '-created', label: texts.lastBookedFirst },
  { value: 'created', label: texts.firstBookedFirst },
  { value: '-priceCents', label: texts.highestPrice },
  { value: 'priceCents', label: texts.lowestPrice },
] as const;
