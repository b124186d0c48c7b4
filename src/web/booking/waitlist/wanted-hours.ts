import * as texts from '#texts/waitlist.ts';
import type { Window } from './waitlist-record.ts';

const workdays = [1, 2, 3, 4, 5];
const noon = 12 * 60;
const evening = 18 * 60;
const midnight = 24 * 60;

const windowsOf = (weekdays: readonly number[], startMinute: number, endMinute: number): Window[] =>
  weekdays.map((weekday) => ({ weekday, startMinute, endMinute }));

/** The hours that can be asked for, in words; none of them means any time. */
export const hourChoices = [
  { value: 'mornings', label: texts.weekdayMornings, windows: windowsOf(workdays, 0, noon) },
  { value: 'afternoons', label: texts.weekdayAfternoons, windows: windowsOf(workdays, noon, evening) },
  { value: 'evenings', label: texts.weekdayEvenings, windows: windowsOf(workdays, evening, midnight) },
  { value: 'weekends', label: texts.weekends, windows: windowsOf([6, 0], 0, midnight) },
] as const;

/** The windows of some choices; none where all were made, as any time suits then. Those of a day that touch are one. */
export function windowsFor(chosen: ReadonlySet<string>): Window[] {
  if (chosen.size === hourChoices.length) return [];
  const windows: Window[] = [];
  for (const { value, windows: added } of hourChoices) {
    if (!chosen.has(value)) continue;
    for (const window of added) {
      const before = windows.find((each) => each.weekday === window.weekday && each.endMinute === window.startMinute);
      if (before) before.endMinute = window.endMinute;
      else windows.push({ ...window });
    }
  }
  return windows;
}

/** The choices that lie within some windows, as words; empty where any time suits. */
export function hourWords(windows: readonly Window[]): string[] {
  return hourChoices
    .filter((choice) =>
      choice.windows.every((wanted) =>
        windows.some(
          ({ weekday, startMinute, endMinute }) =>
            weekday === wanted.weekday && startMinute <= wanted.startMinute && endMinute >= wanted.endMinute,
        ),
      ),
    )
    .map(({ label }) => label);
}
