import type { Collection } from './collection.ts';

/** All collections in memory, the same on every server. Changed only after the database was (collection-store.ts). */
export type CollectionRegistry = {
  all: () => Collection[];
  /** By id, or by name in any case. */
  find: (nameOrId: string) => Collection | undefined;
  /** The same, but a missing one is a broken promise and throws. */
  get: (nameOrId: string) => Collection;
  replaceAll: (collections: Collection[]) => void;
};

/** An empty registry; filled by `replaceAll`. */
export function createCollectionRegistry(): CollectionRegistry {
  let ordered: Collection[] = [];
  let byKey = new Map<string, Collection>();
  const find = (nameOrId: string) => byKey.get(nameOrId) ?? byKey.get(nameOrId.toLowerCase());
  return {
    all: () => ordered,
    find,
    get(nameOrId) {
      const collection = find(nameOrId);
      if (!collection) throw new Error(`There is no collection ${nameOrId}.`);
      return collection;
    },
    replaceAll(collections) {
      ordered = collections;
      byKey = new Map();
      for (const collection of collections) byKey.set(collection.name.toLowerCase(), collection);
      for (const collection of collections) byKey.set(collection.id, collection);
    },
  };
}
