import { Link } from 'react-router';
import { ledgerOfPath, ledgerPath } from '#rules/paths/staff-paths.ts';
import * as texts from '#texts/adminMoney.ts';
import type { LedgerEntry } from '#wire/ledger.ts';
import { ledgerWords } from '../../../money/entries/ledger-words.ts';
import { PagedEntries, useEntriesAddress } from '../../../money/entries/PagedEntries.tsx';
import { StaffOnly } from '../../../platform/desk/StaffOnly.tsx';
import type { Column } from '../../../platform/lists/DataTable.tsx';
import { LinkButton } from '../../../platform/ui/Button.tsx';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatDate } from '../../../platform/ui/format-time.ts';
import { AnalyticsParts } from '../analytics/AnalyticsParts.tsx';
import { useLedger } from './use-money.ts';

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
  const { said, page } = useEntriesAddress();
  const question = { account: said('account'), lesson: said('lesson'), transaction: said('transaction') };
  const asked = Object.values(question).filter(Boolean).join(', ');
  return (
    <PagedEntries
      title={texts.ledger}
      lead={
        <>
          <p className="mb-4 break-words text-soft">{asked === '' ? texts.allEntries : texts.entriesOf({ asked })}</p>
          {asked !== '' && (
            <LinkButton variant="secondary" className="mb-4" to={ledgerPath}>
              {texts.showAllEntries}
            </LinkButton>
          )}
        </>
      }
      read={useLedger({ ...question, page })}
      what={texts.theLedger}
      notLoaded={texts.ledgerNotLoaded}
      empty={texts.noEntries}
      sum={({ totalItems }) => texts.entriesFound({ count: totalItems })}
      columns={columns}
      page={page}
      question={question}
    />
  );
}

const columns: Column<LedgerEntry>[] = [
  {
    name: texts.day,
    cell: ({ created }) => <span className="figures whitespace-nowrap">{formatDate(created)}</span>,
  },
  {
    name: texts.transaction,
    cell: (entry) => <Link to={ledgerOfPath({ transaction: entry.transaction })}>{ledgerWords(entry).what}</Link>,
  },
  {
    name: texts.account,
    cell: (entry) => (
      <>
        <Link to={ledgerOfPath({ account: entry.account })}>{ledgerWords(entry).where}</Link>
        {/* Of several accounts with one name only this says whose it is. */}
        {entry.account.includes(':') && <span className="block break-all text-note text-soft">{entry.account}</span>}
      </>
    ),
  },
  {
    name: texts.lesson,
    cell: ({ lesson }) => (lesson === '' ? '–' : <Link to={ledgerOfPath({ lesson })}>{lesson}</Link>),
  },
  { name: texts.amount, isNumber: true, cell: ({ amountCents }) => formatMoney(amountCents) },
];
