import { dateText, instantOf, type LocalDay, weekdayOf } from '../time/local-time.ts';
import { mergeSpans, type Span } from './spans.ts';

export type WallWindow = { startMinute: number; endMinute: number };
export type WeeklyRule = WallWindow & { weekday: number };
export type Override = { date: string; windows: readonly WallWindow[] };

/** What an instructor works by: weekly rules in wall time, and dates that replace them (booking model, section 8). */
export type WorkingTime = { timezone: string; rules: readonly WeeklyRule[]; overrides: readonly Override[] };

/** The merged windows that touch the local dates from `firstDay` to `lastDay`, both included. */
export function listWindows(working: WorkingTime, firstDay: LocalDay, lastDay: LocalDay): Span[] {
  const overrides = new Map(working.overrides.map((override) => [override.date, override.windows]));
  const spans: Span[] = [];
  for (let day = firstDay; day <= lastDay; day++) {
    const weekday = weekdayOf(day);
    const override = overrides.size > 0 ? overrides.get(dateText(day)) : undefined;
    const windows = override ?? working.rules.filter((rule) => rule.weekday === weekday);
    for (const { startMinute, endMinute } of windows) {
      spans.push({
        startMs: instantOf(working.timezone, day, startMinute),
        endMs: instantOf(working.timezone, day, endMinute),
      });
    }
  }
  return mergeSpans(spans);
}
