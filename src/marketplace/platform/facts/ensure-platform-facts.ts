import { createHash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Engine } from '#engine/engine.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import { firstHolidays } from './first-holidays.ts';
import { beginPolicies, insertHolidays } from './platform-facts.store.ts';

/**
 * What every marketplace needs from its first start on, demo or not: version 1 of the policies comes into force (on the first of January of
 * the year before), and the public holidays are put in. Later starts change nothing, so what admins edit or remove stays so. The fees of
 * tests are put in by the migration that makes their table.
 */
export async function ensurePlatformFacts(engine: Engine): Promise<void> {
  const now = Temporal.Instant.fromEpochMilliseconds(engine.clock.nowMs());
  const year = now.toZonedDateTimeISO(platformZone).year - 1;
  const effectiveFrom = Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(platformZone);
  const stamp = now.toString();
  await engine.db.transaction(async (tx) => {
    if (!(await beginPolicies(tx, effectiveFrom.toInstant().toString(), stamp))) return;
    const rows = firstHolidays.map(({ date, name }) => ({
      id: holidayId(date),
      date,
      name,
      closes: true,
      created: stamp,
      updated: stamp,
    }));
    await insertHolidays(tx, rows);
  });
}

// The same on every server, so that two that start at once put in the same rows.
function holidayId(date: string): string {
  const digest = createHash('sha256').update(`holiday:${date}`).digest('hex');
  return BigInt(`0x${digest}`).toString(36).slice(1, 16);
}
