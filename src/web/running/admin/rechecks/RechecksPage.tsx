import { useRef } from 'react';
import { Link } from 'react-router';
import { instructorFilePath } from '#rules/paths/staff-paths.ts';
import * as texts from '#texts/rechecks.ts';
import type { Recheck } from '#wire/rechecks.ts';
import { StaffOnly } from '../../../platform/desk/StaffOnly.tsx';
import type { Column } from '../../../platform/lists/DataTable.tsx';
import { FilterField } from '../../../platform/lists/FilterField.tsx';
import { FoundRows } from '../../../platform/lists/FoundRows.tsx';
import { ListControls } from '../../../platform/lists/ListControls.tsx';
import { useListQuery } from '../../../platform/lists/use-list-query.ts';
import { Badge } from '../../../platform/ui/Badge.tsx';
import { EmptyState } from '../../../platform/ui/EmptyState.tsx';
import { formatDate } from '../../../platform/ui/format-time.ts';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { ComparePart } from './ComparePart.tsx';
import { outcomeWords } from './outcome-words.ts';
import { recheckList, useRechecks } from './use-rechecks.ts';

/** Who is compared with the Traffic Police's public list again: a list is read, each difference decided, and who is due stands below. */
export function RechecksPage() {
  return (
    <StaffOnly right="papers">
      <div className="grid gap-10">
        <ComparePart />
        <Rechecks />
      </div>
    </StaffOnly>
  );
}

function Rechecks() {
  const list = useListQuery(recheckList);
  const heading = useRef<HTMLHeadingElement>(null);
  const read = useRechecks(list.query);
  const { data, isPlaceholderData } = read;
  return (
    <section aria-labelledby="rechecks">
      <h2 id="rechecks" ref={heading} tabIndex={-1} className="mb-4 text-heading outline-none">
        {texts.listedInstructors}
      </h2>
      {data && <p className="mb-4">{texts.areDue({ count: data.due })}</p>}
      <ListControls
        list={list}
        found={data}
        name={texts.listedInstructors}
        search={{ label: texts.searchByName, placeholder: texts.name }}
        status={{ field: 'state', label: texts.state, allLabel: texts.everyState, options: states }}
        sort={{ label: texts.sortBy, options: sorts }}
      >
        <div className="sm:max-w-56">
          <FilterField
            label={texts.profile}
            allLabel={texts.everyProfile}
            options={profiles}
            value={list.query.filters.status ?? ''}
            onChange={(status) => list.change({ filters: { status } })}
          />
        </div>
      </ListControls>
      <WhenRead read={read} what={texts.theInstructors} notLoaded={texts.notLoaded}>
        {data && (
          <FoundRows
            answer={data}
            list={list}
            countOf={(count) => texts.instructorsFound({ count })}
            noMatch={texts.noInstructorMatches}
            caption={texts.listedInstructors}
            columns={columns}
            keyOf={({ id }) => id}
            heading={heading}
            isLooking={isPlaceholderData}
            empty={
              <EmptyState title={texts.nobodyListed}>
                <p>{texts.whoComesHere}</p>
              </EmptyState>
            }
          />
        )}
      </WhenRead>
    </section>
  );
}

const columns: Column<Recheck>[] = [
  {
    name: texts.name,
    sorts: ['name', '-name'],
    cell: ({ id, name, status }) => (
      <>
        <Link to={instructorFilePath(id)}>{name}</Link>
        {status === 'paused' && <span className="block text-soft text-note">{texts.paused}</span>}
      </>
    ),
  },
  {
    name: texts.lastCompared,
    sorts: ['lastCheckedOn', '-lastCheckedOn'],
    cell: ({ lastCheckedOn, lastChecker }) => (
      <span className="figures">
        {lastCheckedOn ? formatDate(lastCheckedOn) : texts.never}
        {lastChecker && <span className="block text-soft text-note">{lastChecker}</span>}
      </span>
    ),
  },
  {
    name: texts.whatTheListSaid,
    cell: ({ lastOutcome, lastListedOn }) =>
      lastOutcome && lastListedOn
        ? texts.saidOnList({ what: outcomeWords(lastOutcome), date: formatDate(lastListedOn) })
        : '–',
  },
  {
    name: texts.licenceUntil,
    sorts: ['licenceExpiresOn', '-licenceExpiresOn'],
    cell: ({ licenceExpiresOn }) => (
      <span className="figures whitespace-nowrap">{licenceExpiresOn ? formatDate(licenceExpiresOn) : '–'}</span>
    ),
  },
  {
    name: texts.state,
    cell: ({ isDue }) => <Badge tone={isDue ? 'amber' : 'green'}>{isDue ? texts.due : texts.done}</Badge>,
  },
];

const sorts = [
  { value: 'lastCheckedOn', label: texts.longestAgoFirst },
  { value: '-lastCheckedOn', label: texts.latestFirst },
  { value: 'name', label: texts.nameAToZ },
  { value: '-name', label: texts.nameZToA },
  { value: 'licenceExpiresOn', label: texts.expiringFirst },
  { value: '-licenceExpiresOn', label: texts.expiringLast },
] as const;

const states = [
  { value: 'due', label: texts.due },
  { value: 'done', label: texts.done },
];

const profiles = [
  { value: 'listed', label: texts.listed },
  { value: 'paused', label: texts.paused },
];
