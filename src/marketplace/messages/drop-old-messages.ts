import type { Engine } from '#engine/engine.ts';
import type { Sweeper } from '#engine/jobs/sweepers.ts';
import { deleteOldMessages } from './messages.store.ts';

const dayMs = 86_400_000;
/** Chats are kept for 12 months (domain rule 32). */
const keptDays = 365;
const batchSize = 500;

/** Daily: forgets messages of more than twelve months ago, with their files. */
export function dropOldMessages(engine: Engine): Sweeper {
  return {
    name: 'drop-old-messages',
    everyMs: dayMs,
    async run(nowMs) {
      const { id } = engine.collections.get('messages');
      for (;;) {
        const dropped = await deleteOldMessages(engine.db, nowMs - keptDays * dayMs, batchSize);
        for (const message of dropped) await engine.files.deletePrefix(`${id}/${message}/`);
        if (dropped.length < batchSize) return;
      }
    },
  };
}
