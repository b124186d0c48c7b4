import { type RefObject, useState } from 'react';
import { Navigate } from 'react-router';
import * as texts from '#texts/earnings.ts';
import type { EarnedLesson, EarningsAnswer } from '#wire/earnings.ts';
import { type Column, DataTable } from '../../platform/lists/DataTable.tsx';
import { FilterField } from '../../platform/lists/FilterField.tsx';
import { ListSearch } from '../../platform/lists/ListSearch.tsx';
import { isWorthSearching } from '../../platform/lists/list-query.ts';
import { SearchField } from '../../platform/lists/SearchField.tsx';
import type { useListQuery } from '../../platform/lists/use-list-query.ts';
import { statusWords } from '../../platform/records/lesson-status.ts';
import { Badge } from '../../platform/ui/Badge.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { classNames } from '../../platform/ui/class-names.ts';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatLessonTime } from '../../platform/ui/format-time.ts';
import { Pagination } from '../../platform/ui/Pagination.tsx';
import { SelectField } from '../../platform/ui/Select.tsx';
import { feeRuleWords } from './fee-rule-words.ts';
import { LedgerDialog } from './LedgerDialog.tsx';

const states = [
  { value: 'settled', label: texts.settled },
  { value: 'pending', label: texts.pending },
] as const;

const sorts = [
  { value: '-start', label: texts.latestFirst },
  { value: 'start', label: texts.oldestFirst },
  { value: '-netCents', label: texts.highestSum },
  { value: 'netCents', label: texts.lowestSum },
  { value: 'learner', label: texts.learnerAToZ },
  { value: '-learner', label: texts.learnerZToA },
] as const;

type EarnedLessonsProps = {
  answer: EarningsAnswer;
  list: ReturnType<typeof useListQuery>;
  zone: string;
  heading: RefObject<HTMLHeadingElement | null>;
  isLooking: boolean;
};

/** Each lesson's line: price, fee and what is the instructor's; the sum opens to the ledger's entries. */
export function EarnedLessons({ answer, list, zone, heading, isLooking }: EarnedLessonsProps) {
  const [opened, setOpened] = useState<EarnedLesson>();
  const { query, change, clear, searchOf } = list;
  if (!isLooking && answer.totalItems > 0 && answer.items.length === 0) {
    return <Navigate to={{ search: searchOf(answer.totalPages) }} replace />;
  }
  const clearSearch = () => {
    clear();
    heading.current?.focus();
  };
  return (
    <section aria-labelledby="earned-lessons">
      <h2 id="earned-lessons" ref={heading} tabIndex={-1} className="mb-3 text-title outline-none">
        {texts.lessonByLesson}
      </h2>
      <ListSearch
        name={texts.lessons}
        isWorth={isWorthSearching(answer, query, ['period', 'from', 'to'])}
        className="mb-4 grid grid-cols-2 gap-4 lg:grid-cols-[1fr_12rem_12rem] print:hidden"
      >
        <div className="max-lg:col-span-2">
          <SearchField
            label={texts.searchByLearner}
            placeholder={texts.learnersName}
            value={query.q}
            onSearch={(q) => change({ q }, true)}
          />
        </div>
        <FilterField
          label={texts.state}
          allLabel={texts.everyState}
          options={states}
          value={query.filters.state ?? ''}
          onChange={(state) => change({ filters: { state } })}
        />
        <SelectField label={texts.sortBy} options={sorts} value={query.sort} onChange={(sort) => change({ sort })} />
      </ListSearch>
      <p role="status" className="figures mb-3 min-h-6 text-soft print:hidden">
        {isLooking ? texts.looking : countOf(answer.totalItems)}
      </p>
      {answer.totalItems === 0 && !isLooking ? (
        <EmptyState
          title={texts.noLessonMatches}
          action={
            <Button variant="secondary" onClick={clearSearch}>
              {texts.clearSearchAndFilters}
            </Button>
          }
        >
          <p>{texts.tryAnotherSearch}</p>
        </EmptyState>
      ) : (
        <div className={classNames(isLooking && 'opacity-60')}>
          <DataTable
            caption={texts.lessonsAndTheirMoney}
            columns={columnsOf(zone, setOpened)}
            rows={answer.items}
            keyOf={({ lesson }) => lesson}
            sort={query.sort}
            onSort={(sort) => change({ sort })}
          />
          <Together found={answer.found} />
          <Pagination
            page={query.page}
            totalPages={answer.totalPages}
            searchOf={searchOf}
            onTurn={() => heading.current?.focus()}
          />
        </div>
      )}
      <LedgerDialog lesson={opened} zone={zone} onClose={() => setOpened(undefined)} />
    </section>
  );
}

/** What all that was found comes to, on whatever page it stands. */
function Together({ found: { grossCents, feeCents, netCents } }: Pick<EarningsAnswer, 'found'>) {
  const sums = [
    [texts.price, grossCents],
    [texts.fee, -feeCents],
    [texts.yours, netCents],
  ] as const;
  return (
    <dl aria-label={texts.foundTogether} className="figures mt-3 flex flex-wrap justify-end gap-x-6 gap-y-1 px-4">
      {sums.map(([name, cents]) => (
        <div key={name} className="flex gap-2">
          <dt className="text-soft">{name}</dt>
          <dd className="font-semibold">{formatMoney(cents)}</dd>
        </div>
      ))}
    </dl>
  );
}

function countOf(count: number): string {
  if (count === 0) return texts.noLessonFound;
  return texts.countLessons({ count });
}

function columnsOf(zone: string, open: (lesson: EarnedLesson) => void): Column<EarnedLesson>[] {
  return [
    {
      name: texts.lesson,
      sorts: ['start', '-start'],
      isDescendingFirst: true,
      cell: ({ start, end }) => (
        <span className="figures whitespace-nowrap font-semibold">{formatLessonTime(start, end, zone)}</span>
      ),
    },
    { name: texts.learner, sorts: ['learner', '-learner'], cell: ({ learner }) => learner.name },
    {
      name: texts.state,
      cell: (lesson) => {
        const lessonState = statusWords(lesson.status, 'instructor');
        return (
          <span className="flex flex-wrap gap-x-1.5 gap-y-0.5">
            <Badge tone={lesson.state === 'settled' ? 'green' : 'amber'}>
              {lesson.state === 'settled' ? texts.settled : texts.pending}
            </Badge>
            <span className="text-note text-soft">{lessonState.word}</span>
          </span>
        );
      },
    },
    { name: texts.price, isNumber: true, cell: ({ grossCents }) => formatMoney(grossCents) },
    { name: texts.fee, isNumber: true, cell: ({ feeCents }) => formatMoney(-feeCents) },
    {
      name: texts.yours,
      isNumber: true,
      sorts: ['netCents', '-netCents'],
      isDescendingFirst: true,
      cell: (lesson) => (
        <button
          type="button"
          className="min-h-8 rounded-sm font-semibold text-green underline underline-offset-2 @max-tabular:-my-2.5 @max-tabular:min-h-11"
          aria-label={texts.netShowTheLedgersEntries({ net: formatMoney(lesson.netCents) })}
          onClick={() => open(lesson)}
        >
          {formatMoney(lesson.netCents)}
        </button>
      ),
    },
    {
      name: texts.feeRule,
      cell: ({ feeRule }) => (
        <span className="block text-note text-soft @tabular:min-w-36">{feeRule ? feeRuleWords(feeRule) : '–'}</span>
      ),
    },
  ];
}
