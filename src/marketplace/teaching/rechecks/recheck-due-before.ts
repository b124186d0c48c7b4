import { dateText, localDayOf } from '#rules/time/local-time.ts';

/** A month at most lies between two comparisons. */
export const recheckDays = 31;

/** The local date before which a comparison is so old that the next is due. */
export function recheckDueBefore(nowMs: number): string {
  return dateText(localDayOf('Asia/Singapore', nowMs) - recheckDays);
}
