import type { Engine } from '../engine.ts';
import type { Sweeper } from '../jobs/sweepers.ts';
import { deleteEndedTries } from './attempts.store.ts';

/** Every ten minutes: forgets counts of tries and requests whose window is over. */
export function dropEndedCounts({ db }: Engine): Sweeper {
  return { name: 'drop-ended-counts', everyMs: 600_000, run: (nowMs) => deleteEndedTries(db, nowMs) };
}
