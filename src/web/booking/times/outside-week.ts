import { addDays } from '../../platform/ui/add-days.ts';
import { localDateOf } from '../../platform/ui/format-time.ts';

/** The starts that lie in another week than `start`. Weeks begin on Monday in the instructor's `zone`, as the server counts lessons in them. */
export function outsideWeek<T extends { start: string }>(
  slots: readonly T[],
  start: string,
  zone: string | undefined,
): readonly T[] {
  const full = mondayOf(start, zone);
  return slots.filter((slot) => mondayOf(slot.start, zone) !== full);
}

function mondayOf(instant: string, zone: string | undefined): string {
  const date = localDateOf(instant, zone);
  return addDays(date, -((new Date(date).getUTCDay() + 6) % 7));
}
