import type { PolicyValues } from '../policies/policy-values.ts';
import { hourMs, minuteMs } from '../time/durations.ts';

/** By so much the clock of a device may be ahead of ours. */
const skewMs = 5 * minuteMs;

/**
 * When a lesson was finished: when Finish was pressed, as the device says that kept it without a network, else now (domain rule 10). The device is believed
 * from the lesson's start on, up to `autoCloseHours` after its end and not of the future, but for a clock that is a little ahead; of anything else the
 * server's time counts. Epoch milliseconds.
 */
export function finishedMs(
  pressedMs: number | undefined,
  { startMs, endMs, nowMs }: { startMs: number; endMs: number; nowMs: number },
  { autoCloseHours }: Pick<PolicyValues, 'autoCloseHours'>,
): number {
  const isBelieved =
    pressedMs !== undefined &&
    pressedMs >= startMs &&
    pressedMs <= nowMs + skewMs &&
    nowMs <= endMs + autoCloseHours * hourMs;
  return isBelieved ? Math.min(pressedMs, nowMs) : nowMs;
}

/** Whether it was sent so much later that both sides are told both times. Instants in epoch milliseconds. */
export function wasSentLater({ finishedMs, sentMs }: { finishedMs: number; sentMs: number }): boolean {
  return sentMs - finishedMs > skewMs;
}
