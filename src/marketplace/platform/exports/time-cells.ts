import { dateText, localDayOf, localMinuteOf } from '#rules/time/local-time.ts';

/** An instant as two cells, the local date and the time of day: `2026-12-05`, `10:00`. */
export function timeCells(zone: string, instantMs: number): [date: string, clock: string] {
  const minute = localMinuteOf(zone, instantMs);
  const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  return [dateText(localDayOf(zone, instantMs)), clock];
}
