/** The days that people ask for in words, besides a weekday. */
export const dayNames = ['today', 'tomorrow', 'weekend', 'week'] as const;
export type DayName = (typeof dayNames)[number];

/** The parts of a day that people ask for in words, as minutes of the local day; the end is not included. */
export const partsOfDay = {
  morning: { afterMinute: 0, beforeMinute: 720 },
  afternoon: { afterMinute: 720, beforeMinute: 1080 },
  evening: { afterMinute: 1080, beforeMinute: 1440 },
} as const;

/** What a local clock shows: the weekday from Sunday, 0, and the minute of the day. */
export type LocalClock = { weekday: number; minute: number };

/** On a Sunday evening the weekend that people plan is the next one. */
export function isWeekendOver({ weekday, minute }: LocalClock): boolean {
  return weekday === 0 && minute >= partsOfDay.evening.afterMinute;
}

/** In how many days from today a day in words begins, and how many days it has: the weekend begins on Saturday, a week is the next seven days. */
export function daysNamed(name: DayName, now: LocalClock): { inDays: number; count: number } {
  if (name === 'today') return { inDays: 0, count: 1 };
  if (name === 'tomorrow') return { inDays: 1, count: 1 };
  if (name === 'week') return { inDays: 0, count: 7 };
  if (isWeekendOver(now)) return { inDays: 6, count: 2 };
  return now.weekday === 0 ? { inDays: 0, count: 1 } : { inDays: 6 - now.weekday, count: 2 };
}
