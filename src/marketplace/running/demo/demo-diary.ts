import type { DemoRow } from './demo.store.ts';
import { demoId } from './demo-chance.ts';
import { addDays, instantOn } from './demo-dates.ts';
import { demoInstructors } from './demo-instructors.ts';
import { instructorId } from './demo-people.ts';
import { demoWeeks } from './demo-weeks.ts';

type DiaryRows = { rules: DemoRow[]; overrides: DemoRow[]; timeOff: DemoRow[] };

/** Days that differ from the week, in days from the first start; no windows closes the day. */
const differentDays: ReadonlyArray<
  readonly [instructor: string, day: number, windows: ReadonlyArray<readonly [number, number]>]
> = [
  ['ravi', 12, []],
  ['siewhoon', 8, [[600, 840]]],
  ['laykuan', 6, [[540, 720]]],
  ['michael', 5, [[1080, 1320]]],
  ['zainal', 15, []],
  ['rosalind', 9, [[540, 1080]]],
];

/** Absences, in days from the first start and minutes of the day. */
const absences: ReadonlyArray<
  readonly [instructor: string, fromDay: number, fromMinute: number, toDay: number, toMinute: number, reason: string]
> = [
  ['gurdial', 9, 0, 12, 0, 'Family wedding'],
  ['ravi', 4, 840, 4, 960, 'Medical check-up'],
  ['anthony', 13, 0, 20, 0, 'Annual leave'],
  ['pohchoo', 3, 600, 3, 840, 'Car inspection'],
];

/** Weekly windows, different days and absences of all demo instructors, seen from `today`. */
export function diaryRows(today: string, nowIso: string): DiaryRows {
  const stamps = { created: nowIso, updated: nowIso };
  return {
    rules: demoInstructors.flatMap((instructor) =>
      demoWeeks[instructor.week].map((window) => ({
        id: demoId('rule', `${instructor.key} ${window.weekday} ${window.startMinute}`),
        instructor: instructorId(instructor),
        ...window,
        ...stamps,
      })),
    ),
    overrides: differentDays.map(([key, day, windows]) => ({
      id: demoId('override', `${key} ${day}`),
      instructor: instructorId({ key }),
      date: addDays(today, day),
      windows: windows.map(([startMinute, endMinute]) => ({ startMinute, endMinute })),
      ...stamps,
    })),
    timeOff: absences.map(([key, fromDay, fromMinute, toDay, toMinute, reason]) => ({
      id: demoId('time-off', `${key} ${fromDay}`),
      instructor: instructorId({ key }),
      start: instantOn(addDays(today, fromDay), fromMinute),
      end: instantOn(addDays(today, toDay), toMinute),
      reason,
      ...stamps,
    })),
  };
}

/** The dates on which an instructor does not keep to the week, so that no lesson is planned there. */
export function unusualDays(instructor: { key: string }, today: string): Set<string> {
  const days = differentDays.filter(([key]) => key === instructor.key).map(([, day]) => day);
  for (const [key, fromDay, , toDay] of absences) {
    for (let day = fromDay; key === instructor.key && day <= toDay; day++) days.push(day);
  }
  return new Set(days.map((day) => addDays(today, day)));
}
