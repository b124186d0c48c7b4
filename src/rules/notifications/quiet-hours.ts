import { instantOf, localDayOf, localMinuteOf } from '../time/local-time.ts';

/** Nobody's phone rings between these minutes of the local day: from 22:00 until 08:00. */
export const quietFromMinute = 22 * 60;
export const quietUntilMinute = 8 * 60;

/** True in the quiet hours of a zone; the instant is in epoch milliseconds. */
export function isQuiet(zone: string, instantMs: number): boolean {
  const minute = localMinuteOf(zone, instantMs);
  return minute >= quietFromMinute || minute < quietUntilMinute;
}

/** The instant itself outside the quiet hours, else the morning that ends them; epoch milliseconds. */
export function afterQuietHours(zone: string, instantMs: number): number {
  if (!isQuiet(zone, instantMs)) return instantMs;
  const day = localDayOf(zone, instantMs);
  const isEvening = localMinuteOf(zone, instantMs) >= quietFromMinute;
  return instantOf(zone, isEvening ? day + 1 : day, quietUntilMinute);
}
