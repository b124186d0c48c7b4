import type { Collection } from '../collections/collection.ts';
import {
  announceCollections,
  findCollections,
  lockCollections,
  reloadCollections,
  saveCollection,
} from '../collections/collection-store.ts';
import type { Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { badRequest } from '../http/api-error.ts';
import type { CollectionChange } from './collection-change.ts';
import { explainTableError, syncCollectionTable } from './sync-collection-table.ts';
import { readViewFields, syncView } from './sync-view.ts';
import { validateCollection } from './validate-collection.ts';

/**
 * Changes descriptions of collections and their tables in one transaction, one change at a time on all servers. When it is committed
 * this server knows the new descriptions and the others are told. Throws a 400 with `message` for what the database refuses.
 */
export async function changeCollections<T>(
  engine: Engine,
  message: string,
  run: (tx: Transaction, all: Collection[]) => Promise<T>,
): Promise<T> {
  try {
    return await engine.db.transaction(async (tx) => {
      await lockCollections(tx);
      const result = await run(tx, await findCollections(tx));
      await announceCollections(tx);
      tx.afterCommit(() => reloadCollections(engine));
      return result;
    });
  } catch (error) {
    throw explainTableError(error, message);
  }
}

/** Checks and stores one collection and makes its table or view so. Throws a 400 with `message` and what is wrong. */
export async function storeCollection(
  engine: Engine,
  tx: Transaction,
  change: CollectionChange,
  message: string,
): Promise<Collection> {
  const { collection, original, all } = change;
  const view = collection.type === 'view' ? await readViewFields(tx, collection.viewQuery, all) : undefined;
  const complete = view ? { ...collection, fields: view.fields } : collection;
  const errors = await validateCollection(engine, tx, { ...change, collection: complete });
  const viewErrors = view?.error ? { viewQuery: view.error } : {};
  if (errors || view?.error) throw badRequest(message, { ...errors, ...viewErrors });
  if (view) await syncView(tx, { collection: complete, original, columns: view.columns });
  else await syncCollectionTable(tx, { collection: complete, original, message });
  await saveCollection(tx, complete);
  return complete;
}
