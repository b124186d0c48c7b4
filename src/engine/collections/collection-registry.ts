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
  let byId = new Map<string, Collection>();
  let byName = new Map<string, Collection>();
  const find = (nameOrId: string) => byId.get(nameOrId) ?? byName.get(nameOrId.toLowerCase());
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
      byId = new Map(collections.map((collection) => [collection.id, collection]));
      byName = new Map(collections.map((collection) => [collection.name.toLowerCase(), collection]));
    },
  };
}
