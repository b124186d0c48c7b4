import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type AuditAction, auditActions } from '#rules/staff/audit-actions.ts';
import * as texts from '#texts/adminRules.ts';
import type { AuditAnswer, AuditEntry } from '#wire/users.ts';
import { StaffOnly } from '../../../platform/desk/StaffOnly.tsx';
import { DayField } from '../../../platform/lists/DayField.tsx';
import { FilterField } from '../../../platform/lists/FilterField.tsx';
import { FoundList } from '../../../platform/lists/FoundList.tsx';
import { ListSearch } from '../../../platform/lists/ListSearch.tsx';
import { isWorthSearching, type ListSpec } from '../../../platform/lists/list-query.ts';
import { SearchField } from '../../../platform/lists/SearchField.tsx';
import { useListQuery } from '../../../platform/lists/use-list-query.ts';
import { readMarketplace } from '../../../platform/session/backend.ts';
import { EmptyState } from '../../../platform/ui/EmptyState.tsx';
import { formatStart } from '../../../platform/ui/format-time.ts';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { changeWords, recordWords, searchedNames } from '../audit-labels.ts';

const spec = {
  sorts: ['-created'],
  filters: {
    action: auditActions,
    from: 'date',
    to: 'date',
  },
} as const satisfies ListSpec;

const actions: Record<AuditAction, string> = {
  create: texts.actionCreate,
  update: texts.actionUpdate,
  delete: texts.actionDelete,
  view: texts.actionView,
  export: texts.actionExport,
  impersonate: texts.actionImpersonate,
  impersonate_end: texts.actionImpersonateEnd,
  invite: texts.actionInvite,
  sign_out: texts.actionSignOut,
  reset_factors: texts.actionResetFactors,
  truncate: texts.actionTruncate,
  import: texts.actionImport,
  paid_by_hand: texts.actionPaidByHand,
  money_phone: texts.actionMoneyPhone,
  bank_match: texts.actionBankMatch,
  bank_return: texts.actionBankReturn,
  bank_keep: texts.actionBankKeep,
  bank_returned: texts.actionBankReturned,
  bank_same: texts.actionBankSame,
  bank_came_back: texts.actionBankCameBack,
  bank_recall: texts.actionBankRecall,
  bank_other: texts.actionBankOther,
};

/** The audit trail: who of the platform's people saw or changed what, with what was before and after. */
export function AuditPage() {
  return (
    <StaffOnly right="audit">
      <Audit />
    </StaffOnly>
  );
}

function Audit() {
  const list = useListQuery(spec);
  const { q, page, filters } = list.query;
  const query = {
    q: searchedNames(q, actions),
    page,
    action: filters.action ?? '',
    from: filters.from ?? '',
    to: filters.to ?? '',
  };
  const heading = useRef<HTMLHeadingElement>(null);
  const read = useQuery({
    queryKey: ['admin', 'audit-trail', query],
    queryFn: ({ signal }) => readMarketplace<AuditAnswer>('audit', query, signal),
    placeholderData: (shown) => shown,
  });
  const set = (name: string) => (value: string) => list.change({ filters: { [name]: value } });
  return (
    <section aria-labelledby="trail" className="grid max-w-[60rem] gap-5">
      <h2 id="trail" ref={heading} tabIndex={-1} className="text-heading outline-none">
        {texts.whoDidWhat}
      </h2>
      <ListSearch
        name={texts.auditTrail}
        isWorth={isWorthSearching(read.data, list.query)}
        className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4"
      >
        <SearchField
          label={texts.searchTheTrail}
          placeholder={texts.searchTheTrailHint}
          value={q}
          onSearch={(text) => list.change({ q: text }, true)}
        />
        <FilterField
          label={texts.action}
          allLabel={texts.everyAction}
          options={auditActions.map((value) => ({ value, label: actions[value] }))}
          value={filters.action ?? ''}
          onChange={set('action')}
        />
        <DayField label={texts.from} value={filters.from ?? ''} onDay={set('from')} />
        <DayField label={texts.to} value={filters.to ?? ''} onDay={set('to')} />
      </ListSearch>
      <WhenRead read={read} what={texts.auditTrail} notLoaded={texts.notLoaded}>
        {read.data && (
          <FoundList
            answer={read.data}
            list={list}
            countOf={(count) => texts.entries({ count })}
            noMatch={texts.noEntryMatches}
            heading={heading}
            isLooking={read.isPlaceholderData}
            empty={
              <EmptyState title={texts.noEntryYet}>
                <p>{texts.entriesComeFrom}</p>
              </EmptyState>
            }
          >
            <ul className="card">
              {read.data.items.map((entry) => (
                <EntryLine key={entry.id} entry={entry} />
              ))}
            </ul>
          </FoundList>
        )}
      </WhenRead>
    </section>
  );
}

function EntryLine({ entry }: { entry: AuditEntry }) {
  const { action, actorName, actorRole, created, changes } = entry;
  return (
    <li className="grid gap-1 border-line border-b px-4 py-3 [overflow-wrap:anywhere] last:border-b-0">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>
          <b className="font-semibold">{actions[action]}</b> {recordWords(entry)}
        </span>
        <span className="figures text-soft text-note">
          {actorName || actorRole}, {formatStart(created)}
        </span>
      </p>
      {changes.length > 0 && (
        <ul className="text-note">
          {changes.map((change) => (
            <li key={change.field}>{changeWords(change)}</li>
          ))}
        </ul>
      )}
    </li>
  );
}
