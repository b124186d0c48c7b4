import { Temporal } from 'temporal-polyfill';

/** The zone of the demo's people. */
export const demoZone = 'Asia/Singapore';

/** The date some days after another (before it when negative). */
export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** The weekday of a date, 0 for Sunday. */
export function weekdayOf(date: string): number {
  return Temporal.PlainDate.from(date).dayOfWeek % 7;
}

/** The instant of a minute of a day in Singapore in epoch milliseconds; minute 1440 is the midnight at its end. */
export function instantMsOn(date: string, minute: number): number {
  const wall = Temporal.PlainDate.from(date).toPlainDateTime().add({ minutes: minute });
  return wall.toZonedDateTime(demoZone).epochMilliseconds;
}

/** The same as ISO text. */
export function instantOn(date: string, minute: number): string {
  return isoOf(instantMsOn(date, minute));
}

/** Epoch milliseconds as ISO text in UTC. */
export function isoOf(epochMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toString({ smallestUnit: 'millisecond' });
}

/** The date in Singapore at an instant. */
export function dateAt(epochMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(demoZone).toPlainDate().toString();
}
