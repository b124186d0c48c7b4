import { dropOldChallenges, dropOldCodes } from './auth/drop-old-traces.ts';
import type { CronJob } from './crons/create-crons.ts';
import { databaseErrorCode } from './database/database.ts';
import type { Engine } from './engine.ts';
import { dropOldLogs } from './logs/drop-old-logs.ts';

/** SQLSTATE of `relation does not exist`. */
const undefinedTable = '42P01';

/** What the engine does by the clock (wire contract, section 18), in the order in which the reference lists it. */
export function systemCrons(engine: Engine): CronJob[] {
  return [
    { id: '__pbDBOptimize__', expression: () => '0 0 * * *', run: () => refreshStatistics(engine) },
    { id: '__pbMFACleanup__', expression: () => '0 * * * *', run: () => dropOldChallenges(engine) },
    { id: '__pbOTPCleanup__', expression: () => '0 * * * *', run: () => dropOldCodes(engine) },
    { id: '__pbLogsCleanup__', expression: () => '0 */6 * * *', run: () => dropOldLogs(engine) },
  ];
}

// The database vacuums by itself; fresh statistics after a day of changes keep its plans good. Tables that nothing changed in have theirs.
async function refreshStatistics({ db }: Engine): Promise<void> {
  const changed = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
     where n_mod_since_analyze > 0 and schemaname in (current_schema(), 'pgboss') order by relid`,
  );
  for (const { name } of changed) {
    try {
      await db.transaction((tx) => tx.script(`analyze ${name}`), { isLong: true });
    } catch (error) {
      // Collections may be deleted at any time.
      if (databaseErrorCode(error) !== undefinedTable) throw error;
    }
  }
}
