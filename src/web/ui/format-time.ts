import * as texts from '#texts/ui.ts';

/** The zone in which Kerbside shows times unless a person or an instructor has another. */
export const defaultZone = 'Asia/Singapore';

const formatters = new Map<string, Intl.DateTimeFormat>();

type PartName = 'weekday' | 'day' | 'month' | 'year' | 'hour' | 'minute';

/** Wall-clock parts of an instant in a zone, always with English names and 24 hours. */
function partsOf(instant: string | Date, zone: string): Record<PartName, string> {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formatters.set(zone, formatter);
  }
  const parts = { weekday: '', day: '', month: '', year: '', hour: '', minute: '' };
  for (const { type, value } of formatter.formatToParts(new Date(instant))) {
    if (type in parts) parts[type as PartName] = value;
  }
  return { ...parts, month: parts.month.slice(0, 3) };
}

/** `10:00` */
export function formatClock(instant: string | Date, zone = defaultZone): string {
  const { hour, minute } = partsOf(instant, zone);
  return `${hour}:${minute}`;
}

/** `Sat 5 Dec` */
export function formatDay(instant: string | Date, zone = defaultZone): string {
  const { weekday, day, month } = partsOf(instant, zone);
  return `${weekday} ${day} ${month}`;
}

/** `12 Nov 2026`. Also takes a plain date such as `2026-11-12`. */
export function formatDate(instant: string | Date, zone = defaultZone): string {
  const isPlainDate = typeof instant === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(instant);
  const { day, month, year } = partsOf(instant, isPlainDate ? 'UTC' : zone);
  return `${day} ${month} ${year}`;
}

/** `Sat 5 Dec, 10:00` */
export function formatStart(start: string | Date, zone = defaultZone): string {
  return `${formatDay(start, zone)}, ${formatClock(start, zone)}`;
}

/** `Sat 5 Dec, 10:00–11:30`; when the lesson ends on another day, that day is said too. */
export function formatLessonTime(start: string | Date, end: string | Date, zone = defaultZone): string {
  const endDay = formatDay(end, zone);
  const isSameDay = endDay === formatDay(start, zone);
  return `${formatStart(start, zone)}–${isSameDay ? '' : `${endDay}, `}${formatClock(end, zone)}`;
}

/** The local date `YYYY-MM-DD` of an instant in a zone. */
export function localDateOf(instant: string | Date, zone = defaultZone): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(instant),
  );
}

/** How a time is said on a card: `Today 18:30`, `Tomorrow 09:00`, `Sat 10:00` within six days, else `Sat 12 Dec 10:00`. */
export function formatSlot(start: string | Date, now: string | Date, zone = defaultZone): string {
  const days = (Date.parse(localDateOf(start, zone)) - Date.parse(localDateOf(now, zone))) / 86_400_000;
  const clock = formatClock(start, zone);
  if (days === 0) return texts.todayClock({ clock });
  if (days === 1) return texts.tomorrowClock({ clock });
  return days > 1 && days < 7 ? `${partsOf(start, zone).weekday} ${clock}` : `${formatDay(start, zone)} ${clock}`;
}

/** `SGT` for Singapore's zone, else the zone's own short name. Said once per view. */
export function zoneLabel(zone = defaultZone): string {
  if (zone === defaultZone) return 'SGT';
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'short' }).formatToParts(new Date());
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone;
}

/** `1 hour`, `90 minutes`, `2 hours` */
export function formatMinutes(minutes: number): string {
  return minutes % 60 === 0 ? texts.hoursLong({ count: minutes / 60 }) : texts.minutesLong({ count: minutes });
}
