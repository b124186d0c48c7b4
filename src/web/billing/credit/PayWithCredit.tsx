import * as texts from '#texts/credit.ts';
import type { Lesson } from '../../lessons/lesson-record.ts';
import { Button } from '../../ui/Button.tsx';
import { formatMoney } from '../../ui/format-money.ts';
import { useBalance } from './use-credit.ts';

type PayWithCreditProps = {
  lesson: Pick<Lesson, 'priceCents'>;
  /** What credit paid of the lesson already. */
  paidCents: number;
  isBusy: boolean;
  onPay: () => void;
};

/** Offers to use credit for a held lesson: all of the price, or the part that there is; after that it says what is left to pay. */
export function PayWithCredit({ lesson, paidCents, isBusy, onPay }: PayWithCreditProps) {
  const { data } = useBalance();
  const leftCents = lesson.priceCents - paidCents;
  if (paidCents > 0) {
    return (
      <p className="figures rounded border border-tint-line bg-tint px-4 py-3">
        {texts.creditPaid({ paid: formatMoney(paidCents), left: formatMoney(leftCents) })}
      </p>
    );
  }
  if (!data || data.creditCents <= 0) return null;
  const usableCents = Math.min(data.creditCents, leftCents);
  return (
    <div className="card flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <p className="figures min-w-0 grow">
        {texts.youHave({ amount: formatMoney(data.creditCents) })}{' '}
        {usableCents < leftCents && <span className="text-soft">{texts.restIsPaid}</span>}
      </p>
      <Button variant="secondary" isBusy={isBusy} busyText={texts.paying} onClick={onPay}>
        {texts.spendCredit({ amount: formatMoney(usableCents) })}
      </Button>
    </div>
  );
}
