import { useSearchParams } from 'react-router';
import { payoutsDeskPath } from '#rules/paths/staff-paths.ts';
import * as texts from '#texts/adminMoney.ts';
import type { FailedPayoutCase } from '#wire/payouts.ts';
import { OthersHere } from '../../../platform/desk/OthersHere.tsx';
import { QueueBar, type QueueCase } from '../../../platform/desk/QueueBar.tsx';
import { StaffOnly } from '../../../platform/desk/StaffOnly.tsx';
import { LinkButton } from '../../../platform/ui/Button.tsx';
import { EmptyState } from '../../../platform/ui/EmptyState.tsx';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatDate } from '../../../platform/ui/format-time.ts';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { AnalyticsParts } from '../analytics/AnalyticsParts.tsx';
import { FailedPayout } from './FailedPayout.tsx';
import { useFailedPayouts } from './use-failed-payouts.ts';

/** Payouts that failed, one at a time (`?case=`, J and K): sent again, paid by hand, or their instructor asked. */
export function FailedPayoutsPage() {
  return (
    <StaffOnly right="payouts">
      <AnalyticsParts open="payouts" />
      <Desk />
    </StaffOnly>
  );
}

function Desk() {
  const [params] = useSearchParams();
  const read = useFailedPayouts();
  const open = read.data ?? [];
  const index = Math.max(
    0,
    open.findIndex(({ id }) => id === params.get('case')),
  );
  const shown = open[index];
  return (
    <section aria-labelledby="failed-payouts" className="grid max-w-[48rem] gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="failed-payouts" className="text-heading">
          {texts.failedPayouts}
        </h2>
        <LinkButton variant="secondary" to={payoutsDeskPath}>
          {texts.allPayouts}
        </LinkButton>
      </div>
      <WhenRead read={read} what={texts.thePayouts} notLoaded={texts.payoutsNotLoaded}>
        {!shown && (
          <EmptyState title={texts.noPayoutWaits}>
            <p>{texts.whenPayoutsFail}</p>
          </EmptyState>
        )}
        {shown && (
          <div className="grid gap-6">
            <QueueBar cases={open.map(placeOf)} index={index} />
            <OthersHere id={shown.id} />
            <FailedPayout key={shown.id} payout={shown} />
          </div>
        )}
      </WhenRead>
    </section>
  );
}

function placeOf({ id, name, amountCents, date }: FailedPayoutCase): QueueCase {
  return { id, to: `?case=${id}`, name: `${name}, ${formatMoney(amountCents)}`, detail: formatDate(date) };
}
