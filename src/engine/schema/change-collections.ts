import type { Collection, Field } from '../collections/collection.ts';
import {
  announceCollections,
  findCollections,
  lockCollections,
  reloadCollections,
  saveCollection,
} from '../collections/collection-store.ts';
import type { Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { badRequest, type ErrorData, type FieldError } from '../http/api-error.ts';
import type { CollectionChange } from './collection-change.ts';
import { spoken } from './describe-errors.ts';
import { replaceStored } from './replace-stored.ts';
import { explainTableError, syncCollectionTable } from './sync-collection-table.ts';
import { readViewFields, syncView, tryIds } from './sync-view.ts';
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
    const change = async (tx: Transaction) => {
      await lockCollections(tx);
      const result = await run(tx, await findCollections(tx));
      await announceCollections(tx);
      tx.afterCommit(() => reloadCollections(engine));
      return result;
    };
    // An index of a large table takes its time.
    return await engine.db.transaction(change, { isLong: true });
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
  const viewError =
    view && (view.error ?? findWrongName(view.fields, errors) ?? (await tryIds(tx, { reading: view, all })));
  const viewErrors = viewError ? { viewQuery: viewError } : {};
  if (errors || viewError) throw badRequest(message, { ...errors, ...viewErrors });
  await replaceStored(tx, { ...change, collection: complete, message }, async () => {
    if (view) await syncView(tx, { collection: complete, original, reading: view });
    else await syncCollectionTable(tx, { collection: complete, original, message });
    await saveCollection(tx, complete);
  });
  return complete;
}

/** The columns of a view have their names from its query: that is where a wrong one is told of too. */
function findWrongName(fields: readonly Field[], errors: ErrorData | undefined): FieldError | undefined {
  for (const [index, { name }] of fields.entries()) {
    const error = (errors?.fields as ErrorData | undefined)?.[index];
    const refusal = (error as ErrorData | undefined)?.name as FieldError | undefined;
    if (!refusal) continue;
    const message = `Invalid query - invalid field ${JSON.stringify(name)} (${index}): name: ${spoken(refusal)}.`;
    return { code: 'validation_invalid_view_query', message };
  }
  return undefined;
}
