import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { dashboardPath } from '#rules/paths/account-paths.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { entriesPath } from '#rules/paths/money-paths.ts';
import * as texts from '#texts/entries.ts';
import type { EntriesAnswer, FigureEntry } from '#wire/ledger.ts';
import type { Column } from '../lists/DataTable.tsx';
import { readMarketplace } from '../session/backend.ts';
import { refusalIn } from '../session/server-errors.ts';
import { useSession } from '../session/use-session.ts';
import { addDays } from '../ui/add-days.ts';
import { LinkButton } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { formatMoney } from '../ui/format-money.ts';
import { formatDate, formatStart } from '../ui/format-time.ts';
import { ledgerWords } from './ledger-words.ts';
import { PagedEntries, useEntriesAddress } from './PagedEntries.tsx';

const titles: Record<string, string> = {
  revenue: texts.revenue,
  refunded: texts.refunded,
  fees: texts.fees,
  provider_fees: texts.providerFees,
  payable: texts.payable,
  paid: texts.paidByLearner,
  given_back: texts.givenBack,
  credit: texts.credit,
  package: texts.heldForPackage,
  lesson: texts.lesson,
  refund: texts.owedRefund,
  payout: texts.payout,
  bank_line: texts.bankLine,
  transaction: texts.transaction,
};

/** The entries that a figure of another page is made of, and their sum, which is that figure. */
export function EntriesPage() {
  const user = useSession();
  const { said, page } = useEntriesAddress();
  const [of, id, from, to] = [said('of'), said('id'), said('from'), said('to')];
  const span = { from, to: /^\d{4}-\d\d-\d\d$/.test(to) ? addDays(to, 1) : '' };
  const query = { of, id, page, perPage: 50, ...span };
  const read = useQuery({
    queryKey: ['entries', user?.id, query],
    queryFn: ({ signal }) => readMarketplace<EntriesAnswer>('entries', query, signal),
    placeholderData: (shown) => shown,
  });
  const status = read.isError ? refusalIn(read.error)?.status : undefined;
  if (status === 400 || status === 403 || status === 404) return <NotYours />;
  return (
    <div className="max-w-[64rem]">
      <PagedEntries
        title={Object.hasOwn(titles, of) ? (titles[of] ?? '') : texts.entries}
        lead={
          from !== '' &&
          to !== '' && (
            <p className="figures text-soft">{texts.fromToDay({ from: formatDate(from), to: formatDate(to) })}</p>
          )
        }
        read={read}
        what={texts.theEntries}
        notLoaded={texts.notLoaded}
        empty={texts.noEntries}
        sum={({ sumCents, totalItems }) => (
          <>
            <b className="font-semibold text-ink text-lg">{formatMoney(sumCents)}</b>{' '}
            {texts.entriesFound({ count: totalItems })}
          </>
        )}
        columns={columns}
        page={page}
        question={{ of, id, from, to }}
      />
      {read.data && <p className="mt-4 text-sm text-soft">{texts.whatEntriesAre}</p>}
    </div>
  );
}

function NotYours() {
  return (
    <EmptyState title={texts.nothingToShow} action={<LinkButton to={dashboardPath}>{texts.toTheDashboard}</LinkButton>}>
      <p>{texts.ownBooksOnly}</p>
    </EmptyState>
  );
}

const columns: Column<FigureEntry>[] = [
  {
    name: texts.day,
    cell: ({ created }) => <span className="figures whitespace-nowrap font-semibold">{formatStart(created)}</span>,
  },
  {
    name: texts.whatHappened,
    cell: ({ transaction, ...entry }) => (
      <Link to={entriesPath('transaction', { id: transaction })}>{ledgerWords(entry).what}</Link>
    ),
  },
  {
    name: texts.account,
    cell: (entry) => ledgerWords(entry).where,
  },
  {
    name: texts.ofTheLesson,
    cell: ({ lesson, start, learnerName, instructorName }) =>
      lesson === '' ? (
        '–'
      ) : (
        <Link to={lessonPath(lesson)}>
          {texts.lessonOf({ learnerName, instructorName, start: formatStart(start ?? '') })}
        </Link>
      ),
  },
  { name: texts.amount, isNumber: true, cell: ({ amountCents }) => formatMoney(amountCents) },
];
