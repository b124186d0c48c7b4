import * as texts from '#texts/cancelLesson.ts';
import type { CancellationPreviewAnswer } from '#wire/cancelling.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { wayWords } from '../../platform/records/refund-ways.ts';
import { Radio } from '../../platform/ui/Checkbox.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';

/** How a learner wants what a cancellation gives back: the way it was paid, or as credit. */
export type RefundTo = '' | 'credit';

type RefundChoiceProps = { preview: CancellationPreviewAnswer; chosen: RefundTo; onChoose: (chosen: RefundTo) => void };

/** The two ways in which what comes back can come, each with its sum and what it means. Nothing where there is nothing to choose. */
export function RefundChoice({ preview: { refundCents, ways, mayBeCredit }, chosen, onChoose }: RefundChoiceProps) {
  const { refundWorkingDays } = usePolicy();
  if (!mayBeCredit) return null;
  const refund = formatMoney(refundCents);
  const choice = (value: RefundTo, name: string, means: string) => (
    <Radio
      name="refundTo"
      value={value}
      checked={chosen === value}
      onChange={() => onChoose(value)}
      label={
        <>
          <span className="figures block font-semibold">{name}</span>
          <span className="block text-note text-soft">{means}</span>
        </>
      }
    />
  );
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">{texts.howToGetItBack({ refund })}</legend>
      {choice(
        '',
        texts.theWayYouPaid({ refund, ways: wayWords(ways, refundCents) }),
        texts.theWayYouPaidMeans({ days: refundWorkingDays }),
      )}
      {choice('credit', texts.asCreditAtOnce({ refund }), texts.asCreditMeans)}
    </fieldset>
  );
}
