import type { Queryable } from '#engine/database/database.ts';
import { answerBy } from '#rules/support/support-hours.ts';
import { dateText, localDayOf } from '#rules/time/local-time.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import { findHolidays } from '../../platform/facts/find-holidays.ts';
import { findPolicyAt } from '../../platform/policies/find-policy.ts';

/** By when the support answers a question of now, in epoch milliseconds. */
export async function promiseAnswer(db: Queryable, nowMs: number): Promise<number> {
  const [holidays, { values }] = await Promise.all([
    findHolidays(db, dateText(localDayOf(platformZone, nowMs))),
    findPolicyAt(db, nowMs),
  ]);
  return answerBy(nowMs, holidays, values);
}
