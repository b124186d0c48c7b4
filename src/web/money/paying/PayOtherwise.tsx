import * as texts from '#texts/booking.ts';
import type { Payment, PayOrder } from '../../platform/records/payment-record.ts';
import { isWorthRetrying } from '../../platform/session/server-errors.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { useClosingPayment } from './use-paying.ts';

/** The way back from a payment that waits for the learner to the choice of how to pay. The time stays held. */
export function PayOtherwise({ order, payment }: { order: PayOrder; payment: Payment }) {
  const closing = useClosingPayment(order);
  const isCut = closing.isError && isWorthRetrying(closing.error);
  return (
    <div className="grid justify-items-start gap-3">
      <Button
        variant="quiet"
        isBusy={closing.isPending}
        busyText={texts.oneMoment}
        onClick={() => closing.mutate(payment.id)}
      >
        {texts.payInAnotherWay}
      </Button>
      {isCut && (
        <Notice kind="failure">
          <p>{texts.serverNotReached}</p>
        </Notice>
      )}
    </div>
  );
}
