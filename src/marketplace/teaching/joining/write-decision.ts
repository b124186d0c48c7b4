import { recordFromRow } from '#engine/collections/record-row.ts';
import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import { changesBetween, writeAudit } from '../../platform/audit/write-audit.ts';
import { type Decision, decideInstructor } from './joining.store.ts';

/** Writes what was decided of an instructor, with its audit entry where staff decided it; pages are told after the commit. */
export async function writeDecision(
  engine: Engine,
  tx: Transaction,
  { before, decision, auth }: { before: Row; decision: Decision; auth: AuthRecord | null },
): Promise<void> {
  const nowMs = engine.clock.nowMs();
  const row = await decideInstructor(tx, String(before.id), { decision, nowMs });
  if (!row) return;
  const collection = engine.collections.get('instructors');
  const [was, is] = [recordFromRow(collection, before), recordFromRow(collection, row)];
  const changes = changesBetween(was, is);
  if (auth && changes.length > 0 && before.user !== auth.id) {
    const pick = (record: Record<string, unknown>) =>
      Object.fromEntries(changes.map(({ field }) => [field, record[field]]));
    await writeAudit(tx, {
      auth,
      nowMs,
      action: 'update',
      collection: 'instructors',
      record: is.id,
      recordName: String(is.name),
      changes,
      before: pick(was),
      after: pick(is),
    });
  }
  tx.afterCommit(() => engine.realtime.publish({ collection, row, action: 'update' }));
}
