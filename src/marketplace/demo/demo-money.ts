import { weekdayOf } from './demo-dates.ts';
import type { DemoInstructor } from './demo-instructors.ts';
import type { PlannedLesson } from './plan-lessons.ts';

export type PriceLine = { kind: string; text: string; cents: number };

/** The price lines of a planned lesson. */
export function priceLines({ instructor, date, startMinute, durationMinutes }: PlannedLesson): PriceLine[] {
  const base = Math.round((instructor.hourlyCents * durationMinutes) / 60);
  const lines = [
    {
      kind: 'lesson',
      text: `${durationMinutes} minutes at S$${(instructor.hourlyCents / 100).toFixed(2)}`,
      cents: base,
    },
  ];
  const percent = surchargePercent(instructor, date, startMinute);
  if (percent) lines.push({ kind: 'surcharge', text: 'Surcharge', cents: Math.round((base * percent) / 100) });
  return lines;
}

function surchargePercent(instructor: DemoInstructor, date: string, startMinute: number): number {
  const weekday = weekdayOf(date);
  if (weekday === 0 || weekday === 6) return instructor.weekendPercent ?? 0;
  return startMinute >= 1080 ? (instructor.eveningPercent ?? 0) : 0;
}
