import { formatMoney } from '../ui/format-money.ts';
import { formatStart } from '../ui/format-time.ts';

/** One step of the terms: until then, so much of the price comes back. */
export type CancellationStep = { untilISO: string; refundPercent: number };

function share(percent: number): string {
  if (percent === 100) return 'all of it';
  if (percent === 50) return 'half';
  return `${percent} %`;
}

/** The cancellation terms of a lesson in one sentence, steps that have passed at `nowMs` left out. */
export function cancellationSentence(
  steps: readonly CancellationStep[],
  { nowMs, totalCents, zone }: { nowMs: number; totalCents: number; zone: string },
): string {
  const open = steps
    .filter((step) => Date.parse(step.untilISO) > nowMs && step.refundPercent > 0)
    .sort((one, other) => Date.parse(one.untilISO) - Date.parse(other.untilISO));
  const [first, ...later] = open;
  if (!first) return 'It is too close to the lesson to get money back for cancelling.';
  const back =
    first.refundPercent === 100
      ? `all of it, ${formatMoney(totalCents)}, comes back`
      : `you get ${share(first.refundPercent)} back`;
  const rest = later.map(
    (step) => `until ${formatStart(step.untilISO, zone)} you get ${share(step.refundPercent)} back`,
  );
  return [`Cancel before ${formatStart(first.untilISO, zone)} and ${back}`, ...rest, 'after that nothing.'].join('; ');
}
