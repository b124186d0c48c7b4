import { bookingPath } from '#rules/paths/booking-path.ts';
import { buyPackagePath, packagesPath } from '#rules/paths/money-paths.ts';
import * as texts from '#texts/packages.ts';
import { CardAction } from '../../money/paying/CardAction.tsx';
import { decidingPayment } from '../../money/paying/deciding-payment.ts';
import { PayForm } from '../../money/paying/PayForm.tsx';
import { PayFrame } from '../../money/paying/PayFrame.tsx';
import { PayNow } from '../../money/paying/PayNow.tsx';
import { WaitsForBank } from '../../money/paying/PayToAccount.tsx';
import { usePayments } from '../../money/paying/use-payments.ts';
import { useConfig } from '../../platform/ground/use-config.ts';
import type { PackagePurchase } from '../../platform/records/package-record.ts';
import type { Payment, PayOrder } from '../../platform/records/payment-record.ts';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatDate, formatMinutes } from '../../platform/ui/format-time.ts';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { usePurchase } from './use-packages.ts';

/** Pays a package that was ordered; what it shows follows from the order and its payments, so that a reload comes back to it. */
export function PayPackage({ id }: { id: string }) {
  const read = usePurchase(id);
  return (
    <WhenRead read={read} what={texts.yourOrder} notLoaded={texts.orderNotLoaded} skeleton="h-80 w-full">
      {read.data && <Shown purchase={read.data} />}
    </WhenRead>
  );
}

function Shown({ purchase }: { purchase: PackagePurchase }) {
  const { status, instructor, minutes, minutesLeft, expiresOn, expand } = purchase;
  const instructorName = expand?.instructor?.name ?? '';
  if (status === 'active' || status === 'used') {
    return (
      <EmptyState
        title={texts.packageIsYours({ left: formatMinutes(minutesLeft), instructorName })}
        action={
          <>
            <LinkButton to={bookingPath({ instructor })}>{texts.bookWithIt}</LinkButton>
            <LinkButton variant="secondary" to={packagesPath}>
              {texts.yourPackages}
            </LinkButton>
          </>
        }
      >
        <p>{texts.nextChooseATime({ instructorName })}</p>
        <p>{texts.goodUntil({ expiresOn: formatDate(expiresOn) })}</p>
      </EmptyState>
    );
  }
  if (status === 'pending') return <Paying purchase={purchase} instructorName={instructorName} />;
  return (
    <EmptyState
      title={texts.orderIsOver}
      action={<LinkButton to={buyPackagePath(instructor, minutes)}>{texts.chooseItAgain}</LinkButton>}
    >
      <p>{texts.whatWasPaidGoesBack}</p>
    </EmptyState>
  );
}

function Paying({ purchase, instructorName }: { purchase: PackagePurchase; instructorName: string }) {
  const { id, priceCents, minutes, discountPercent, expiresOn, hourlyCents } = purchase;
  const order: PayOrder = { field: 'packagePurchase', id, priceCents };
  const payment = decidingPayment(usePayments(order).data ?? []);
  return (
    <PayFrame
      heading={texts.howToPay}
      state={payment?.status}
      summaryName={texts.yourOrderName}
      summary={
        <div className="grid gap-1">
          <p className="font-bold font-head text-title">{formatMinutes(minutes)}</p>
          <p>{texts.withInstructor({ instructorName })}</p>
          <p className="figures text-soft">
            {texts.atHourly({ hourly: formatMoney(hourlyCents), percent: String(discountPercent) })}
          </p>
          <p className="figures lane-top mt-3 flex justify-between pt-3 font-semibold">
            <span>{texts.total}</span>
            <span>{formatMoney(priceCents)}</span>
          </p>
          <p className="text-note text-soft">{texts.goodUntil({ expiresOn: formatDate(expiresOn) })}</p>
          <p className="text-note text-soft">{texts.priceIsKept}</p>
        </div>
      }
    >
      <WayToPay order={order} payment={payment} />
    </PayFrame>
  );
}

function WayToPay({ order, payment }: { order: PayOrder; payment: Payment | undefined }) {
  const { takesPayments } = useConfig();
  if (!takesPayments) return <p>{texts.paymentsNotSetUp}</p>;
  if (payment?.status === 'processing' && payment.declaredAt) return <WaitsForBank payment={payment} />;
  if (payment?.status === 'processing' || payment?.status === 'succeeded') {
    return <p role="status">{texts.paymentIsBeingConfirmed}</p>;
  }
  if (payment?.status === 'requires_action') {
    const Way = payment.method === 'paynow' ? PayNow : CardAction;
    return <Way order={order} payment={payment} />;
  }
  return <PayForm order={order} payment={payment} />;
}
