import type { Engine } from '../engine.ts';
import type { Sweeper } from '../jobs/sweepers.ts';
import { wireDate } from '../wire-date.ts';
import { deleteOldTraces } from './otps.store.ts';

const dayMs = 86_400_000;

/** Hourly: forgets codes and tries that are older than a day, which is longer than any of them counts. */
export function dropOldTraces(engine: Engine): Sweeper {
  return {
    name: 'drop-old-traces',
    everyMs: 3_600_000,
    run: (nowMs) => deleteOldTraces(engine.db, wireDate(nowMs - dayMs)),
  };
}
