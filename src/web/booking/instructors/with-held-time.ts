import type { Slot } from '#wire/booking.ts';
import type { GuestHold } from '../../platform/session/guest-hold.ts';
import { localDateOf } from '../../platform/ui/format-time.ts';
import type { InstructorData } from './instructor-data.ts';

/** A day with its times; one of them may be held by this browser. */
export type ShownDay = { date: string; times: (Slot & { hold?: GuestHold })[] };

/** The days with the time that a guest holds at its place, which is free for nobody and so not among the others; the same days where it is on none of them. */
export function withHeldTime(
  { days, instructor }: Pick<InstructorData, 'days' | 'instructor'>,
  hold: GuestHold | undefined,
): ShownDay[] {
  if (!hold) return days;
  const localDate = localDateOf(hold.start, instructor.timezone || undefined);
  if (!days.some(({ date }) => date === localDate)) return days;
  const startMs = Date.parse(hold.start);
  const held = { start: hold.start, end: '', priceCents: 0, localDate, hold };
  return days.map(({ date, times }) => ({
    date,
    times:
      date === localDate
        ? // What was read before it was held has it among the free ones.
          [...times.filter(({ start }) => Date.parse(start) !== startMs), held].sort(
            (one, other) => Date.parse(one.start) - Date.parse(other.start),
          )
        : times,
  }));
}
