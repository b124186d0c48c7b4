import type { Engine } from '#engine/engine.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { findLedgerFaults } from './find-ledger-faults.ts';

/** No backup is restored whose books do not balance, and who restored one is in the audit trail. */
export function watchRestores(engine: Engine): void {
  engine.restoration.addCheck(findLedgerFaults);
  engine.restoration.addRecord(async (db, { backup, auth, nowMs }) => {
    if (!auth) return;
    const changes = [{ field: 'restored', from: '', to: backup }];
    await writeAudit(db, {
      auth,
      nowMs,
      action: 'update',
      collection: '_backups',
      record: backup,
      recordName: backup,
      changes,
    });
  });
}
