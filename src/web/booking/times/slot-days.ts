import * as texts from '#texts/booking.ts';
import type { Slot } from '#wire/booking.ts';
import { addDays } from '../../platform/ui/add-days.ts';

export type SlotDay = { date: string; slots: readonly Slot[] };

/** Every day of the strip, from `first` on, each with its free starts in order of time; days without one stay, empty. */
export function groupByDay(slots: readonly Slot[], first: string, dayCount: number): readonly SlotDay[] {
  const byDate = new Map<string, Slot[]>();
  for (const slot of slots) {
    const day = byDate.get(slot.localDate);
    if (day) day.push(slot);
    else byDate.set(slot.localDate, [slot]);
  }
  return Array.from({ length: dayCount }, (_, index) => {
    const date = addDays(first, index);
    return { date, slots: byDate.get(date) ?? [] };
  });
}

export const partsOfDay = [texts.morning, texts.afternoon, texts.evening] as const;
export type PartOfDay = (typeof partsOfDay)[number];

/** Morning before 12:00, afternoon before 18:00, then evening; from a wall-clock text such as `09:30`. */
export function partOfDay(clock: string): PartOfDay {
  const hour = Number(clock.slice(0, 2));
  if (hour < 12) return texts.morning;
  return hour < 18 ? texts.afternoon : texts.evening;
}

/** One day's starts under morning, afternoon and evening, leaving out the parts that have none. */
export function groupByPart<T>(
  slots: readonly T[],
  clockOf: (slot: T) => string,
): readonly { part: PartOfDay; slots: readonly T[] }[] {
  return partsOfDay
    .map((part) => ({ part, slots: slots.filter((slot) => partOfDay(clockOf(slot)) === part) }))
    .filter((group) => group.slots.length > 0);
}

/** The day to open with: the wanted one while it has a free start or something of the learner's own, else the first that has. */
export function dayToShow(
  days: readonly SlotDay[],
  wanted: string | undefined,
  ownDates: ReadonlySet<string> = new Set(),
): SlotDay | undefined {
  return (
    days.find(({ date, slots }) => date === wanted && (slots.length > 0 || ownDates.has(date))) ??
    days.find(({ slots }) => slots.length > 0) ??
    days.find(({ date }) => ownDates.has(date))
  );
}
