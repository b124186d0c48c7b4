import * as texts from '#texts/cancelLesson.ts';
import { formatList } from '../ui/format-list.ts';

const names: Record<string, string> = {
  card: texts.toYourCard,
  paynow: texts.toYourPayNow,
  cash: texts.inCash,
  credit: texts.toYourCredit,
  package: texts.toYourPackage,
  paynow_to_credit: texts.toCreditForPayNow,
};

/** Where money goes back to, in the order in which it does: to a card first, credit last. */
export function wayWords(ways: readonly { method: string; cents: number }[], refundCents: number): string {
  let left = refundCents;
  const used = ways.filter(({ cents }) => {
    const isUsed = left > 0;
    left -= cents;
    return isUsed;
  });
  return used.length > 0
    ? formatList(used.map(({ method }) => names[method] ?? texts.toWhereYouPaidFrom))
    : texts.toWhereYouPaidFrom;
}
