import { weekdayName } from './format-time.ts';

/** The days of the week as people here read it, from Monday; `weekday` as on the wire, 0 for Sunday. Named when they are shown. */
export const weekdays: ReadonlyArray<{ weekday: number; name: string }> = [1, 2, 3, 4, 5, 6, 0].map((weekday) => ({
  weekday,
  get name() {
    return weekdayName(weekday);
  },
}));
