import type { Engine } from '#engine/engine.ts';
import { publishLesson } from '../tell-of-move.ts';
import { expireDueHolds, forgetHoldNetworks } from './booking.store.ts';

/** Frees the times of holds that ran out (domain rule 1) and tells their learners' pages; forgets where they came from. */
export async function expireHolds(engine: Engine, nowMs: number): Promise<void> {
  await forgetHoldNetworks(engine.db, nowMs);
  for (;;) {
    const lessons = await expireDueHolds(engine.db, nowMs);
    for (const lesson of lessons) publishLesson(engine, lesson);
    if (lessons.length === 0) return;
  }
}
