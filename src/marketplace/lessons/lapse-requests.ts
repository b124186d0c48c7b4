import { recordFromRow } from '#engine/collections/record-row.ts';
import type { Engine } from '#engine/engine.ts';
import { announceLessonDeclined } from '../notifications/announce-lesson-declined.ts';
import { declineRequest, findLapsedRequests } from './requests.store.ts';

/** Ends requests that nobody answered in time; all money goes back and nobody is blamed (domain rule 2). */
export async function lapseRequests(engine: Engine, nowMs: number): Promise<void> {
  for (;;) {
    const lapsed = await findLapsedRequests(engine.db, nowMs);
    for (const lesson of lapsed) await lapseRequest(engine, lesson, nowMs);
    if (lapsed.length === 0) return;
  }
}

async function lapseRequest(engine: Engine, lesson: string, nowMs: number): Promise<void> {
  const collection = engine.collections.get('lessons');
  await engine.db.transaction(async (tx) => {
    const row = await declineRequest(tx, lesson, nowMs);
    if (!row) return;
    await announceLessonDeclined(engine, tx, row);
    tx.afterCommit(() =>
      engine.realtime.publish({ collection, record: recordFromRow(collection, row), action: 'update' }),
    );
  });
}
