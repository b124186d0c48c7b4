import * as texts from '#texts/booking.ts';
import type { PayOrder } from '../../platform/records/payment-record.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import { refusalIn, refusedFields } from '../../platform/session/server-errors.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { isOvertaken } from './use-paying.ts';

/** Why a payment could not be sent. Whatever happened, pressing the button again charges once. */
export function PayFailure({ error, order: { field } }: { error: unknown; order: PayOrder }) {
  if (isOvertaken(error)) {
    return (
      <Notice kind="plain">
        <p>{texts.isBeingPaidElsewhere({ order: field })}</p>
      </Notice>
    );
  }
  // Said at the field, or by the page that follows.
  if (refusedFields(error).some((refused) => refused.field === 'cardNumber' || refused.code === 'hold_expired'))
    return null;
  const refusal = refusalIn(error);
  if (!refusal || refusal.status >= 500) {
    return (
      <Notice kind="failure">
        <p className="font-semibold">{texts.cutBeforeBankAnswered}</p>
        <p>{texts.keptPressAgain({ order: field })}</p>
      </Notice>
    );
  }
  return (
    <Notice kind="failure">
      <p>{messageFor(error, texts.thePaymentWasRefused)}</p>
      <p>{texts.nothingWasCharged}</p>
    </Notice>
  );
}
