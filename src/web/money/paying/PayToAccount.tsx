import * as texts from '#texts/booking.ts';
import { useConfig } from '../../platform/ground/use-config.ts';
import type { Payment, PayOrder } from '../../platform/records/payment-record.ts';
import { fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatClock, formatStart } from '../../platform/ui/format-time.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { QrPicture } from '../../platform/ui/QrPicture.tsx';
import { PayOtherwise } from './PayOtherwise.tsx';
import { useDeclaring } from './use-paying.ts';

/**
 * The PayNow code of a payment to the operator's own account. No bank tells the product that the money came, so the learner says that they paid; then
 * what they pay for waits for the bank's statement.
 */
export function PayToAccount({ order, payment }: { order: PayOrder; payment: Payment }) {
  const { payNowUen, payNowName } = useConfig();
  const declaring = useDeclaring(order);
  const amount = formatMoney(payment.amountCents);
  const facts = [
    [texts.payTo, payNowName],
    ['UEN', payNowUen],
    [texts.payAmount, amount],
    [texts.payReference, spaced(payment.billReference ?? '')],
  ] as const;
  return (
    <div className="grid gap-5">
      <ol className="grid list-decimal gap-1 pl-5">
        <li>{texts.scanAndPay}</li>
        <li>{texts.scanOrSaveTheCode}</li>
        <li>{texts.payWholeAmountWithReference}</li>
        <li>{texts.thenSayThatYouPaid({ expiresAt: formatClock(payment.expiresAt) })}</li>
      </ol>
      <QrPicture
        text={payment.qrPayload}
        fileName={`paynow-${payment.billReference}.png`}
        label={texts.payNowCodeForAmount({ amount })}
      />
      <dl className="figures grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-soft">{name}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {declaring.isError && (
        <Notice kind="failure">
          <p>{fieldMessageFor(declaring.error, 'payment') ?? messageFor(declaring.error, texts.serverNotReached)}</p>
        </Notice>
      )}
      <Button
        className="min-h-12 w-full"
        isBusy={declaring.isPending}
        busyText={texts.oneMoment}
        onClick={() => declaring.mutate(payment.id)}
      >
        {texts.iHavePaid({ amount })}
      </Button>
      <PayOtherwise order={order} payment={payment} />
    </div>
  );
}

/** After the learner said that they paid: until when it is waited for. */
export function WaitsForBank({ payment }: { payment: Payment }) {
  return (
    <div className="grid gap-3">
      <p role="status">{texts.lookingForYourPayment({ until: formatStart(payment.expiresAt) })}</p>
      <p className="text-soft">
        {texts.ifItIsNotFound({ code: spaced(payment.billReference ?? ''), amount: formatMoney(payment.amountCents) })}
      </p>
    </div>
  );
}

/** `KB23 4567 89AB`: easier to compare. */
function spaced(reference: string): string {
  return reference.replace(/(.{4})(?=.)/g, '$1 ');
}
