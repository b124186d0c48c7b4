import type { Engine } from '#engine/engine.ts';
import { dateText, localDayOf, weekdayOf } from '#rules/time/local-time.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import { writeOfferedDay } from './offered-days.store.ts';

/** Once a day of Singapore: what instructors have open as it begins, against which the fill rate counts what is taught. */
export async function noteOfferedDays({ db }: Engine, nowMs: number): Promise<void> {
  const day = localDayOf(platformZone, nowMs);
  await writeOfferedDay(db, { date: dateText(day), weekday: weekdayOf(day) });
}
