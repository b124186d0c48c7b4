import type { Engine } from '../engine.ts';
import type { Sweeper } from '../jobs/sweepers.ts';
import { deleteGoneRecords } from './gone-records.store.ts';

const keptMs = 300_000;

/** Every five minutes: drops deleted records that other servers have long told their subscribers of. */
export function dropGoneRecords({ db }: Engine): Sweeper {
  return { name: 'drop-gone-records', everyMs: keptMs, run: (nowMs) => deleteGoneRecords(db, nowMs - keptMs) };
}
