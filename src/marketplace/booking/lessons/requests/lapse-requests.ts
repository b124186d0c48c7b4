import type { Engine } from '#engine/engine.ts';
import { bySystem, moveLesson } from '../move-lesson.ts';
import { findLapsedRequests } from './requests.store.ts';

/** Ends requests that nobody answered in time; all money goes back and nobody is blamed (domain rule 2). */
export async function lapseRequests(engine: Engine, nowMs: number): Promise<void> {
  for (;;) {
    const lapsed = await findLapsedRequests(engine.db, nowMs);
    for (const lesson of lapsed) {
      await engine.db.transaction((tx) => moveLesson(engine, tx, { lesson, event: 'lapse', by: bySystem, nowMs }));
    }
    if (lapsed.length === 0) return;
  }
}
