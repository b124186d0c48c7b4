import * as texts from '#texts/search.ts';
import { addDays } from '../ui/add-days.ts';
import { defaultZone, formatClock, localDateOf } from '../ui/format-time.ts';

/** The days a person can ask for in words, besides a weekday, seen at `now`. */
export function dayChoicesAt(now: Date) {
  return [
    { value: 'today', label: texts.today },
    { value: 'tomorrow', label: texts.tomorrow },
    { value: 'weekend', label: isWeekendOver(now) ? texts.nextWeekend : texts.thisWeekend },
    { value: 'week', label: texts.next7Days },
  ];
}

/** The times of day a person can ask for in words, in minutes of the local day. */
export const timeChoices = [
  { value: 'morning', label: texts.morning, beforeMinute: '720' },
  { value: 'afternoon', label: texts.afternoon, afterMinute: '720', beforeMinute: '1080' },
  { value: 'evening', label: texts.evening, afterMinute: '1080' },
] as const;

/** The first instant of a local date as ISO text with the zone's own offset on that day. */
export function startOfDate(date: string, zone = defaultZone): string {
  const noon = new Date(`${date}T12:00:00Z`);
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(noon);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') || '+00:00';
  return new Date(`${date}T00:00:00${offset}`).toISOString();
}

/** From which until which local date a choice in words reaches, seen at `now`; the last one is included, the weekend begins on Saturday. */
export function rangeOfDay(choice: string, now: Date, zone = defaultZone): { from: string; to: string } | undefined {
  const today = localDateOf(now, zone);
  const weekday = new Date(today).getUTCDay();
  const range = (start: number, days: number) => ({
    from: addDays(today, start),
    to: addDays(today, start + days - 1),
  });
  if (choice === 'today') return range(0, 1);
  if (choice === 'tomorrow') return range(1, 1);
  if (choice === 'week') return range(0, 7);
  if (choice !== 'weekend') return undefined;
  if (isWeekendOver(now, zone)) return range(6, 2);
  return weekday === 0 ? range(0, 1) : range(6 - weekday, 2);
}

/** On a Sunday evening the weekend that people plan is the next one. */
function isWeekendOver(now: Date, zone = defaultZone): boolean {
  return new Date(localDateOf(now, zone)).getUTCDay() === 0 && Number(formatClock(now, zone).slice(0, 2)) >= 18;
}
