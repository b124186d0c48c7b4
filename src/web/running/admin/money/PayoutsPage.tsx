import { useRef } from 'react';
import { Link } from 'react-router';
import { payoutPath } from '#rules/paths/money-paths.ts';
import { failedPayoutsPath, ledgerOfPath } from '#rules/paths/staff-paths.ts';
import * as texts from '#texts/adminMoney.ts';
import { StaffOnly } from '../../../platform/desk/StaffOnly.tsx';
import type { Column } from '../../../platform/lists/DataTable.tsx';
import { FoundRows } from '../../../platform/lists/FoundRows.tsx';
import { ListControls } from '../../../platform/lists/ListControls.tsx';
import { useListQuery } from '../../../platform/lists/use-list-query.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Badge, type BadgeTone } from '../../../platform/ui/Badge.tsx';
import { Button, LinkButton } from '../../../platform/ui/Button.tsx';
import { EmptyState } from '../../../platform/ui/EmptyState.tsx';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatDate } from '../../../platform/ui/format-time.ts';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { AnalyticsParts } from '../analytics/AnalyticsParts.tsx';
import { failureWords } from './failure-words.ts';
import { type Payout, payoutsList, shownStatus, usePayouts, useRetryingPayout } from './use-money.ts';

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
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="payouts" ref={heading} tabIndex={-1} className="text-heading outline-none">
          {texts.payouts}
        </h2>
        <LinkButton variant="secondary" to={failedPayoutsPath}>
          {texts.workThroughFailed}
        </LinkButton>
      </div>
      <ListControls
        list={list}
        found={data}
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
  by_hand: { label: texts.paidByHand, tone: 'amber' },
  paid: { label: texts.paid, tone: 'green' },
  failed: { label: texts.failed, tone: 'red' },
};
const choices = Object.entries(statuses).map(([value, { label }]) => ({ value, label }));

function Status({ payout }: { payout: Payout }) {
  const { failureCode, returnedAt } = payout;
  const shown = statuses[shownStatus(payout)];
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Badge tone={shown?.tone ?? 'grey'}>{shown?.label ?? payout.status}</Badge>
      {failureCode !== '' && <span className="text-note text-soft">{failureWords(failureCode)}</span>}
      {returnedAt !== '' && <span className="text-note text-soft">{texts.paidByTheNext}</span>}
    </span>
  );
}

function useColumns(): Column<Payout>[] {
  const tell = useTelling();
  const retrying = useRetryingPayout();
  const retry = (id: string) =>
    tell(retrying.mutateAsync(id), {
      done: ({ status }) => (status === 'failed' ? { text: texts.failedAgain, isFailure: true } : texts.sentAgain),
      failed: () => texts.notSentAgain,
    });
  return [
    {
      name: texts.day,
      sorts: ['date', '-date'],
      isDescendingFirst: true,
      cell: ({ date }) => <span className="figures whitespace-nowrap font-semibold">{formatDate(date)}</span>,
    },
    {
      name: texts.instructor,
      cell: ({ instructor, expand }) => (
        <Link to={ledgerOfPath({ account: `instructor_payable:${instructor}` })}>
          {expand?.instructor?.name ?? '–'}
        </Link>
      ),
    },
    {
      name: texts.amount,
      isNumber: true,
      sorts: ['amountCents', '-amountCents'],
      isDescendingFirst: true,
      cell: ({ id, amountCents }) => <Link to={payoutPath(id)}>{formatMoney(amountCents)}</Link>,
    },
    {
      name: texts.status,
      sorts: ['status', '-status'],
      cell: (payout) => <Status payout={payout} />,
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
          <LinkButton
            variant="secondary"
            to={payoutPath(id)}
            aria-label={texts.statementOf({ name: expand?.instructor?.name ?? id, day: formatDate(date) })}
          >
            {texts.statement}
          </LinkButton>
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
