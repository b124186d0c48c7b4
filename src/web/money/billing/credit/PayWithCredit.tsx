import { useState } from 'react';
import { creditToSpend, smallestChargeCents } from '#rules/money/credit-to-spend.ts';
import * as texts from '#texts/credit.ts';
import type { OwnPackage } from '#wire/credit.ts';
import { useConfig } from '../../../platform/ground/use-config.ts';
import type { Lesson } from '../../../platform/records/lesson-record.ts';
import type { PayOrder } from '../../../platform/records/payment-record.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatDate, formatMinutes, localDateOf } from '../../../platform/ui/format-time.ts';
import { useBalance } from './use-credit.ts';

type PayWithCreditProps = {
  order: PayOrder;
  /** What credit paid of it already. */
  paidCents: number;
  isBusy: boolean;
  onPay: () => void;
};

/**
 * Offers credit: all of the price, or the part that there is; after that it says what is left to pay. A package, and several lessons at once, are
 * paid with credit only where it pays all of it.
 */
export function PayWithCredit({ order, paidCents, isBusy, onPay }: PayWithCreditProps) {
  const { stripeKey } = useConfig();
  const { data } = useBalance();
  const leftCents = order.priceCents - paidCents;
  if (paidCents > 0) {
    return (
      <p className="figures rounded border border-tint-line bg-tint px-4 py-3">
        {texts.creditPaid({ paid: formatMoney(paidCents), left: formatMoney(leftCents) })}
      </p>
    );
  }
  if (!data || data.creditCents <= 0 || (order.field !== 'lesson' && data.creditCents < leftCents)) return null;
  const usableCents = creditToSpend(data.creditCents, leftCents, stripeKey === '' ? 0 : smallestChargeCents);
  if (usableCents === 0) return null;
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

export type UsedPackage = { pack: OwnPackage | undefined; payOtherwise: () => void };

/** The package that pays a held lesson, until its owner wants to pay otherwise; of several lessons the last, as long as all of them. */
export function usePackageFor(lesson: Lesson | undefined): UsedPackage {
  const { data } = useBalance();
  const [isOtherwise, setOtherwise] = useState(false);
  const pack = lesson && !isOtherwise ? data?.packages.find((each) => pays(each, lesson)) : undefined;
  return { pack, payOtherwise: () => setOtherwise(true) };
}

/** Whether a package has enough for a whole lesson of its day; which one is used is for the server to say. */
function pays({ instructor, minutesLeft, expiresOn }: OwnPackage, lesson: Lesson): boolean {
  const day = localDateOf(lesson.start, lesson.expand?.instructor?.timezone || undefined);
  return instructor === lesson.instructor && minutesLeft >= lesson.durationMinutes && expiresOn >= day;
}

type PayWithMinutesProps = { pack: OwnPackage; lesson: Lesson; isBusy: boolean; onPay: () => void };

/** Offers minutes of a package for a held lesson. */
export function PayWithMinutes({ pack, lesson, isBusy, onPay }: PayWithMinutesProps) {
  return (
    <div className="card grid gap-3 border-green px-4 py-3">
      <p>
        <b className="figures block font-semibold">
          {texts.packageHas({ left: formatMinutes(pack.minutesLeft), expiresOn: formatDate(pack.expiresOn) })}
        </b>
        <span className="text-soft">{texts.nothingMoreToPay}</span>
      </p>
      <Button className="min-h-12" isBusy={isBusy} busyText={texts.paying} onClick={onPay}>
        {texts.payWithMinutes({ minutes: formatMinutes(lesson.durationMinutes) })}
      </Button>
    </div>
  );
}
