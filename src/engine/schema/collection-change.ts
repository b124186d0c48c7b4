import type { Collection } from '../collections/collection.ts';

/** A collection about to be stored. */
export type CollectionChange = {
  collection: Collection;
  /** The stored collection, or null for a new one. */
  original: Collection | null;
  /** All stored collections, read under the lock. */
  all: readonly Collection[];
};
