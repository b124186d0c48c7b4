import type { Queryable } from '#engine/database/database.ts';
import { answerBy, supportZone } from '#rules/support/support-hours.ts';
import { dateText, localDayOf } from '#rules/time/local-time.ts';
import { findHolidays } from './support.store.ts';

/** By when the support answers a question of now, in epoch milliseconds. */
export async function promiseAnswer(db: Queryable, nowMs: number): Promise<number> {
  return answerBy(nowMs, await findHolidays(db, dateText(localDayOf(supportZone, nowMs))));
}
