import { driveBetween } from '#rules/places/drive-minutes.ts';
import type { Range, Taken } from './calendar-day.ts';

/** The time between two lessons of a day, and about how long the drive from one pick-up to the next takes, where both are known. */
export type Gap = Range & { key: string; freeMinutes: number; driveMinutes: number | undefined };

type Stop = { id: string; postalCode: string };

/** Longer than this between two lessons is no gap that one hurries through. */
const longestMinutes = 120;

/** The gaps of a day between lessons that follow each other within two hours, in order. */
export function gapsOf(lessons: readonly Taken<Stop>[]): Gap[] {
  const sorted = lessons.toSorted((one, other) => one.startMinute - other.startMinute);
  return sorted.slice(1).flatMap((next, index) => {
    const before = sorted[index];
    if (!before) return [];
    const freeMinutes = next.startMinute - before.endMinute;
    if (freeMinutes < 0 || freeMinutes > longestMinutes) return [];
    const driveMinutes = driveBetween(before.item.postalCode, next.item.postalCode);
    if (freeMinutes === 0 && driveMinutes === undefined) return [];
    const range = { startMinute: before.endMinute, endMinute: next.startMinute };
    return [{ key: `${before.item.id} ${next.item.id}`, ...range, freeMinutes, driveMinutes }];
  });
}

/** Whether the drive does not fit into the time between. */
export function isTight({ freeMinutes, driveMinutes = 0 }: Gap): boolean {
  return driveMinutes > freeMinutes;
}
