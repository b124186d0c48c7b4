import type { Queryable } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import type { Collection } from './collection.ts';

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

/** Reads all descriptions into memory again. */
export async function reloadCollections(engine: Pick<Engine, 'db' | 'collections'>): Promise<void> {
  engine.collections.replaceAll(await findCollections(engine.db));
}

/** Tells every server, this one included, to read the descriptions again. */
export async function announceCollections(db: Queryable): Promise<void> {
  await db.query('select pg_notify($1, $2)', [collectionsChannel, '']);
}
