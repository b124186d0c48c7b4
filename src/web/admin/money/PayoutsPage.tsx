import { useRef } from 'react';
import { Link } from 'react-router';
import * as texts from '#texts/adminMoney.ts';
import { SaveFile } from '../../earnings/SaveFile.tsx';
import type { Column } from '../../lists/DataTable.tsx';
import { FoundRows } from '../../lists/FoundRows.tsx';
import { ListControls } from '../../lists/ListControls.tsx';
import { useListQuery } from '../../lists/use-list-query.ts';
import { Badge, type BadgeTone } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatMoney } from '../../ui/format-money.ts';
import { formatDate } from '../../ui/format-time.ts';
import { useToast } from '../../ui/Toasts.tsx';
import { WhenRead } from '../../ui/WhenRead.tsx';
import { AnalyticsParts } from '../analytics/AnalyticsParts.tsx';
import { StaffOnly } from '../StaffOnly.tsx';
import { ledgerPath, type Payout, payoutsList, usePayouts, useRetryingPayout } from './use-money.ts';

/** Everybody's payouts: what became of each, why one failed, and sending it again. */
export function PayoutsPage() {
  return (
    <StaffOnly right="payouts">
      <AnalyticsParts open="payouts" />
      <Payouts />
    </StaffOnly>
  );
}

function Payouts() {
  const list = useListQuery(payoutsList);
  const heading = useRef<HTMLHeadingElement>(null);
  const read = usePayouts(list.query);
  const columns = useColumns();
  const { data, isPlaceholderData } = read;
  return (
    <section aria-labelledby="payouts">
      <h2 id="payouts" ref={heading} tabIndex={-1} className="mb-4 text-2xl outline-none">
        {texts.payouts}
      </h2>
      <ListControls
        list={list}
        name={texts.payouts}
        search={{ label: texts.searchPayouts, placeholder: texts.instructorOrId }}
        status={{ label: texts.status, allLabel: texts.everyStatus, options: choices }}
        sort={{ label: texts.sortBy, options: sorts }}
      />
      <WhenRead read={read} what={texts.thePayouts} notLoaded={texts.payoutsNotLoaded}>
        {data && (
          <FoundRows
            answer={data}
            list={list}
            countOf={(count) => texts.payoutsFound({ count })}
            noMatch={texts.noPayoutMatches}
            caption={texts.payouts}
            columns={columns}
            keyOf={({ id }) => id}
            heading={heading}
            isLooking={isPlaceholderData}
            empty={
              <EmptyState title={texts.noPayoutsYet}>
                <p>{texts.whenPayoutsAreMade}</p>
              </EmptyState>
            }
          />
        )}
      </WhenRead>
    </section>
  );
}

const statuses: Record<string, { label: string; tone: BadgeTone }> = {
  planned: { label: texts.planned, tone: 'grey' },
  sent: { label: texts.sent, tone: 'amber' },
  paid: { label: texts.paid, tone: 'green' },
  failed: { label: texts.failed, tone: 'red' },
};
// To the operator's own account nothing sends but a person.
const labelOf = (status: string, provider: string) =>
  status === 'sent' && provider === 'manual' ? texts.paidByHand : (statuses[status]?.label ?? status);
const choices = Object.entries(statuses).map(([value, { label }]) => ({ value, label }));

const reasons: Record<string, string> = {
  no_payout_account: texts.noPayoutAccount,
  balance_insufficient: texts.balanceInsufficient,
  account_closed: texts.accountClosed,
  reversed: texts.reversed,
  no_provider: texts.noProvider,
};

function useColumns(): Column<Payout>[] {
  const toast = useToast();
  const retrying = useRetryingPayout();
  const retry = (id: string) =>
    retrying.mutate(id, {
      onSuccess: ({ status }) =>
        toast(status === 'failed' ? { text: texts.failedAgain, isFailure: true } : { text: texts.sentAgain }),
      onError: () => toast({ text: texts.notSentAgain, isFailure: true }),
    });
  return [
    {
      name: texts.day,
      sorts: ['date', '-date'],
      isDescendingFirst: true,
      cell: ({ date }) => <span className="figures whitespace-nowrap font-semibold">{formatDate(date)}</span>,
    },
    { name: texts.instructor, cell: ({ expand }) => expand?.instructor?.name ?? '–' },
    {
      name: texts.amount,
      isNumber: true,
      sorts: ['amountCents', '-amountCents'],
      isDescendingFirst: true,
      cell: ({ instructor, amountCents }) => (
        <Link to={ledgerPath({ account: `instructor_payable:${instructor}` })}>{formatMoney(amountCents)}</Link>
      ),
    },
    {
      name: texts.status,
      sorts: ['status', '-status'],
      cell: ({ status, provider, failureCode, returnedAt }) => (
        <span className="inline-flex flex-wrap items-center gap-1.5">
          <Badge tone={statuses[status]?.tone ?? 'grey'}>{labelOf(status, provider)}</Badge>
          {failureCode !== '' && <span className="text-sm text-soft">{reasons[failureCode] ?? failureCode}</span>}
          {returnedAt !== '' && <span className="text-sm text-soft">{texts.paidByTheNext}</span>}
        </span>
      ),
    },
    {
      name: texts.actions,
      isNameHidden: true,
      cell: ({ id, date, status, returnedAt, expand }) => (
        <span className="flex flex-wrap justify-end gap-2 @max-tabular:justify-start">
          {status === 'failed' && returnedAt === '' && (
            <Button
              variant="secondary"
              aria-label={texts.sendPayoutAgain({ name: expand?.instructor?.name ?? id })}
              isBusy={retrying.isPending && retrying.variables === id}
              onClick={() => retry(id)}
            >
              {texts.sendAgain}
            </Button>
          )}
          <SaveFile
            path={`/api/marketplace/payouts/${id}/statement.pdf`}
            name={`kerbside-payout-${date}-${id}.pdf`}
            label={texts.statementOf({ name: expand?.instructor?.name ?? id, day: formatDate(date) })}
          >
            {texts.statement}
          </SaveFile>
        </span>
      ),
    },
  ];
}

const sorts = [
  { value: '-date', label: texts.latestFirst },
  { value: 'date', label: texts.earliestFirst },
  { value: '-amountCents', label: texts.largestFirst },
  { value: 'amountCents', label: texts.smallestFirst },
  { value: 'status', label: texts.byStatus },
  { value: '-status', label: texts.byStatusBackwards },
] as const;
