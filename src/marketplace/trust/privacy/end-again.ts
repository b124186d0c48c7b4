import { engineInTransaction } from '#engine/batch/engine-in-transaction.ts';
import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { ApiError } from '#engine/http/api-error.ts';
import { deleteRecord } from '#engine/records/delete-record.ts';
import { findRow } from '#engine/records/record-store.ts';
import { usersOf } from '../../people/users/require-user.ts';
import { type EndedAccount, findEndedSince } from './close-account.store.ts';
import { eraseAgain } from './close-account.ts';
import { dropMailsTo } from './erase-copies.store.ts';
import { eraseReports } from './erase-reports.ts';
import { forgetOld } from './forget-old-details.ts';

/**
 * A backup holds people who have gone since, and what was kept for a time that is over. A restore deletes, erases and forgets it again before anybody is served:
 * nobody who left comes back by it (docs/decisions/backups.md).
 */
export function endAgainAfterRestores(engine: Engine): void {
  engine.restoration.addUpdate(async (tx, { isPast }) => {
    const inside = engineInTransaction(engine, tx).engine;
    if (isPast) for (const ended of await findEndedSince(tx)) await endAgain(inside, tx, ended);
    await forgetOld(inside, engine.clock.nowMs());
  });
}

async function endAgain(engine: Engine, tx: Transaction, { id, outcome, atMs }: EndedAccount): Promise<void> {
  const collection = usersOf(engine);
  const row = await findRow(tx, collection, id);
  if (!row) return;
  const { email } = row;
  if (email !== '') await dropMailsTo(tx, String(email));
  if (outcome === 'erased' || !(await deleteAgain(engine, id)))
    await eraseAgain(engine, tx, { collection, row, endedMs: atMs });
}

/** False where lessons or payments of the backup refer to the account. */
async function deleteAgain(engine: Engine, id: string): Promise<boolean> {
  const request = { context: 'default' as const, method: 'DELETE', auth: null, query: {}, headers: {}, body: {} };
  try {
    await deleteRecord(engine, { collection: usersOf(engine), id, request, system: true });
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return false;
    throw error;
  }
  await eraseReports(engine, id);
  return true;
}
