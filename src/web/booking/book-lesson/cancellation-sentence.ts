import * as texts from '#texts/booking.ts';
import type { CancellationStep } from '#wire/booking.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatStart } from '../../platform/ui/format-time.ts';

/** The cancellation terms of a lesson in one sentence, steps that have passed at `nowMs` left out. */
export function cancellationSentence(
  steps: readonly CancellationStep[],
  { nowMs, totalCents, zone }: { nowMs: number; totalCents: number; zone: string },
): string {
  const open = steps
    .filter((step) => Date.parse(step.untilISO) > nowMs && step.refundPercent > 0)
    .sort((one, other) => Date.parse(one.untilISO) - Date.parse(other.untilISO));
  const [first, ...later] = open;
  if (!first) return texts.noMoneyBackNow;
  const stepText = ({ untilISO, refundPercent }: CancellationStep) => ({
    until: formatStart(untilISO, zone),
    percent: String(refundPercent),
  });
  return [
    texts.cancelBefore({ ...stepText(first), total: formatMoney(totalCents) }),
    ...later.map((step) => texts.untilThen(stepText(step))),
    texts.afterThatNothing,
  ].join('; ');
}
