import { endOfWorkingDay } from '#rules/time/add-working-days.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import { useRecords } from './use-records.ts';

/** The instant by which something is due that began on a day: the end of the nth working day of Singapore after it. */
export function dueBy(since: string, { days, holidays }: { days: number; holidays: ReadonlySet<string> }): Date {
  // The last instant of that day, not the first of the next one.
  return new Date(endOfWorkingDay(platformZone, Date.parse(since), { days, holidays }) - 1);
}

/** By when something is due, so many working days after it began; undefined while the holidays are on their way. */
export function useDueBy(days: number): ((since: string) => Date) | undefined {
  const { data } = useRecords<{ date: string }>('holidays', 'date');
  if (!data) return undefined;
  const holidays = new Set(data.map(({ date }) => date));
  return (since) => dueBy(since, { days, holidays });
}
