import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { dashboardPath } from '#rules/paths/account-paths.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { entriesPath } from '#rules/paths/money-paths.ts';
import { isStaffRole } from '#rules/staff/staff-rights.ts';
import * as texts from '#texts/entries.ts';
import type { EntriesAnswer, FigureEntry } from '#wire/ledger.ts';
import type { Column } from '../../platform/lists/DataTable.tsx';
import { readMarketplace } from '../../platform/session/backend.ts';
import { refusalIn } from '../../platform/session/server-errors.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { addDays } from '../../platform/ui/add-days.ts';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatDate, formatStart } from '../../platform/ui/format-time.ts';
import { ledgerWords, movedMoney } from './ledger-words.ts';
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

/** What they are called for who keeps no books. */
const ownTitles: Record<string, string> = {
  ...titles,
  credit: texts.yourCreditChanged,
  lesson: texts.paymentsForLesson,
  transaction: texts.whereMoneyWent,
};

/** The sign that a sum of the ledger has for who keeps no books; other figures have entries of several accounts, and no sum of their own. */
const signs: Record<string, number> = {
  fees: -1,
  payable: -1,
  paid: 1,
  given_back: -1,
  credit: -1,
  package: -1,
  refund: -1,
  payout: 1,
};

/**
 * The entries that a figure of another page is made of, and their sum, which is that figure. Staff read the ledger as it is; others read where money arrived
 * and where it left.
 */
export function EntriesPage() {
  const user = useSession();
  const isStaff = isStaffRole(user?.role ?? '');
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
        title={titleOf(of, isStaff)}
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
        sum={({ sumCents, totalItems }) => {
          const sign = isStaff ? 1 : signs[of];
          if (sign === undefined) return texts.entriesCounted({ count: totalItems });
          return (
            <>
              <b className="font-semibold text-ink text-title">{formatMoney(sign * sumCents)}</b>{' '}
              {texts.entriesFound({ count: totalItems })}
            </>
          );
        }}
        columns={isStaff ? staffColumns : ownColumns}
        page={page}
        question={{ of, id, from, to }}
      />
      {read.data && <p className="mt-4 text-note text-soft">{isStaff ? texts.whatEntriesAre : texts.whatSignsAre}</p>}
    </div>
  );
}

function titleOf(of: string, isStaff: boolean): string {
  const [named, other] = isStaff ? [titles, texts.entries] : [ownTitles, texts.paymentsAndRefunds];
  return Object.hasOwn(named, of) ? (named[of] ?? '') : other;
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
];
const staffColumns = [...columns, amount(({ amountCents }) => formatMoney(amountCents))];
const ownColumns = [...columns, amount(movedMoney)];

function amount(words: (entry: FigureEntry) => string): Column<FigureEntry> {
  return { name: texts.amount, isNumber: true, cell: words };
}
