import { addDays } from '../../platform/ui/add-days.ts';
import { moveRange, type Range, snapMinute, type Taken } from './calendar-day.ts';
import type { CalendarLesson } from './use-calendar.ts';

/** A lesson at another time, as it would be. Nothing is moved before it is confirmed. */
export type LessonMove = { lesson: CalendarLesson; date: string; range: Range };

/** A confirmed lesson that lies on one day can be put elsewhere; whether it has begun the server says. */
export function isMovable({ item, startMinute, endMinute }: Taken<CalendarLesson>): boolean {
  return item.status === 'confirmed' && endMinute - startMinute === item.durationMinutes;
}

type Held = { lesson: Taken<CalendarLesson>; date: string };

/** What a place on the screen means: a day's column, and where it stands on the page. */
export type Column = { date: string; left: number; top: number; width: number; height: number };

/** Less than this many pixels is a click. */
const clickPixels = 5;

/** The move that a pointer at `x`, `y` asks for, `heldY` below the lesson's own upper edge. */
export function moveAt(
  { lesson: { item, startMinute, endMinute } }: Held,
  place: { x: number; y: number; heldY: number },
  { columns, shown }: { columns: readonly Column[]; shown: { from: number; to: number } },
): LessonMove | undefined {
  const nearest = columns.toSorted((one, other) => farFrom(one, place.x) - farFrom(other, place.x))[0];
  if (!nearest) return undefined;
  const share = (place.y - place.heldY - nearest.top) / nearest.height;
  const minute = snapMinute((shown.from + share * (shown.to - shown.from)) * 60);
  const range = moveRange({ startMinute, endMinute }, minute - startMinute);
  return { lesson: item, date: nearest.date, range };
}

function farFrom({ left, width }: Column, x: number): number {
  return Math.max(left - x, x - left - width, 0);
}

/** The move that a key asks for: Alt with up and down by a quarter of an hour, with left and right by a day. */
export function moveByKey(key: string, move: LessonMove): LessonMove | undefined {
  const minutes = { ArrowUp: -15, ArrowDown: 15 }[key];
  if (minutes !== undefined) return { ...move, range: moveRange(move.range, minutes) };
  const days = { ArrowLeft: -1, ArrowRight: 1 }[key];
  return days === undefined ? undefined : { ...move, date: addDays(move.date, days) };
}

/** Whether two moves lead to the same time. */
export function isSameTime(
  one: Pick<LessonMove, 'date' | 'range'>,
  other: Pick<LessonMove, 'date' | 'range'>,
): boolean {
  return one.date === other.date && one.range.startMinute === other.range.startMinute;
}

export type Grabbed = Held & {
  columns: readonly Column[];
  heldY: number;
  from: { x: number; y: number };
  move: LessonMove | undefined;
};

/** Whether a pointer that was pressed has moved far enough to mean it. */
export function isDrag({ from }: Grabbed, x: number, y: number): boolean {
  return Math.hypot(x - from.x, y - from.y) >= clickPixels;
}
