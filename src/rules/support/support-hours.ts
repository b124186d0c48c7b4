import type { PolicyValues } from '../policies/policy-values.ts';
import { minuteMs } from '../time/durations.ts';
import { dateText, instantOf, localDayOf, weekdayOf } from '../time/local-time.ts';
import { platformZone } from '../time/platform-zone.ts';

/** The figures that decide about the support. */
export type SupportPolicy = Pick<PolicyValues, 'supportFromHour' | 'supportToHour' | 'supportAnswerHours'>;

/** Longer than any row of holidays: a calendar that closes every day is a mistake, and no reason to count for ever. */
const mostDays = 400;

/** The support hours of the first working day from the given one on that end after `afterMs`; epoch milliseconds. */
function nextHours(
  afterMs: number,
  holidays: ReadonlySet<string>,
  { supportFromHour, supportToHour }: SupportPolicy,
): { startMs: number; endMs: number } {
  const today = localDayOf(platformZone, afterMs);
  for (let day = today; day < today + mostDays; day++) {
    const weekday = weekdayOf(day);
    if (weekday === 0 || weekday === 6 || holidays.has(dateText(day))) continue;
    const endMs = instantOf(platformZone, day, supportToHour * 60);
    if (endMs > afterMs) return { startMs: instantOf(platformZone, day, supportFromHour * 60), endMs };
  }
  return { startMs: afterMs, endMs: Number.POSITIVE_INFINITY };
}

/** True while people answer. `holidays` are dates as `YYYY-MM-DD`. */
export function isSupportOpen(nowMs: number, holidays: ReadonlySet<string>, policy: SupportPolicy): boolean {
  return nextHours(nowMs, holidays, policy).startMs <= nowMs;
}

/**
 * By when a question of `askedMs` is answered: after `supportAnswerHours` of support hours, counted from the moment it was asked or from the next
 * opening. Epoch milliseconds; `holidays` are dates as `YYYY-MM-DD`.
 */
export function answerBy(askedMs: number, holidays: ReadonlySet<string>, policy: SupportPolicy): number {
  let atMs = askedMs;
  let leftMs = policy.supportAnswerHours * 60 * minuteMs;
  for (;;) {
    const { startMs, endMs } = nextHours(atMs, holidays, policy);
    const fromMs = Math.max(atMs, startMs);
    if (fromMs + leftMs <= endMs) return fromMs + leftMs;
    leftMs -= endMs - fromMs;
    atMs = endMs;
  }
}
