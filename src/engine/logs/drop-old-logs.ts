import type { Engine } from '../engine.ts';
import { deleteLogsBefore } from './logs.store.ts';

const dayMs = 86_400_000;

/** Forgets entries that are older than the settings' days; all of them when the log is switched off. */
export async function dropOldLogs({ db, clock, settings }: Engine): Promise<void> {
  await deleteLogsBefore(db, clock.nowMs() - settings.current().logs.maxDays * dayMs);
}
