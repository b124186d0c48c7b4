import type { Engine } from '#engine/engine.ts';
import { recheckDueBefore } from './recheck-due-before.ts';
import { countDue } from './rechecks.store.ts';

/** How many listed and paused instructors are to be compared with the police's list now. */
export function countDueRechecks({ db, clock }: Pick<Engine, 'db' | 'clock'>): Promise<number> {
  return countDue(db, recheckDueBefore(clock.nowMs()));
}
