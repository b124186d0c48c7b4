import type { Queryable } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { findAuditFaults } from '../../platform/audit/find-audit-faults.ts';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { findKeptSumFaults, findLedgerFaults, findMisplacedMoney, type PurposeStates } from './find-ledger-faults.ts';
import { findChainFaults } from './ledger-chain.store.ts';

/** No backup is restored in which `bin/verify-ledger` or `bin/verify-audit` would find something, and who restored one is in the audit trail. */
export function watchRestores(engine: Engine, states: PurposeStates): void {
  engine.restoration.addCheck(async (db, place) => {
    const sums = await findLedgerFaults(db);
    if (sums.length > 0) return sums;
    // Rows are moved as they are: whoever waits does not wait for their hashes again. Functions that take a row take one of the live tables.
    if (place === 'live') return findMisplacedMoney(db, states);
    return [...(await findBrokenChains(db)), ...(await findKeptSumFaults(db))];
  });
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

async function findBrokenChains(db: Queryable): Promise<string[]> {
  const books = await findChainFaults(db);
  const { faults } = await findAuditFaults(db);
  return [
    ...books.map(({ place, fault }) => `The chain of the books, ${place ?? '-'}: ${fault}.`),
    ...faults.map(({ place, fault }) => `The audit trail, ${place ?? '-'}: ${fault}.`),
  ];
}
