import { useRef } from 'react';
import { Link } from 'react-router';
import { personPath } from '#rules/paths/staff-paths.ts';
import * as texts from '#texts/adminAnalytics.ts';
import type { ActiveLearner } from '#wire/analytics.ts';
import { StaffOnly } from '../../../platform/desk/StaffOnly.tsx';
import type { Column } from '../../../platform/lists/DataTable.tsx';
import { FoundRows } from '../../../platform/lists/FoundRows.tsx';
import { ListSearch } from '../../../platform/lists/ListSearch.tsx';
import { isWorthSearching } from '../../../platform/lists/list-query.ts';
import { SearchField } from '../../../platform/lists/SearchField.tsx';
import { SpanControl } from '../../../platform/lists/SpanControl.tsx';
import { useListQuery } from '../../../platform/lists/use-list-query.ts';
import { SaveFile } from '../../../platform/session/SaveFile.tsx';
import { formatStart } from '../../../platform/ui/format-time.ts';
import { SelectField } from '../../../platform/ui/Select.tsx';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { AnalyticsParts } from './AnalyticsParts.tsx';
import { activeLearnersList, askedOf, useActiveLearners } from './use-active-learners.ts';

/** The learners whom the figure "Active learners" counts, each with the way to the person. */
export function ActiveLearnersPage() {
  return (
    <StaffOnly right="analytics">
      <AnalyticsParts open="figures" />
      <ActiveLearners />
    </StaffOnly>
  );
}

function ActiveLearners() {
  const list = useListQuery(activeLearnersList);
  const heading = useRef<HTMLHeadingElement>(null);
  const read = useActiveLearners(list.query);
  const { data, isPlaceholderData } = read;
  const { query, change } = list;
  const asked = askedOf(query);
  return (
    <section aria-labelledby="active-learners" className="grid gap-4">
      <h2 id="active-learners" ref={heading} tabIndex={-1} className="text-heading outline-none">
        {texts.activeLearners}
      </h2>
      <p className="max-w-[44rem] text-soft">{texts.activeLearnersMeans}</p>
      <SpanControl filters={query.filters} onChange={(filters, isTyping) => change({ filters }, isTyping)} />
      <ListSearch
        name={texts.activeLearners}
        isWorth={isWorthSearching(data, query, ['period', 'from', 'to'])}
        className="grid gap-4 sm:grid-cols-[1fr_14rem]"
      >
        <SearchField
          label={texts.searchLearners}
          placeholder={texts.nameOrEmail}
          value={query.q}
          onSearch={(q) => change({ q }, true)}
        />
        <SelectField label={texts.sortBy} options={sorts} value={query.sort} onChange={(sort) => change({ sort })} />
      </ListSearch>
      <WhenRead read={read} what={texts.theLearners} notLoaded={texts.learnersNotLoaded}>
        {data && (
          <div>
            <FoundRows
              answer={data}
              list={list}
              countOf={(count) => texts.learnersFound({ count })}
              action={
                data.totalItems > 0 && (
                  <SaveFile
                    path={`/api/marketplace/analytics/learners.csv?${new URLSearchParams(asked)}`}
                    name={`kerbside-active-learners-${asked.from}.csv`}
                  >
                    {texts.saveCsv}
                  </SaveFile>
                )
              }
              noMatch={texts.noLearnerMatches}
              caption={texts.activeLearners}
              columns={columns}
              keyOf={({ id }) => id}
              heading={heading}
              isLooking={isPlaceholderData}
              empty={<p className="text-soft">{texts.noActiveLearner}</p>}
            />
          </div>
        )}
      </WhenRead>
    </section>
  );
}

const columns: Column<ActiveLearner>[] = [
  {
    name: texts.learner,
    sorts: ['name', '-name'],
    // Of a closed account there is no name.
    cell: ({ id, name }) => (name ? <Link to={personPath(id)}>{name}</Link> : texts.accountIsGone),
  },
  {
    name: texts.daysWithALesson,
    isNumber: true,
    sorts: ['days', '-days'],
    isDescendingFirst: true,
    cell: ({ days }) => days,
  },
  { name: texts.lessons, isNumber: true, cell: ({ lessons }) => lessons },
  {
    name: texts.lastLesson,
    cell: ({ last }) => <span className="figures whitespace-nowrap">{formatStart(last)}</span>,
  },
];

const sorts = [
  { value: '-days', label: texts.mostDaysFirst },
  { value: 'days', label: texts.fewestDaysFirst },
  { value: 'name', label: texts.nameAToZ },
  { value: '-name', label: texts.nameZToA },
] as const;
