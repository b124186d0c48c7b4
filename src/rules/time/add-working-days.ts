import { dateText, instantOf, localDayOf, weekdayOf } from './local-time.ts';

/** Longer than any row of holidays: a calendar that closes every day is a mistake, and no reason to count for ever. */
const mostDays = 4000;

/**
 * The end of the nth working day after an instant's local day, in epoch milliseconds: midnight that follows it. Saturdays, Sundays and the
 * given holidays (`YYYY-MM-DD`) are no working days.
 */
export function endOfWorkingDay(
  zone: string,
  instantMs: number,
  { days, holidays }: { days: number; holidays: ReadonlySet<string> },
): number {
  let day = localDayOf(zone, instantMs);
  const last = day + mostDays;
  for (let left = days; left > 0 && day < last; ) {
    day += 1;
    const weekday = weekdayOf(day);
    if (weekday !== 0 && weekday !== 6 && !holidays.has(dateText(day))) left -= 1;
  }
  return instantOf(zone, day + 1, 0);
}
