import type { Queryable } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { changeCollections } from './change-collections.ts';
import { indexPlaces } from './sync-collection-table.ts';

/** Adds the index of places to the tables of collections that an older version made at run time without it. */
export async function indexOlderTables(engine: Engine): Promise<void> {
  if ((await findWithoutPlaces(engine.db)).length === 0) return;
  await changeCollections(engine, 'Failed to add indexes.', async (tx) => {
    for (const name of await findWithoutPlaces(tx)) await indexPlaces(tx, name);
  });
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
