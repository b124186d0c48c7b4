import { addDays } from '../../platform/ui/add-days.ts';
import { mondayOf, weekdayOfDate } from './calendar-address.ts';
import { openHoursOf, type Range } from './calendar-day.ts';
import type { AvailabilityRule } from './use-availability.ts';
import type { Override } from './use-calendar.ts';
import { type HoursCopy, isSameHours } from './window-changes.ts';

/** What becomes of a date; `was`: its own hours before, null where it had its usual ones. */
export type DateCopy = HoursCopy & { date: string; was: Range[] | null };

/** The Mondays of the weeks that dates are in, soonest first. */
export function weeksOf(dates: ReadonlyArray<{ date: string }>): string[] {
  return [...new Set(dates.map(({ date }) => mondayOf(date)))].toSorted();
}

type Week = {
  /** The Mondays of the week that is copied, and of those that it is copied to. */
  from: string;
  to: readonly string[];
  rules: readonly AvailabilityRule[];
  overrides: readonly Override[];
};

/** The same days of later weeks with the hours that dates of one week have of their own; its other days are copied to none. */
export function copyWeek({ from, to, rules, overrides }: Week): DateCopy[] {
  const own = overrides.filter(({ date }) => mondayOf(date) === from);
  const copies = to.flatMap((monday) =>
    own.map((one) => {
      const date = addDays(monday, (weekdayOfDate(one.date) + 6) % 7);
      const before = openHoursOf(date, rules, overrides).map(({ startMinute, endMinute }) => ({
        startMinute,
        endMinute,
      }));
      const after = one.windows ?? [];
      const had = overrides.find((other) => other.date === date);
      return { date, before, after, was: had ? (had.windows ?? []) : null, isSame: isSameHours(before, after) };
    }),
  );
  return copies.toSorted((one, other) => one.date.localeCompare(other.date));
}
