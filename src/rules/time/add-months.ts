import { Temporal } from 'temporal-polyfill';
import type { LocalDay } from './local-time.ts';

const epochDay = Temporal.PlainDate.from('1970-01-01');

/** The same day of another month; the month's last day where it has no such day (31 August less 6 months is 28 or 29 February). */
export function addMonths(day: LocalDay, months: number): LocalDay {
  return epochDay.add({ days: day }).add({ months }).since(epochDay, { largestUnit: 'days' }).days;
}

/** The same wall time some months later (or, negative, earlier), in a zone; epoch milliseconds. */
export function monthsFrom(zone: string, instantMs: number, months: number): number {
  const here = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone);
  return here.add({ months }).epochMilliseconds;
}
