import type { Collection } from '../collections/collection.ts';
import type { Transaction } from '../database/database.ts';
import { emptyValue } from '../fields/cast-value.ts';
import { updateRow } from './record-store.ts';

/** Empties what operators added to a record of a collection that is described in code: nobody here knows whether it names a person. */
export async function blankAddedFields(tx: Transaction, collection: Collection, id: string): Promise<void> {
  const added = collection.fields.filter(({ isAdded }) => isAdded);
  const changes = Object.fromEntries(added.map((field) => [field.name, emptyValue(field)]));
  if (added.length > 0) await updateRow(tx, { collection, id, changes });
}
