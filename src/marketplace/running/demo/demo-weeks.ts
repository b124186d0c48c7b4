/** A window of a weekday (0 = Sunday) in minutes of the local day; 1440 is the midnight at its end. */
export type WeekWindow = { weekday: number; startMinute: number; endMinute: number };

const weekdays = [1, 2, 3, 4, 5];
const hour = 60;

function windows(days: readonly number[], ...ranges: Array<[from: number, to: number]>): WeekWindow[] {
  return days.flatMap((weekday) =>
    ranges.map(([from, to]) => ({ weekday, startMinute: from * hour, endMinute: to * hour })),
  );
}

/** How the demo's instructors work through a week. `night_owl` works over midnight from Friday to Saturday. */
export const demoWeeks = {
  all_week: [...windows(weekdays, [8, 13], [14, 20]), ...windows([6, 0], [8, 12], [13, 18])],
  office_hours: [...windows(weekdays, [9, 13], [14, 19]), ...windows([6], [9, 13])],
  long_saturday: [...windows(weekdays, [9, 12], [13, 18]), ...windows([6], [9, 17])],
  tuesday_to_sunday: windows([2, 3, 4, 5, 6, 0], [10, 14], [15, 20]),
  evenings: [...windows(weekdays, [17, 22]), ...windows([6, 0], [9, 18])],
  early_riser: [...windows(weekdays, [7, 12]), ...windows([6, 0], [8, 15])],
  night_owl: [...windows([1, 2, 3, 4], [16, 23]), ...windows([5], [18, 24]), ...windows([6], [0, 1], [14, 24])],
} as const satisfies Record<string, WeekWindow[]>;

export type WeekPattern = keyof typeof demoWeeks;
