import { escapeIdentifier } from 'pg';
import type { Collection } from '../collections/collection.ts';
import { databaseErrorCode } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { ApiError, badRequest, notFound } from '../http/api-error.ts';
import { requireSuperuser } from '../http/require-superuser.ts';
import type { Route } from '../http/route.ts';
import { finishDeletion, type Gone, removeWithReferences } from '../records/delete-record.ts';

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
      await truncateCollection(engine, collection);
      return { status: 204 };
    },
  };
}

/** Deletes all records of a collection one by one with their cascades, all or none. Throws 400 when one of them must stay. */
export async function truncateCollection(engine: Engine, collection: Collection): Promise<void> {
  for (const hooks of engine.hooks.of(collection.name)) await hooks.beforeTruncate?.(engine.db);
  let gone: Gone[] = [];
  const select = `select * from ${escapeIdentifier(collection.name)} order by _seq limit ${batchRows}`;
  try {
    await engine.db.transaction(async (tx) => {
      gone = [];
      for (;;) {
        const rows = await tx.query(select);
        if (rows.length === 0) return;
        for (const row of rows) await removeWithReferences({ engine, tx, gone, begun: new Set() }, { collection, row });
      }
    });
  } catch (error) {
    const isRefused = error instanceof ApiError || /^(?:23|P0)/.test(databaseErrorCode(error) ?? '');
    throw isRefused ? new ApiError(400, refusal, {}, { cause: error }) : error;
  }
  await finishDeletion(engine, gone);
}
