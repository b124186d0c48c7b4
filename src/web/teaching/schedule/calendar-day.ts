import { formatClock, localDateOf } from '../../platform/ui/format-time.ts';
import { minuteOfClock, type WeeklyWindow } from '../../platform/ui/wall-minutes.ts';
import { weekdayOfDate } from './calendar-address.ts';

export type Range = { startMinute: number; endMinute: number };

/** Open hours of one date and where they come from: a weekly rule, or the date's own hours. */
export type OpenHours = Range & { key: string; rule: string | undefined };

/** What takes time out of a date: minutes of that date, cut at its midnights. */
export type Taken<T> = Range & { key: string; item: T };

type Rule = WeeklyWindow & { id: string };
type Override = { date: string; windows: readonly Range[] | null };
type Timed = { id: string; start: string; end: string };

const dayMinutes = 1440;

/** The hours that are open on a date: its own where it has some (none closes it), else those of its weekday. */
export function openHoursOf(date: string, rules: readonly Rule[], overrides: readonly Override[]): OpenHours[] {
  const own = overrides.find((override) => override.date === date);
  if (own) {
    return (own.windows ?? []).map(({ startMinute, endMinute }, index) => ({
      key: `${date} ${index}`,
      startMinute,
      endMinute,
      rule: undefined,
    }));
  }
  const weekday = weekdayOfDate(date);
  return rules
    .filter((rule) => rule.weekday === weekday)
    .map(({ id, startMinute, endMinute }) => ({ key: `${date} ${id}`, startMinute, endMinute, rule: id }));
}

/** The part of each timed thing that lies on a date, in minutes of the zone's wall clock. */
export function takenOn<T extends Timed>(date: string, items: readonly T[], zone: string): Taken<T>[] {
  return items.flatMap((item) => {
    const [first, last] = [localDateOf(item.start, zone), localDateOf(item.end, zone)];
    if (date < first || date > last) return [];
    const startMinute = date === first ? wallMinute(item.start, zone) : 0;
    const endMinute = date === last ? wallMinute(item.end, zone) : dayMinutes;
    return endMinute > startMinute ? [{ key: `${date} ${item.id}`, startMinute, endMinute, item }] : [];
  });
}

/** The hours that a calendar shows: 7 to 21 o'clock, and more where something begins earlier or ends later. */
export function shownHours(ranges: readonly Range[]): { from: number; to: number } {
  const from = Math.min(7, ...ranges.map(({ startMinute }) => Math.floor(startMinute / 60)));
  const to = Math.max(21, ...ranges.map(({ endMinute }) => Math.ceil(endMinute / 60)));
  return { from, to };
}

/** Where a range stands in a column that shows the hours `from` to `to`, as styles. */
export function placeOf({ startMinute, endMinute }: Range, { from, to }: { from: number; to: number }) {
  const minutes = (to - from) * 60;
  const percent = (minute: number) => (Math.min(minutes, Math.max(0, minute - from * 60)) / minutes) * 100;
  return { top: `${percent(startMinute)}%`, height: `${percent(endMinute) - percent(startMinute)}%` };
}

/** The quarter of an hour of a day next to a minute. */
export function snapMinute(minute: number): number {
  return Math.min(dayMinutes, Math.max(0, Math.round(minute / 15) * 15));
}

/** A dragged or typed range on the quarter hour, within its day and at least a quarter long. */
export function snapRange(one: number, other: number): Range {
  const [start, end] = [snapMinute(Math.min(one, other)), snapMinute(Math.max(one, other))];
  if (end - start >= 15) return { startMinute: start, endMinute: end };
  return start + 15 <= dayMinutes
    ? { startMinute: start, endMinute: start + 15 }
    : { startMinute: dayMinutes - 15, endMinute: dayMinutes };
}

/** A range moved as a whole, stopping at the ends of the day. */
export function moveRange({ startMinute, endMinute }: Range, byMinutes: number): Range {
  const by = Math.min(dayMinutes - endMinute, Math.max(-startMinute, Math.round(byMinutes / 15) * 15));
  return { startMinute: startMinute + by, endMinute: endMinute + by };
}

/** Ranges of a date without one of them, and with others: what its own hours become. */
export function replaceRange(
  hours: readonly OpenHours[],
  without: string | undefined,
  added: readonly Range[],
): Range[] {
  const kept = hours
    .filter(({ key }) => key !== without)
    .map(({ startMinute, endMinute }) => ({ startMinute, endMinute }));
  return [...kept, ...added].sort((one, other) => one.startMinute - other.startMinute);
}

function wallMinute(instant: string, zone: string): number {
  return minuteOfClock(formatClock(instant, zone)) ?? 0;
}
