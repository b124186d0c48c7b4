import { escapeIdentifier } from 'pg';
import type { Collection } from '../collections/collection.ts';
import { recordFromRow } from '../collections/record-row.ts';
import { databaseErrorCode, type Row, type Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { ApiError, badRequest, notFound } from '../http/api-error.ts';
import type { AuthRecord } from '../http/auth-record.ts';
import { requireSuperuser } from '../http/require-superuser.ts';
import type { Route } from '../http/route.ts';
import { deletionEvent, finishDeletion, type Gone, removeWithReferences } from '../records/delete-record.ts';
import type { RecordEvent } from '../records/record-hooks.ts';

const refusal = 'Failed to truncate collection (most likely due to required cascade delete record references).';
const noRecords = "View collections cannot be truncated since they don't store their own records.";
const batchRows = 500;

/** DELETE /api/collections/:collection/truncate (wire contract, section 13): 204. */
export function truncateCollectionRoute(engine: Engine): Route {
  return {
    method: 'DELETE',
    path: '/api/collections/:collection/truncate',
    async handle(request) {
      requireSuperuser(request);
      const collection = engine.collections.find(request.params.collection ?? '');
      if (!collection) throw notFound();
      if (collection.type === 'view') throw badRequest(noRecords);
      await truncateCollection(engine, collection, request.auth);
      return { status: 204 };
    },
  };
}

/**
 * Deletes all records of a collection one by one with their cascades, all or none, as if each were deleted by itself. Throws 400 when one
 * of them must stay, with what is in its way.
 */
export async function truncateCollection(
  engine: Engine,
  collection: Collection,
  auth: AuthRecord | null,
): Promise<void> {
  for (const hooks of engine.hooks.of(collection.name)) await hooks.beforeTruncate?.(engine.db);
  let gone: Gone[] = [];
  let events: RecordEvent[] = [];
  const table = escapeIdentifier(collection.name);
  const select = `select * from ${table} where _seq <= $1 order by _seq limit ${batchRows} for update`;
  try {
    await engine.db.transaction(async (tx) => {
      gone = [];
      events = [];
      // Those that are made from now on stay: a collection that is written to faster than it is emptied would never be empty.
      const [end] = await tx.query<{ last: number | null }>(`select max(_seq) as last from ${table}`);
      for (;;) {
        const rows = await tx.query(select, [end?.last ?? 0]);
        if (rows.length === 0) return;
        for (const row of rows) {
          const event = deletionEvent({ collection, auth, record: recordFromRow(collection, row), db: tx });
          events.push({ ...event, db: engine.db });
          await removeHeard(engine, tx, { event, row, gone });
        }
      }
    });
  } catch (error) {
    const isRefused = error instanceof ApiError || /^(?:23|P0)/.test(databaseErrorCode(error) ?? '');
    const data = error instanceof ApiError ? error.data : {};
    throw isRefused ? new ApiError(400, refusal, data, { cause: error }) : error;
  }
  await finishDeletion(engine, gone);
  for (const hooks of engine.hooks.of(collection.name)) {
    if (hooks.afterDelete) for (const event of events) await hooks.afterDelete(event);
  }
}

type Removal = { event: RecordEvent; row: Row; gone: Gone[] };

async function removeHeard(engine: Engine, tx: Transaction, { event, row, gone }: Removal): Promise<void> {
  const { collection } = event;
  const heard = engine.hooks.of(collection.name);
  for (const hooks of heard) await hooks.beforeDelete?.(event);
  await removeWithReferences({ engine, tx, gone, begun: new Set() }, { collection, row });
  for (const hooks of heard) await hooks.insideDelete?.({ ...event, tx });
}
