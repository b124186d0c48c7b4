import type { Engine } from '#engine/engine.ts';
import type { Sweeper } from '#engine/jobs/sweepers.ts';
import { supportZone } from '#rules/support/support-hours.ts';
import { monthsFrom } from '#rules/time/add-months.ts';
import { findPolicyAt } from '../policies/find-policy.ts';
import { deleteOldMessages } from './messages.store.ts';

const dayMs = 86_400_000;
const batchSize = 500;

/** Daily: forgets messages older than the policies keep them (domain rule 32: 12 months at first), with their files. */
export function dropOldMessages(engine: Engine): Sweeper {
  return {
    name: 'drop-old-messages',
    everyMs: dayMs,
    async run(nowMs) {
      const { values } = await findPolicyAt(engine.db, nowMs);
      const keptSinceMs = monthsFrom(supportZone, nowMs, -values.chatMonths);
      const { id } = engine.collections.get('messages');
      for (;;) {
        const dropped = await deleteOldMessages(engine.db, keptSinceMs, batchSize);
        for (const message of dropped) await engine.files.deletePrefix(`${id}/${message}/`);
        if (dropped.length < batchSize) return;
      }
    },
  };
}
