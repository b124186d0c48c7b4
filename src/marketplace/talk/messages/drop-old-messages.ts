import type { Engine } from '#engine/engine.ts';
import { deleteOldMessages } from './messages.store.ts';

const batchSize = 500;

/** Forgets messages from before an instant in epoch milliseconds, with their files. */
export async function dropOldMessages(engine: Engine, beforeMs: number): Promise<void> {
  const { id } = engine.collections.get('messages');
  for (;;) {
    const dropped = await deleteOldMessages(engine.db, beforeMs, batchSize);
    for (const message of dropped) await engine.files.deletePrefix(`${id}/${message}/`);
    if (dropped.length < batchSize) return;
  }
}
