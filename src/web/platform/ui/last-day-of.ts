import { addDays } from './add-days.ts';

/** The last day of a month, `YYYY-MM`. */
export function lastDayOf(month: string): string {
  const inNext = addDays(`${month}-28`, 4);
  return addDays(`${inNext.slice(0, 8)}01`, -1);
}
