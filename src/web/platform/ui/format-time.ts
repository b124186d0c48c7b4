import { platformZone } from '#rules/time/platform-zone.ts';
import { keepFormatter } from '#texts/keep-formatter.ts';
import { locale } from '#texts/locale.ts';
import * as texts from '#texts/ui.ts';

/** English is written as in Britain, other languages as their locale says. */
function formatterOf(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return dateFormatter(isEnglish() ? 'en-GB' : locale(), zone, options);
}

function dateFormatter(name: string, zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const make = () => new Intl.DateTimeFormat(name, { timeZone: zone, ...options });
  return keepFormatter(name + zone + Object.keys(options), make);
}

const isEnglish = () => locale().startsWith('en');

const dayParts = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const clockParts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const isoParts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const dateParts = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** An instant by some parts. English has no comma after the weekday here, and September is as short as other months. */
function format(instant: string | Date, zone: string, options: Intl.DateTimeFormatOptions): string {
  const text = formatterOf(zone, options).format(new Date(instant));
  return isEnglish() ? text.replace(',', '').replace('Sept', 'Sep') : text;
}

/** `10:00` */
export function formatClock(instant: string | Date, zone = platformZone): string {
  return format(instant, zone, clockParts);
}

/** `Sat 5 Dec` */
export function formatDay(instant: string | Date, zone = platformZone): string {
  return format(instant, zone, dayParts);
}

/** `12 Nov 2026`. Also takes a plain date such as `2026-11-12`. */
export function formatDate(instant: string | Date, zone = platformZone): string {
  const isPlainDate = typeof instant === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(instant);
  return format(instant, isPlainDate ? 'UTC' : zone, dateParts);
}

/** `Nov 2026` of the month `2026-11`. */
export function formatMonth(month: string): string {
  return format(`${month}-15T12:00:00Z`, 'UTC', { month: 'short', year: 'numeric' });
}

/** `Saturday` of 6, `Sunday` of 0, as the wire counts the days of the week. */
export function weekdayName(weekday: number): string {
  // The fourth of January 1970 was a Sunday.
  return format(new Date((3 + weekday) * 86_400_000), 'UTC', { weekday: 'long' });
}

/** `Sat 5 Dec, 10:00` */
export function formatStart(start: string | Date, zone = platformZone): string {
  return `${formatDay(start, zone)}, ${formatClock(start, zone)}`;
}

/** `Sat 5 Dec, 10:00–11:30`; when the lesson ends on another day, that day is said too. */
export function formatLessonTime(start: string | Date, end: string | Date, zone = platformZone): string {
  const endDay = formatDay(end, zone);
  const isSameDay = endDay === formatDay(start, zone);
  return `${formatStart(start, zone)}–${isSameDay ? '' : `${endDay}, `}${formatClock(end, zone)}`;
}

/** The local date `YYYY-MM-DD` of an instant in a zone. */
export function localDateOf(instant: string | Date, zone = platformZone): string {
  return dateFormatter('en-CA', zone, isoParts).format(new Date(instant));
}

/** How a time is said on a card: `Today 18:30`, `Tomorrow 09:00`, `Sat 10:00` within six days, else `Sat 12 Dec 10:00`. */
export function formatSlot(start: string | Date, now: string | Date, zone = platformZone): string {
  const days = daysBetween(now, start, zone);
  const clock = formatClock(start, zone);
  if (days === 0) return texts.todayClock({ clock });
  if (days === 1) return texts.tomorrowClock({ clock });
  const day = days > 1 && days < 7 ? format(start, zone, { weekday: 'short' }) : formatDay(start, zone);
  return `${day} ${clock}`;
}

/** The day of a time in the room of a button: `Today`, else `Sat 5`. */
export function formatShortDay(start: string | Date, now: string | Date, zone = platformZone): string {
  if (daysBetween(now, start, zone) === 0) return texts.today;
  return format(start, zone, { weekday: 'short', day: 'numeric' });
}

/** As formatSlot says it, within a sentence: `today 18:30`, `tomorrow 09:00`. */
export function formatSlotInText(start: string | Date, now: string | Date, zone = platformZone): string {
  const days = daysBetween(now, start, zone);
  const clock = formatClock(start, zone);
  if (days === 0) return texts.todayClockInText({ clock });
  if (days === 1) return texts.tomorrowClockInText({ clock });
  return formatSlot(start, now, zone);
}

function daysBetween(from: string | Date, to: string | Date, zone: string): number {
  return (Date.parse(localDateOf(to, zone)) - Date.parse(localDateOf(from, zone))) / 86_400_000;
}

/** `SGT` for Singapore's zone, else the zone's own short name. Said once per view. */
export function zoneLabel(zone = platformZone): string {
  if (zone === platformZone) return 'SGT';
  const parts = formatterOf(zone, { timeZoneName: 'short' }).formatToParts(new Date());
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone;
}

/** `1 hour`, `90 minutes`, `2 hours` */
export function formatMinutes(minutes: number): string {
  return minutes % 60 === 0 ? texts.hoursLong({ count: minutes / 60 }) : texts.minutesLong({ count: minutes });
}
