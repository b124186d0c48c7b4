import { isDeepStrictEqual } from 'node:util';
import { type Collection, isMultiple } from '../collections/collection.ts';
import type { Transaction } from '../database/database.ts';
import type { CollectionChange } from './collection-change.ts';
import { keepViews } from './keep-views.ts';

/**
 * Runs what stores a collection that was judged; views on its table are made anew where PostgreSQL lets none stand on what changes, and where they
 * show a field whose options change.
 */
export async function replaceStored(
  tx: Transaction,
  { collection, original, all, message }: CollectionChange & { message: string },
  store: () => Promise<void>,
): Promise<void> {
  if (!original || !(isReplaced(collection, original) || isAdjusted(collection, original))) return store();
  const known = all.map((other) => (other.id === collection.id ? collection : other));
  await keepViews(tx, { original, all: known, message }, store);
}

/** True when PostgreSQL lets no view stand on what changes: a column gets another type, or the view under it is made anew. */
function isReplaced(collection: Collection, original: Collection): boolean {
  if (collection.type === 'view') return true;
  const before = new Map(original.fields.map((field) => [field.id, field]));
  return collection.fields.some((field) => {
    const known = before.get(field.id);
    return known !== undefined && isMultiple(known) !== isMultiple(field);
  });
}

/** True when a field that keeps its name gets other options, which views on it have too. */
function isAdjusted({ fields }: Collection, original: Collection): boolean {
  const before = new Map(original.fields.map((field) => [field.id, field]));
  return fields.some((field) => {
    const known = before.get(field.id);
    return known?.name === field.name && !isDeepStrictEqual(known, field);
  });
}
