import { type DayName, dayNames, daysNamed, isWeekendOver, partsOfDay } from '#rules/time/named-days.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import * as texts from '#texts/search.ts';
import { addDays } from '../../platform/ui/add-days.ts';
import { formatClock, localDateOf } from '../../platform/ui/format-time.ts';

/** The days a person can ask for in words, besides a weekday, seen at `now`. */
export function dayChoicesAt(now: Date) {
  return [
    { value: 'today', label: texts.today },
    { value: 'tomorrow', label: texts.tomorrow },
    { value: 'weekend', label: isWeekendOver(clockAt(now)) ? texts.nextWeekend : texts.thisWeekend },
    { value: 'week', label: texts.next7Days },
  ];
}

const noon = String(partsOfDay.morning.beforeMinute);
const nightfall = String(partsOfDay.afternoon.beforeMinute);

/** The times of day a person can ask for in words, in minutes of the local day. */
export const timeChoices = [
  { value: 'morning', label: texts.morning, beforeMinute: noon },
  { value: 'afternoon', label: texts.afternoon, afterMinute: noon, beforeMinute: nightfall },
  { value: 'evening', label: texts.evening, afterMinute: nightfall },
] as const;

/** From which until which local date a choice in words reaches, seen at `now`; the last one is included. */
export function rangeOfDay(choice: string, now: Date, zone = platformZone): { from: string; to: string } | undefined {
  const name: DayName | undefined = dayNames.find((each) => each === choice);
  if (!name) return undefined;
  const { inDays, count } = daysNamed(name, clockAt(now, zone));
  const today = localDateOf(now, zone);
  return { from: addDays(today, inDays), to: addDays(today, inDays + count - 1) };
}

function clockAt(now: Date, zone = platformZone) {
  const [hour = 0, minute = 0] = formatClock(now, zone).split(':').map(Number);
  return { weekday: new Date(localDateOf(now, zone)).getUTCDay(), minute: hour * 60 + minute };
}
