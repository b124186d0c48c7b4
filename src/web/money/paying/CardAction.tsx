import * as texts from '#texts/booking.ts';
import { useConfig } from '../../platform/ground/use-config.ts';
import type { Payment, PayOrder } from '../../platform/records/payment-record.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { inline } from '../../platform/ui/inline.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { PayAtStripe } from './PayAtStripe.tsx';
import { PayOtherwise } from './PayOtherwise.tsx';
import { useSandboxBank } from './use-paying.ts';

/** The extra step that a bank asks for before it charges a card. */
export function CardAction({ order, payment }: { order: PayOrder; payment: Payment }) {
  const { isSandbox, stripeKey } = useConfig();
  const bank = useSandboxBank(order);
  if (stripeKey !== '') return <PayAtStripe order={order} payment={payment} />;
  return (
    <div className="grid gap-5">
      <p>{texts.confirmAmountInYourBanks({ amount: formatMoney(payment.amountCents), order: order.field })}</p>
      {isSandbox && (
        <div className="rounded border-2 border-line border-dashed px-4 py-3">
          <p className="mb-3 text-note">
            {inline(texts.sandboxThereIsNoBank({ b: (text) => <b className="font-semibold">{text}</b> }))}
          </p>
          <Button isBusy={bank.isPending} busyText={texts.confirming} onClick={() => bank.mutate(payment.id)}>
            {texts.confirmAsTheBank}
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
