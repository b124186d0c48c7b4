import { addDays } from '../../platform/ui/add-days.ts';

export const calendarViews = ['month', 'agenda', 'week', 'day'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** The part of the calendar that is open, as its address says it; without a choice the given view and today. */
export function readCalendarAddress(
  params: URLSearchParams,
  { today, view }: { today: string; view: CalendarView },
): { view: CalendarView; date: string } {
  const chosen = params.get('view');
  const date = params.get('date') ?? '';
  const isDate = /^[12]\d{3}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date)) && addDays(date, 0) === date;
  return { view: calendarViews.find((one) => one === chosen) ?? view, date: isDate ? date : today };
}

/** How many days an agenda looks ahead. */
const agendaDays = 14;

/** The dates of a view: the whole weeks that have the month or the date in them, two weeks from the date on, or the date alone. */
export function datesOf({ view, date }: { view: CalendarView; date: string }): string[] {
  if (view === 'day') return [date];
  if (view === 'agenda') return daysFrom(date, agendaDays);
  if (view === 'week') return daysFrom(mondayOf(date), 7);
  const monday = mondayOf(`${date.slice(0, 7)}-01`);
  const next = nextDate({ view, date }, 1);
  const weeks = Math.ceil((Date.parse(next) - Date.parse(monday)) / (7 * 86_400_000));
  return daysFrom(monday, weeks * 7);
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOfDate(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** The date that the same view of the time before (-1) or after (1) is about. */
export function nextDate({ view, date }: { view: CalendarView; date: string }, way: 1 | -1): string {
  if (view !== 'month') return addDays(date, way * { agenda: agendaDays, week: 7, day: 1 }[view]);
  const [year = 0, month = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + way, 1)).toISOString().slice(0, 10);
}

/** The Monday of a date's week. */
export function mondayOf(date: string): string {
  return addDays(date, -((weekdayOfDate(date) + 6) % 7));
}

function daysFrom(date: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(date, index));
}
