import * as texts from '#texts/booking.ts';
import { useConfig } from '../../platform/ground/use-config.ts';
import type { Payment, PayOrder } from '../../platform/records/payment-record.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatClock } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { QrPicture } from '../../platform/ui/QrPicture.tsx';
import { PayAtStripe } from './PayAtStripe.tsx';
import { PayOtherwise } from './PayOtherwise.tsx';
import { PayToAccount } from './PayToAccount.tsx';
import { useSandboxBank } from './use-paying.ts';

/** The PayNow code of an open payment. The page moves on by itself when the money arrives. */
export function PayNow({ order, payment }: { order: PayOrder; payment: Payment }) {
  const { isSandbox, stripeKey, payNowUen } = useConfig();
  const bank = useSandboxBank(order);
  if (stripeKey !== '') return <PayAtStripe order={order} payment={payment} />;
  if (payNowUen !== '') return <PayToAccount order={order} payment={payment} />;
  return (
    <div className="grid gap-5">
      <ol className="grid list-decimal gap-1 pl-5">
        <li>{texts.scanAndPay}</li>
        <li>
          {inline(
            texts.scanTheCodeOrSave({
              b: (text) => <b className="figures font-semibold">{text}</b>,
              amount: formatMoney(payment.amountCents),
            }),
          )}
        </li>
        <li>
          {texts.comeBackHere}
          {payment.expiresAt && <> {texts.theCodeWorksUntilExpiresAt({ expiresAt: formatClock(payment.expiresAt) })}</>}
        </li>
      </ol>
      <QrPicture
        text={payment.qrPayload}
        fileName={`paynow-${payment.id}.png`}
        label={texts.payNowCodeForAmount({ amount: formatMoney(payment.amountCents) })}
      />
      <p role="status" className="flex items-center gap-3">
        <span aria-hidden className="size-2.5 animate-pulse rounded-full bg-amber" />
        {texts.waitingForTheMoney}
      </p>
      {isSandbox && (
        <div className="rounded border-2 border-line border-dashed px-4 py-3">
          <p className="mb-3 text-note">
            {inline(texts.sandboxNoBankCanScan({ b: (text) => <b className="font-semibold">{text}</b> }))}
          </p>
          <Button
            variant="secondary"
            isBusy={bank.isPending}
            busyText={texts.sending}
            onClick={() => bank.mutate(payment.id)}
          >
            {texts.simulateBank}
          </Button>
        </div>
      )}
      {bank.isError && (
        <Notice kind="failure">
          <p>{texts.simulatedBankNotReached}</p>
        </Notice>
      )}
      <PayOtherwise order={order} payment={payment} />
    </div>
  );
}
