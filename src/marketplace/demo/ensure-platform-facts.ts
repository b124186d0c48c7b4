import { Temporal } from 'temporal-polyfill';
import type { Engine } from '#engine/engine.ts';
import { demoId } from './demo-chance.ts';
import { firstHolidays } from './first-holidays.ts';
import { firstPolicies } from './first-policies.ts';
import { insertFirstPolicies, insertHolidays } from './platform-facts.store.ts';

/**
 * What every marketplace needs from its first start on, demo or not: version 1 of the policies (in force from the first of January
 * of the year before) and the public holidays. Later starts change nothing, so what admins edit or remove stays so.
 */
export async function ensurePlatformFacts(engine: Engine): Promise<void> {
  const now = Temporal.Instant.fromEpochMilliseconds(engine.clock.nowMs());
  const year = now.toZonedDateTimeISO('Asia/Singapore').year - 1;
  const effectiveFrom = Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime('Asia/Singapore');
  const stamp = now.toString();
  await engine.db.transaction(async (tx) => {
    if (!(await insertFirstPolicies(tx, effectiveFrom.toInstant().toString(), firstPolicies))) return;
    const rows = firstHolidays.map(({ date, name }) => ({
      id: demoId('holiday', date),
      date,
      name,
      closes: true,
      created: stamp,
      updated: stamp,
    }));
    await insertHolidays(tx, rows);
  });
}
