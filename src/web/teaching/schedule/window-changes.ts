import { joinTouching } from '#rules/availability/spans.ts';
import type { Range } from './calendar-day.ts';
import type { AvailabilityRule } from './use-availability.ts';

/** A new window of a weekday with the windows that it touches or overlaps: what it becomes with them, and which they are. */
export function joinWindow(
  rules: readonly AvailabilityRule[],
  weekday: number,
  range: Range,
): { range: Range; joined: AvailabilityRule[] } {
  let { startMinute, endMinute } = range;
  const joined: AvailabilityRule[] = [];
  const ofDay = rules.filter((rule) => rule.weekday === weekday);
  // In order of time: one that is joined may reach the next one.
  for (const rule of ofDay.toSorted((one, other) => one.startMinute - other.startMinute)) {
    if (rule.startMinute > endMinute || rule.endMinute < startMinute) continue;
    joined.push(rule);
    startMinute = Math.min(startMinute, rule.startMinute);
    endMinute = Math.max(endMinute, rule.endMinute);
  }
  return { range: { startMinute, endMinute }, joined };
}

/** What is left of a window around a break in it: two windows, or one where the break reaches its edge; none when the break is all of it. */
export function splitRange({ startMinute, endMinute }: Range, pause: Range | undefined): Range[] {
  if (!pause) return [{ startMinute, endMinute }];
  const before = { startMinute, endMinute: Math.min(pause.startMinute, endMinute) };
  const after = { startMinute: Math.max(pause.endMinute, startMinute), endMinute };
  return [before, after].filter((part) => part.endMinute > part.startMinute);
}

/** The open hours of a weekday in order, as learners have them: windows that touch or overlap are one. */
export function windowsOf(rules: readonly AvailabilityRule[], weekday: number): Range[] {
  const ofDay = rules
    .filter((rule) => rule.weekday === weekday)
    .map(({ startMinute, endMinute }) => ({ startMinute, endMinute }));
  return joinTouching(ofDay, 'startMinute', 'endMinute');
}

/** What a day has now, and what it gets by a copy of another one. */
export type HoursCopy = { before: Range[]; after: Range[]; isSame: boolean };

/** What becomes of a weekday that gets the hours of another one in place of its own. */
export function copyDay(rules: readonly AvailabilityRule[], from: number, weekday: number): HoursCopy {
  const [before, after] = [windowsOf(rules, weekday), windowsOf(rules, from)];
  return { before, after, isSame: isSameHours(before, after) };
}

/** Whether two lists of windows in order are the same. */
export function isSameHours(one: readonly Range[], other: readonly Range[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ startMinute, endMinute }, index) => {
      const window = other[index];
      return window?.startMinute === startMinute && window.endMinute === endMinute;
    })
  );
}
