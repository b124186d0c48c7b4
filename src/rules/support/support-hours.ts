import { dateText, instantOf, localDayOf, weekdayOf } from '../time/local-time.ts';

/** When people answer (domain rule 33): Monday to Friday from 9 AM to 6 PM in Singapore, but not on public holidays. */
export const supportZone = 'Asia/Singapore';
const fromMinute = 9 * 60;
const toMinute = 18 * 60;
const minuteMs = 60_000;

/** How long an answer takes on average, in minutes of the support hours. */
export const answerMinutes = 120;

/** Longer than any row of holidays: a calendar that closes every day is a mistake, and no reason to count for ever. */
const mostDays = 400;

/** The support hours of the first working day from the given one on that end after `afterMs`; epoch milliseconds. */
function nextHours(afterMs: number, holidays: ReadonlySet<string>): { startMs: number; endMs: number } {
  const today = localDayOf(supportZone, afterMs);
  for (let day = today; day < today + mostDays; day++) {
    const weekday = weekdayOf(day);
    if (weekday === 0 || weekday === 6 || holidays.has(dateText(day))) continue;
    const endMs = instantOf(supportZone, day, toMinute);
    if (endMs > afterMs) return { startMs: instantOf(supportZone, day, fromMinute), endMs };
  }
  return { startMs: afterMs, endMs: Number.POSITIVE_INFINITY };
}

/** True while people answer. `holidays` are dates as `YYYY-MM-DD`. */
export function isSupportOpen(nowMs: number, holidays: ReadonlySet<string>): boolean {
  return nextHours(nowMs, holidays).startMs <= nowMs;
}

/**
 * By when a question of `askedMs` is answered: after `minutes` of support hours, counted from the moment it was asked or from the next
 * opening. Epoch milliseconds; `holidays` are dates as `YYYY-MM-DD`.
 */
export function answerBy(askedMs: number, holidays: ReadonlySet<string>, minutes = answerMinutes): number {
  let atMs = askedMs;
  let leftMs = minutes * minuteMs;
  for (;;) {
    const { startMs, endMs } = nextHours(atMs, holidays);
    const fromMs = Math.max(atMs, startMs);
    if (fromMs + leftMs <= endMs) return fromMs + leftMs;
    leftMs -= endMs - fromMs;
    atMs = endMs;
  }
}
