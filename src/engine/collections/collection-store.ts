import type { Queryable } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import type { Collection } from './collection.ts';
import type { CollectionRegistry } from './collection-registry.ts';

/** The channel on which servers tell each other that descriptions of collections changed. */
export const collectionsChannel = 'kerbside_collections';

/** All stored descriptions in the order they were made. */
export async function findCollections(db: Queryable): Promise<Collection[]> {
  const rows = await db.query<{ definition: Collection }>('select definition from _collections order by _seq');
  return rows.map((row) => row.definition);
}

/** Stores a description, a new one or in place of the one with its id. */
export async function saveCollection(db: Queryable, collection: Collection): Promise<void> {
  await db.query(
    `insert into _collections (id, name, definition) values ($1, $2, $3)
     on conflict (id) do update set name = excluded.name, definition = excluded.definition`,
    [collection.id, collection.name, JSON.stringify(collection)],
  );
}

/** Removes a description. */
export async function deleteCollection(db: Queryable, id: string): Promise<void> {
  await db.query('delete from _collections where id = $1', [id]);
}

/** Lets one change of descriptions at a time go on, on all servers, until the transaction ends. */
export async function lockCollections(tx: Queryable): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [7_261_180_042]);
}

type Reloads = { started: number; applied: number };
const reloads = new WeakMap<CollectionRegistry, Reloads>();

/** Reads all descriptions into memory again. Of several readings at once the one that began last stays. */
export async function reloadCollections(engine: Pick<Engine, 'db' | 'collections'>): Promise<void> {
  const { db, collections } = engine;
  const state = reloads.get(collections) ?? { started: 0, applied: 0 };
  reloads.set(collections, state);
  const turn = ++state.started;
  const stored = await findCollections(db);
  if (turn < state.applied) return;
  state.applied = turn;
  if (haveTablesChanged(collections, stored)) db.forgetStatements();
  collections.replaceAll(stored);
}

// What is gone counts too: a table of its name may follow it, with other columns. What is new has no statements yet.
function haveTablesChanged(known: CollectionRegistry, stored: readonly Collection[]): boolean {
  const tableOf = ({ name, type, fields }: Collection) => JSON.stringify([name, type, fields]);
  const now = new Map(stored.map((collection) => [collection.id, collection]));
  return known.all().some((collection) => {
    const after = now.get(collection.id);
    return after === undefined || tableOf(after) !== tableOf(collection);
  });
}

/** Tells every server, this one included, to read the descriptions again. */
export async function announceCollections(db: Queryable): Promise<void> {
  await db.query('select pg_notify($1, $2)', [collectionsChannel, '']);
}
