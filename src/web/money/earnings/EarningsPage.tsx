import { Printer } from 'lucide-react';
import { useRef } from 'react';
import { packageOffersPath } from '#rules/paths/money-paths.ts';
import { schedulePath } from '#rules/paths/teaching-paths.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import * as texts from '#texts/earnings.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { changeList, isListFiltered, listText } from '../../platform/lists/list-query.ts';
import { SpanControl } from '../../platform/lists/SpanControl.tsx';
import { daysOfSpan, spanParameters, spanText } from '../../platform/lists/span-choice.ts';
import { useListQuery } from '../../platform/lists/use-list-query.ts';
import { useInstructorDashboard } from '../../platform/records/use-dashboard.ts';
import { isAwaited } from '../../platform/session/is-awaited.ts';
import { SaveFile } from '../../platform/session/SaveFile.tsx';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';
import { zoneLabel } from '../../platform/ui/format-time.ts';
import { NoInstructorProfile } from '../../platform/ui/NoInstructorProfile.tsx';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { DirectOfPeriod } from './DirectOfPeriod.tsx';
import { EarnedLessons } from './EarnedLessons.tsx';
import { EarningsOverTime } from './EarningsOverTime.tsx';
import { EarningsSums, NextPayout, Payouts } from './EarningsSums.tsx';
import { PayoutSetup, usePayee } from './PayoutSetup.tsx';
import { earningsList, useEarnings } from './use-earnings.ts';

/** Earnings: the next payout, the sums of a period, and each lesson's line down to the ledger. */
export function EarningsPage() {
  const { data, isError, refetch } = useInstructorDashboard();
  // What the payment provider still needs is said above the rest, which that would push down when it came later.
  const isWaiting = isAwaited(usePayee());
  if (data && !data.instructor) return <NoInstructorProfile what={texts.earnings} />;
  if (data?.instructor && !isWaiting)
    return <Earnings zone={data.instructor.timezone || platformZone} name={data.instructor.name} />;
  return isError ? <Failure onRetry={() => void refetch()} /> : <Waiting />;
}

function Earnings({ zone, name }: { zone: string; name: string }) {
  const list = useListQuery(earningsList);
  const days = daysOfSpan(list.query.filters, currentTime(), zone);
  const earnings = useEarnings(list.query, spanParameters(days));
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, isError, isPlaceholderData } = earnings;
  const lessonsOf = (state: string) =>
    `${listText(changeList(list.query, { q: '', filters: { state } }), earningsList)}#earned-lessons`;
  const isFiltered = isListFiltered(list.query, ['period', 'from', 'to']);
  return (
    <div className="grid gap-8 text-body">
      <PayoutSetup />
      {/* On a phone what is downloaded and printed comes after what it is about. */}
      <div className="flex flex-wrap items-end justify-between gap-4 max-md:contents print:hidden">
        <SpanControl
          filters={list.query.filters}
          onChange={(filters, isTyping) => list.change({ filters }, isTyping)}
        />
        <div className="flex flex-wrap gap-3 max-md:order-last print:hidden">
          <LinkButton to={packageOffersPath} variant="secondary">
            {texts.packagesYouSell}
          </LinkButton>
          <SaveCsv {...spanParameters(days)} />
          <SavePdf {...spanParameters(days)} />
          <Button variant="secondary" onClick={() => print()}>
            <Printer size={18} strokeWidth={1.75} aria-hidden />
            {texts.print}
          </Button>
        </div>
      </div>
      <p className="figures -mt-4 text-soft">
        <span className="hidden font-semibold text-ink print:inline">{texts.earningsOfName({ name })} </span>
        {spanText(days)}, {zoneLabel(zone)}
      </p>
      {isError && !data && <Failure onRetry={() => void earnings.refetch()} />}
      {!data && !isError && <Waiting />}
      {data && (
        <div className="grid gap-8" aria-busy={isPlaceholderData}>
          <div className="grid gap-3 lg:grid-cols-[18rem_minmax(0,1fr)]">
            <NextPayout balance={data.balance} instructor={data.instructor?.id ?? ''} />
            <EarningsSums totals={data.totals} lessonsOf={lessonsOf} />
          </div>
          <EarningsOverTime overTime={data.overTime} days={days} />
          {data.totals.lessons === 0 && !isFiltered ? (
            <NoEarnings />
          ) : (
            <EarnedLessons answer={data} list={list} zone={zone} heading={heading} isLooking={isPlaceholderData} />
          )}
          <Payouts payouts={data.payouts} />
          <DirectOfPeriod direct={data.direct} days={days} />
        </div>
      )}
    </div>
  );
}

function SaveCsv({ from, to }: { from: string; to: string }) {
  return (
    <SaveFile path={`/api/marketplace/earnings.csv?from=${from}&to=${to}`} name={`kerbside-earnings-${from}.csv`}>
      {texts.downloadCsv}
    </SaveFile>
  );
}

function SavePdf({ from, to }: { from: string; to: string }) {
  return (
    <SaveFile path={`/api/marketplace/earnings.pdf?from=${from}&to=${to}`} name={`kerbside-earnings-${from}.pdf`}>
      {texts.statementPdf}
    </SaveFile>
  );
}

function NoEarnings() {
  return (
    <EmptyState
      title={texts.noPaidLessons}
      action={<LinkButton to={schedulePath}>{texts.manageAvailability}</LinkButton>}
    >
      <p>{texts.eachLessonThatIsPaid}</p>
    </EmptyState>
  );
}

function Waiting() {
  return (
    <AfterDelay what={texts.yourEarnings}>
      <Skeleton className="h-40 w-full" />
      <Skeleton className="mt-6 h-96 w-full" />
    </AfterDelay>
  );
}

function Failure({ onRetry }: { onRetry: () => void }) {
  return <ErrorState title={texts.earningsNotLoaded} detail={texts.moneyAsItWas} onRetry={onRetry} />;
}
