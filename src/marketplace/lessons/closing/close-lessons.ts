import type { Engine } from '#engine/engine.ts';
import { bySystem, moveLesson } from '../move-lesson.ts';
import { findLessonsToClose } from './closing.store.ts';

/**
 * Closes lessons whose time to object to their end is over and settles their money (domain rule 21), the earliest first: also one that nobody
 * started, because a forgotten code is no missed lesson. A lesson that can't be closed now is tried again in the next sweep.
 */
export async function closeLessons(engine: Engine, nowMs: number): Promise<void> {
  let last: { endMs: number; id: string } | undefined;
  for (;;) {
    const due = await findLessonsToClose(engine.db, nowMs, last);
    for (const { id } of due) await closeLesson(engine, id, nowMs);
    last = due.at(-1);
    if (!last) return;
  }
}

async function closeLesson(engine: Engine, lesson: string, nowMs: number): Promise<void> {
  try {
    await engine.db.transaction((tx) => moveLesson(engine, tx, { lesson, event: 'close', by: bySystem, nowMs }));
  } catch (error) {
    // The others must not wait for it.
    engine.log.error({ err: error, lesson }, 'A lesson that is due could not be closed.');
  }
}
