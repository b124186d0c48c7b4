import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { entriesPath } from '#rules/paths/money-paths.ts';
import { analyticsPath } from '#rules/paths/staff-paths.ts';
import * as texts from '#texts/adminBilling.ts';
import type { BillingAnswer, Invoice, InvoicesAnswer } from '#wire/billing.ts';
import { PurchaseList } from '../../../booking/packages/PurchaseList.tsx';
import { StaffOnly } from '../../../platform/desk/StaffOnly.tsx';
import type { Column } from '../../../platform/lists/DataTable.tsx';
import { FoundRows } from '../../../platform/lists/FoundRows.tsx';
import { ListControls } from '../../../platform/lists/ListControls.tsx';
import type { ListSpec } from '../../../platform/lists/list-query.ts';
import { useListQuery } from '../../../platform/lists/use-list-query.ts';
import type { PackagePurchase } from '../../../platform/records/package-record.ts';
import { readMarketplace } from '../../../platform/session/backend.ts';
import { Badge } from '../../../platform/ui/Badge.tsx';
import { LinkButton } from '../../../platform/ui/Button.tsx';
import { EmptyState } from '../../../platform/ui/EmptyState.tsx';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatMonth } from '../../../platform/ui/format-time.ts';
import { inline } from '../../../platform/ui/inline.ts';
import { lastDayOf } from '../../../platform/ui/last-day-of.ts';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { invoiceStatuses } from './billing-record.ts';
import { PlanAndUsage } from './PlanAndUsage.tsx';

const spec = {
  sorts: ['-date', 'date', '-amount', 'amount', 'instructor', '-instructor', 'status', '-status'],
  filters: { status: ['paid', 'pending', 'overdue'] },
} as const satisfies ListSpec;

const sorts = [
  { value: '-date', label: texts.latestFirst },
  { value: 'date', label: texts.oldestFirst },
  { value: '-amount', label: texts.highestAmount },
  { value: 'amount', label: texts.lowestAmount },
  { value: 'instructor', label: texts.instructorAToZ },
  { value: '-instructor', label: texts.instructorZToA },
  { value: 'status', label: texts.status },
  { value: '-status', label: texts.statusBackwards },
] as const;

/** Billing: what the platform charges and uses, and its fees by instructor and month. */
export function BillingPage() {
  return (
    <StaffOnly right="billing">
      <Billing />
    </StaffOnly>
  );
}

const waiting = { what: texts.billing, skeleton: 'h-56 w-full' };

function Billing() {
  const billing = useQuery({
    queryKey: ['admin', 'billing'],
    queryFn: ({ signal }) => readMarketplace<BillingAnswer>('billing', {}, signal),
  });
  return (
    <div className="grid gap-10">
      <WhenRead read={billing} {...waiting} notLoaded={texts.planAndUsageNotLoaded}>
        {billing.data && <PlanAndUsage billing={billing.data} />}
      </WhenRead>
      {/* They stand below what comes first, which is higher than any skeleton of it knows. */}
      <div hidden={billing.isPending}>
        <Invoices />
      </div>
      <div hidden={billing.isPending}>
        <PurchaseList title={texts.packagesSold} filter="" nameOf={pairOf} />
      </div>
    </div>
  );
}

function pairOf({ expand }: PackagePurchase): string {
  return texts.learnerAndInstructor({
    learner: expand?.learner?.name ?? '',
    instructor: expand?.instructor?.name ?? '',
  });
}

function Invoices() {
  const list = useListQuery(spec);
  const { q, sort, page, filters } = list.query;
  const query = { q, sort, page, status: filters.status ?? '' };
  const heading = useRef<HTMLHeadingElement>(null);
  const read = useQuery({
    queryKey: ['admin', 'invoices', query],
    queryFn: ({ signal }) => readMarketplace<InvoicesAnswer>('invoices', query, signal),
    placeholderData: (shown) => shown,
  });
  const { data, isPlaceholderData } = read;
  return (
    <section aria-labelledby="invoices">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="invoices" ref={heading} tabIndex={-1} className="text-heading outline-none">
          {texts.invoicesToInstructors}
        </h2>
        {data && data.totalItems > 0 && (
          <p className="figures text-soft">
            {inline(
              texts.togetherTotal({
                b: (text) => <b className="text-ink">{text}</b>,
                total: formatMoney(data.totalCents),
              }),
            )}
          </p>
        )}
      </div>
      <ListControls
        list={list}
        found={data}
        name={texts.invoices}
        search={{ label: texts.searchByInstructorOrId, placeholder: texts.nameOrId }}
        status={{ label: texts.status, allLabel: texts.everyStatus, options: invoiceStatuses }}
        sort={{ label: texts.sortBy, options: sorts }}
      />
      <WhenRead read={read} {...waiting} notLoaded={texts.invoicesNotLoaded}>
        {data && (
          <FoundRows
            answer={data}
            list={list}
            countOf={(count) => texts.countOf({ count })}
            noMatch={texts.noneMatches}
            caption={texts.invoices}
            columns={columns}
            keyOf={({ id }) => id}
            heading={heading}
            isLooking={isPlaceholderData}
            empty={
              <EmptyState
                title={texts.noInvoicesYet}
                action={<LinkButton to={analyticsPath}>{texts.seeTheFigures}</LinkButton>}
              >
                <p>{texts.firstInvoiceWhen}</p>
              </EmptyState>
            }
          />
        )}
      </WhenRead>
    </section>
  );
}

const columns: Column<Invoice>[] = [
  {
    name: texts.instructor,
    sorts: ['instructor', '-instructor'],
    cell: ({ instructor }) => <b className="font-semibold">{instructor.name}</b>,
  },
  { name: 'ID', cell: ({ id }) => <code className="break-all text-soft text-note">{id}</code> },
  {
    name: texts.date,
    sorts: ['date', '-date'],
    isDescendingFirst: true,
    cell: ({ month }) => <span className="whitespace-nowrap">{formatMonth(month)}</span>,
  },
  { name: texts.lessons, isNumber: true, cell: ({ lessons }) => lessons },
  {
    name: texts.amount,
    isNumber: true,
    sorts: ['amount', '-amount'],
    isDescendingFirst: true,
    cell: ({ amountCents, month, instructor: { id, name } }) => (
      <Link
        to={entriesPath('fees', { id, from: `${month}-01`, to: lastDayOf(month) })}
        aria-label={texts.feesBehind({ amount: formatMoney(amountCents), name })}
      >
        {formatMoney(amountCents)}
      </Link>
    ),
  },
  {
    name: texts.status,
    sorts: ['status', '-status'],
    cell: ({ status }) => {
      const known = invoiceStatuses.find(({ value }) => value === status);
      return <Badge tone={known?.tone ?? 'grey'}>{known?.label ?? status}</Badge>;
    },
  },
];
