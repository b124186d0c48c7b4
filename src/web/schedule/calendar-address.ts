import { addDays } from '../ui/add-days.ts';

export type CalendarView = 'week' | 'day';

/** The part of the calendar that is open, as its address says it; without a choice the given view and today. */
export function readCalendarAddress(
  params: URLSearchParams,
  { today, view }: { today: string; view: CalendarView },
): { view: CalendarView; date: string } {
  const chosen = params.get('view');
  const date = params.get('date') ?? '';
  const isDate = /^[12]\d{3}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date)) && addDays(date, 0) === date;
  return { view: chosen === 'week' || chosen === 'day' ? chosen : view, date: isDate ? date : today };
}

/** The dates of a view: the week from Monday that has the date in it, or the date alone. */
export function datesOf({ view, date }: { view: CalendarView; date: string }): string[] {
  if (view === 'day') return [date];
  const monday = addDays(date, -((weekdayOfDate(date) + 6) % 7));
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index));
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOfDate(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}
