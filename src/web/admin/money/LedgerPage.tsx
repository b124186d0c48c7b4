import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import * as texts from '#texts/adminMoney.ts';
import { ledgerWords } from '../../earnings/ledger-words.ts';
import { type Column, DataTable } from '../../lists/DataTable.tsx';
import { LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatMoney } from '../../ui/format-money.ts';
import { formatDate } from '../../ui/format-time.ts';
import { Pagination } from '../../ui/Pagination.tsx';
import { WhenRead } from '../../ui/WhenRead.tsx';
import { AnalyticsParts } from '../analytics/AnalyticsParts.tsx';
import { StaffOnly } from '../StaffOnly.tsx';
import { type LedgerEntry, ledgerPath, useLedger } from './use-money.ts';

/** The ledger's entries: all, or those of an account, a lesson or a transaction; each cell leads to more of its kind. */
export function LedgerPage() {
  return (
    <StaffOnly right="ledger">
      <AnalyticsParts open="ledger" />
      <Ledger />
    </StaffOnly>
  );
}

function Ledger() {
  const [params] = useSearchParams();
  const heading = useRef<HTMLHeadingElement>(null);
  const of = (name: string) => params.get(name)?.trim() ?? '';
  const question = { account: of('account'), lesson: of('lesson'), transaction: of('transaction') };
  const page = /^[1-9]\d{0,5}$/.test(of('page')) ? Number(of('page')) : 1;
  const read = useLedger({ ...question, page });
  const asked = Object.values(question).filter(Boolean).join(', ');
  const { data } = read;
  const searchOf = (to: number) => `?${new URLSearchParams({ ...question, page: String(to) })}`;
  return (
    <section aria-labelledby="ledger">
      <h2 id="ledger" ref={heading} tabIndex={-1} className="mb-2 text-2xl outline-none">
        {texts.ledger}
      </h2>
      <p className="mb-4 break-words text-soft">{asked === '' ? texts.allEntries : texts.entriesOf({ asked })}</p>
      {asked !== '' && (
        <LinkButton variant="secondary" className="mb-4" to="/dashboard/analytics/ledger">
          {texts.showAllEntries}
        </LinkButton>
      )}
      <WhenRead read={read} what={texts.theLedger} notLoaded={texts.ledgerNotLoaded}>
        {data && data.totalItems === 0 && <EmptyState title={texts.noEntries} />}
        {data && data.totalItems > 0 && (
          <>
            <p role="status" className="figures mb-3 text-soft">
              {texts.entriesFound({ count: data.totalItems })}
            </p>
            <DataTable
              caption={texts.ledger}
              columns={columns}
              rows={data.items}
              keyOf={({ id }) => id}
              sort=""
              onSort={() => undefined}
            />
            <Pagination
              page={page}
              totalPages={data.totalPages}
              searchOf={searchOf}
              onTurn={() => heading.current?.focus()}
            />
          </>
        )}
      </WhenRead>
    </section>
  );
}

const columns: Column<LedgerEntry>[] = [
  {
    name: texts.day,
    cell: ({ created }) => <span className="figures whitespace-nowrap">{formatDate(created)}</span>,
  },
  {
    name: texts.transaction,
    cell: (entry) => <Link to={ledgerPath({ transaction: entry.transaction })}>{ledgerWords(entry).what}</Link>,
  },
  {
    name: texts.account,
    cell: ({ account }) => (
      <Link to={ledgerPath({ account })} className="break-all">
        {account}
      </Link>
    ),
  },
  {
    name: texts.lesson,
    cell: ({ lesson }) => (lesson === '' ? '–' : <Link to={ledgerPath({ lesson })}>{lesson}</Link>),
  },
  { name: texts.amount, isNumber: true, cell: ({ amountCents }) => formatMoney(amountCents) },
];
