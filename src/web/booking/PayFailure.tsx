import * as texts from '#texts/booking.ts';
import { messageFor } from '../session/message-for.ts';
import { refusalIn, refusedFields } from '../session/server-errors.ts';
import { Notice } from '../ui/Notice.tsx';
import { isOvertaken } from './use-paying.ts';

/** Why a payment could not be sent. Whatever happened, pressing the button again charges once. */
export function PayFailure({ error, isLesson }: { error: unknown; isLesson: boolean }) {
  if (isOvertaken(error)) {
    return (
      <Notice kind="plain">
        <p>{isLesson ? texts.thisLessonIsBeingPaid : texts.thisPackageIsBeingPaid}</p>
      </Notice>
    );
  }
  // Said at the field, or by the page that follows.
  if (refusedFields(error).some(({ field, code }) => field === 'cardNumber' || code === 'hold_expired')) return null;
  const refusal = refusalIn(error);
  if (!refusal || refusal.status >= 500) {
    return (
      <Notice kind="failure">
        <p className="font-semibold">{texts.cutBeforeBankAnswered}</p>
        <p>{isLesson ? texts.yourTimeIsKeptPress : texts.priceIsKeptPress}</p>
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
