import { recordFromRow } from '#engine/collections/record-row.ts';
import type { Engine } from '#engine/engine.ts';
import { announceProposal } from '../announcing/announce-proposal.ts';
import { lapseDueProposals } from './rescheduling.store.ts';

/** Ends proposals that nobody answered in time; the lesson stays where it is (domain rule 9). */
export async function lapseProposals(engine: Engine, nowMs: number): Promise<void> {
  const collection = engine.collections.get('reschedules');
  for (;;) {
    const lapsed = await engine.db.transaction(async (tx) => {
      const rows = await lapseDueProposals(tx, nowMs);
      for (const row of rows) {
        await announceProposal(engine, tx, recordFromRow(collection, row));
        tx.afterCommit(() => engine.realtime.publish({ collection, row, action: 'update' }));
      }
      return rows.length;
    });
    if (lapsed === 0) return;
  }
}
