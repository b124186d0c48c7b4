import type { Collection } from '../collections/collection.ts';
import type { Row, Transaction } from '../database/database.ts';

/** Tells subscribers of this and every other server about a committed change. */
export type Realtime = {
  /** Call after the commit, with the whole row as it was written. For a delete, call `beforeDelete` first: who may see it is decided while the row is there. */
  publish: (change: { collection: Collection; row: Row; action: 'create' | 'update' | 'delete' }) => void;
  /** Calls when a record of a collection changed, here or on another server; without a name when changes may have been missed. */
  onChange: (listener: (collectionName: string | undefined) => void) => void;
  /** Works out, in the deleting transaction, who would be told of the deletion; run the answer after the commit. */
  beforeDelete: (tx: Transaction, collection: Collection, row: Row) => Promise<() => void>;
};
