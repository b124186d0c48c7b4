import { dropOldChallenges, dropOldCodes } from './auth/drop-old-traces.ts';
import type { CronJob } from './crons/create-crons.ts';
import type { Engine } from './engine.ts';
import { dropOldLogs } from './logs/drop-old-logs.ts';

/** What the engine does by the clock (wire contract, section 18), in the order in which the reference lists it. */
export function systemCrons(engine: Engine): CronJob[] {
  return [
    { id: '__pbDBOptimize__', expression: () => '0 0 * * *', run: () => refreshStatistics(engine) },
    { id: '__pbMFACleanup__', expression: () => '0 * * * *', run: () => dropOldChallenges(engine) },
    { id: '__pbOTPCleanup__', expression: () => '0 * * * *', run: () => dropOldCodes(engine) },
    { id: '__pbLogsCleanup__', expression: () => '0 */6 * * *', run: () => dropOldLogs(engine) },
  ];
}

// The database vacuums by itself; fresh statistics after a day of changes keep its plans good.
async function refreshStatistics({ db }: Engine): Promise<void> {
  await db.query('analyze');
}
