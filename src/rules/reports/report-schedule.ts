import { addMonths } from '../time/add-months.ts';
import { dateText, instantOf, type LocalDay, localDayOf, mondayOf } from '../time/local-time.ts';

export const reportRhythms = ['day', 'week', 'month'] as const;
export type ReportRhythm = (typeof reportRhythms)[number];

/** When a report is made: before the working day begins. */
const dueMinute = 6 * 60;

/** The next instant after `nowMs` at which a report that is made every day, week (Monday) or month (the first) is due, in a zone. */
export function nextDue(every: ReportRhythm, nowMs: number, zone: string): number {
  const begin = beginOf(every, localDayOf(zone, nowMs));
  const due = instantOf(zone, begin, dueMinute);
  return due > nowMs ? due : instantOf(zone, after(every, begin), dueMinute);
}

/** The days that a report which is due at an instant is of, both included: the day, week or month that ended before it. */
export function daysOfDue(every: ReportRhythm, dueMs: number, zone: string): { from: string; to: string } {
  const end = beginOf(every, localDayOf(zone, dueMs)) - 1;
  return { from: dateText(beginOf(every, end)), to: dateText(end) };
}

function beginOf(every: ReportRhythm, day: LocalDay): LocalDay {
  if (every === 'day') return day;
  return every === 'week' ? mondayOf(day) : day - (Number(dateText(day).slice(8)) - 1);
}

function after(every: ReportRhythm, begin: LocalDay): LocalDay {
  return every === 'month' ? addMonths(begin, 1) : begin + (every === 'week' ? 7 : 1);
}
