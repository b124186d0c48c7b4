import type { Queryable } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { changeCollections } from './change-collections.ts';
import { indexPlaces } from './sync-collection-table.ts';

/**
 * Adds the index of places to the tables of collections that an older version made at run time without it: one after the other, as writes to a
 * table wait while it gets its index. One that fails is made at the next start.
 */
export async function indexOlderTables(engine: Engine): Promise<void> {
  for (const name of await findWithoutPlaces(engine.db)) {
    await changeCollections(engine, 'Failed to add an index.', async (tx) => {
      // Another server that starts may have added it, or somebody deleted the collection.
      if ((await findWithoutPlaces(tx)).includes(name)) await indexPlaces(tx, name);
    }).catch((err: unknown) => engine.log.warn({ err, collection: name }, 'The index of places could not be added.'));
  }
}

async function findWithoutPlaces(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select c.name from _collections c join pg_class t on t.oid = to_regclass(quote_ident(c.name)) and t.relkind = 'r'
       join pg_attribute a on a.attrelid = t.oid and a.attname = '_seq'
      where coalesce((c.definition->>'managed')::boolean, false) is false
        and not exists (select from pg_index i where i.indrelid = t.oid and i.indkey[0] = a.attnum)
      order by c._seq`,
  );
  return rows.map(({ name }) => name);
}
