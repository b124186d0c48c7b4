import { recordFromRow } from '#engine/collections/record-row.ts';
import type { Engine } from '#engine/engine.ts';
import { expireDueHolds } from './requests.store.ts';

/** Frees the times of holds that ran out (domain rule 1) and tells their learners' pages. */
export async function expireHolds(engine: Engine, nowMs: number): Promise<void> {
  const collection = engine.collections.get('lessons');
  for (;;) {
    const rows = await expireDueHolds(engine.db, nowMs);
    for (const row of rows) {
      engine.realtime.publish({ collection, record: recordFromRow(collection, row), action: 'update' });
    }
    if (rows.length === 0) return;
  }
}
