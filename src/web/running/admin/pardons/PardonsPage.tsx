import { useRef } from 'react';
import { Link } from 'react-router';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import * as texts from '#texts/pardons.ts';
import type { Pardon, PardonKind } from '#wire/pardons.ts';
import { MoneyLink } from '../../../money/entries/MoneyLink.tsx';
import { StaffOnly } from '../../../platform/desk/StaffOnly.tsx';
import type { Column } from '../../../platform/lists/DataTable.tsx';
import { FoundRows } from '../../../platform/lists/FoundRows.tsx';
import { ListControls } from '../../../platform/lists/ListControls.tsx';
import { useListQuery } from '../../../platform/lists/use-list-query.ts';
import { isAwaited } from '../../../platform/session/is-awaited.ts';
import { EmptyState } from '../../../platform/ui/EmptyState.tsx';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatDate } from '../../../platform/ui/format-time.ts';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { JudgedInstructors } from './JudgedInstructors.tsx';
import { pardonsList, useJudged, usePardons } from './use-pardons.ts';

/** Who may be pardoned now, and all that was let go or given on top: to whom, by whom, why, until when it acts. */
export function PardonsPage() {
  return (
    <StaffOnly right="lessons">
      <NowAndSoFar />
    </StaffOnly>
  );
}

function NowAndSoFar() {
  // However many there are, they move nothing when they come.
  const isWaiting = isAwaited(useJudged(''));
  return (
    <div className="grid gap-10">
      <JudgedInstructors />
      <div hidden={isWaiting}>
        <Pardons />
      </div>
    </div>
  );
}

function Pardons() {
  const list = useListQuery(pardonsList);
  const heading = useRef<HTMLHeadingElement>(null);
  const read = usePardons(list.query);
  const { data, isPlaceholderData } = read;
  return (
    <section aria-labelledby="pardons">
      <h2 id="pardons" ref={heading} tabIndex={-1} className="mb-4 text-heading outline-none">
        {texts.pardonsSoFar}
      </h2>
      <ListControls
        list={list}
        found={data}
        name={texts.pardonsSoFar}
        search={{ label: texts.searchPardons, placeholder: texts.nameOrId }}
        status={{ field: 'kind', label: texts.kind, allLabel: texts.everyKind, options: kinds }}
        sort={{ label: texts.sortBy, options: sorts }}
      />
      <WhenRead read={read} what={texts.thePardons} notLoaded={texts.notLoaded}>
        {data && (
          <FoundRows
            answer={data}
            list={list}
            countOf={(count) => texts.pardonsFound({ count })}
            noMatch={texts.noPardonMatches}
            caption={texts.pardonsSoFar}
            columns={columns}
            keyOf={({ kind, id }) => `${kind} ${id}`}
            heading={heading}
            isLooking={isPlaceholderData}
            empty={
              <EmptyState title={texts.nothingPardoned}>
                <p>{texts.whatComesHere}</p>
              </EmptyState>
            }
          />
        )}
      </WhenRead>
    </section>
  );
}

const kindWords: Record<PardonKind, string> = {
  reliability: texts.reliability,
  mercy: texts.mercyPass,
  goodwill: texts.goodwill,
  waiver: texts.waiver,
};
const kinds = pardonsList.filters.kind.map((value) => ({ value, label: kindWords[value] }));

const columns: Column<Pardon>[] = [
  {
    name: texts.day,
    sorts: ['created', '-created'],
    isDescendingFirst: true,
    cell: ({ created }) => <span className="figures whitespace-nowrap font-semibold">{formatDate(created)}</span>,
  },
  { name: texts.kind, cell: ({ kind }) => kindWords[kind] },
  {
    name: texts.toWhom,
    sorts: ['person', '-person'],
    cell: ({ personName, lesson }) => (
      <>
        {personName}
        {lesson !== '' && (
          <Link to={lessonPath(lesson)} className="block text-note">
            {texts.theLesson}
          </Link>
        )}
      </>
    ),
  },
  { name: texts.byWhom, cell: ({ byName }) => byName || texts.theRules },
  {
    name: texts.why,
    cell: ({ reason }) => <span className="break-words [overflow-wrap:anywhere]">{reason || '–'}</span>,
  },
  {
    name: texts.amount,
    isNumber: true,
    sorts: ['amount', '-amount'],
    isDescendingFirst: true,
    cell: ({ amountCents, lesson }) => {
      if (amountCents === null) return '–';
      return lesson === '' ? formatMoney(amountCents) : <MoneyLink cents={amountCents} of="lesson" id={lesson} />;
    },
  },
  {
    name: texts.until,
    cell: ({ until }) => <span className="figures">{until === null ? texts.stays : formatDate(until)}</span>,
  },
];

const sorts = [
  { value: '-created', label: texts.latestFirst },
  { value: 'created', label: texts.earliestFirst },
  { value: 'person', label: texts.nameAToZ },
  { value: '-person', label: texts.nameZToA },
  { value: '-amount', label: texts.largestFirst },
  { value: 'amount', label: texts.smallestFirst },
] as const;
